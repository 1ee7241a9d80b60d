// Elements of the page.

export function element(tag, className = "", text = "") {
  const it = document.createElement(tag);
  if (className) it.className = className;
  if (text !== "") it.textContent = text;
  return it;
}

/** A button that does something once it is tapped. key: its own, to find it again when all is drawn again. */
export function button(className, text, key, act) {
  const it = element("button", className, text);
  it.type = "button";
  it.dataset.key = key;
  it.addEventListener("click", () => act(it));
  return it;
}

/** Whether two values are made of the same, but for functions. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
