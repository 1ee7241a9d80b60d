// The own place: the name that all see, and leaving it.

import { button, element } from "./elements.js";
import { words } from "./words.js";

const LONGEST = 20;

export function placing({ places, pad, awake }) {
  const { name = "" } = places.find((one) => one.pad === pad) ?? {};
  return { question: words.yourPlace, of: { name, awake }, draw };
}

function draw({ name, awake }, act) {
  const form = element("form", "naming");
  const label = element("label", "", words.yourName);
  const input = element("input", "name");
  Object.assign(input, { id: "name", type: "text", maxLength: LONGEST, value: name, autocomplete: "off", enterKeyHint: "done" });
  label.htmlFor = "name";
  const save = element("button", "option", words.save);
  form.append(label, input, element("p", "note", words.seenByAll), save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) act.name(input.value.trim(), save);
  });
  const leave = button("option", words.leave, "leave", (it) => act.take(0, it));
  return [form, ...(awake ? [] : [element("p", "note", words.sleeps)]), leave];
}
