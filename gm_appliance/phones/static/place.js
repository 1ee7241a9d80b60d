// The own place: the name that all see, and leaving it.

import { button, element } from "./elements.js";
import { kept } from "./kept.js";
import { words } from "./words.js";

const LONGEST = 20;

export function placing({ places, awake }) {
  // Who plays was settled before the game; without one there are no places yet.
  const when = places.length ? words.fromNextGame : words.seenByAll;
  return { question: words.yourPlace, of: { name: kept("name"), awake, when }, draw };
}

function draw({ name, awake, when }, act) {
  const form = element("form", "naming");
  const label = element("label", "", words.yourName);
  const input = element("input", "name");
  Object.assign(input, { id: "name", type: "text", maxLength: LONGEST, value: name, autocomplete: "off", enterKeyHint: "done" });
  label.htmlFor = "name";
  const save = element("button", "option", words.save);
  form.append(label, input, element("p", "note", when), save);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) act.name(input.value.trim());
  });
  const leave = button("option", words.leave, "leave", (it) => act.take(0, it));
  return [form, ...(awake ? [] : [element("p", "note", words.sleeps)]), leave];
}
