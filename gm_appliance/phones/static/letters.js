// The letters of the code, for people who cannot scan it.

import { element } from "./elements.js";
import { tokenOf } from "./seal.js";
import { words } from "./words.js";

export function lettering(_of, _act) {
  const form = element("form", "naming");
  const label = element("label", "", words.letters);
  const input = element("input", "name");
  Object.assign(input, { id: "letters", type: "text", autocomplete: "off", autocapitalize: "characters", enterKeyHint: "go", spellcheck: false });
  label.htmlFor = "letters";
  form.append(label, input, element("button", "option", words.comeIn));
  input.addEventListener("input", () => input.setCustomValidity(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const letters = input.value.toUpperCase().replace(/[^A-Z0-9]/g, "");
    if (tokenOf(letters)) location.hash = letters; // which loads the page again
    else input.setCustomValidity(words.lettersWrong);
    input.reportValidity();
  });
  return [form];
}
