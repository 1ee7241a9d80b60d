// Elements of the page.

import { drawing } from "./art.js";

export function element(tag, className = "", ...content) {
  const it = document.createElement(tag);
  if (className) it.className = className;
  it.append(...content.filter((one) => one !== "" && one !== null));
  return it;
}

/** A button that does something once it is tapped. key: its own, to find it again when all is drawn again. */
export function button(className, key, act, ...content) {
  const it = element("button", className, ...content);
  it.type = "button";
  it.dataset.key = key;
  it.addEventListener("click", () => act(it));
  return it;
}

/** A drawing of the phone's own, from its stylesheet. */
export function icon(name) {
  const it = element("i", `e ${name}`);
  it.setAttribute("aria-hidden", "true");
  return it;
}

/** A drawing of the virtual table's. */
export function emblem(symbol) {
  const it = drawing(symbol);
  it.setAttribute("class", "e");
  return it;
}

/** A form with one line to fill in. taken: told what was entered. */
export function form(id, label, key, taken, options, ...more) {
  const box = element("form", "naming");
  const title = element("label", "hint", label);
  const input = element("input", "field");
  Object.assign(input, { id, type: "text", autocomplete: "off", ...options });
  title.htmlFor = id;
  box.append(title, input, ...more, element("button", "key small", key));
  input.addEventListener("input", () => input.setCustomValidity(""));
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    taken(input);
  });
  return box;
}

/** Whether two values are made of the same, but for functions. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
