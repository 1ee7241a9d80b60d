// The box's display in words, and its five buttons. While they are open here, every phone says so.

import { button, element, icon } from "./elements.js";
import { called } from "./seats.js";
import { words } from "./words.js";

const HOLD_MS = 700; // as at the box
const REPEAT_MS = 150; // between the presses of an arrow that is held
const SIGNS = { up: "triangle", down: "down triangle", back: "return", repeat: "repeat" };
const TWO = ["back", "repeat"]; // which do something else when they are held

export function boxed({ panel }, act) {
  const { title = "", lines = [], at = -1, hint = "" } = panel;
  const screen = element("div", "screen", title && element("h2", "", title));
  screen.append(...lines.map((line, nth) => element("p", nth === at ? "at" : "", ...signed(line))), hint && element("footer", "", ...signed(hint)));
  const keys = element("div", "keys", ...["up", "down", "ok", "back", "repeat"].map((name) => key(name, act)));
  return [[screen], [keys]];
}

/** The page's letters have no triangles. */
function signed(text) {
  return text.split(/([▲▼])/).map((part) => ("▲▼".includes(part) && part ? icon(part === "▲" ? "triangle" : "down triangle") : part));
}

function key(name, act) {
  const it = button(`key ${name === "ok" ? "" : "wood-key"}`, `box ${name}`, () => {}, SIGNS[name] ? icon(SIGNS[name]) : "OK");
  const [label, held = ""] = words.buttons[name];
  it.setAttribute("aria-label", [label, held].filter(Boolean).join(", "));
  useFinger(it, name, act);
  return element("div", TWO.includes(name) ? "wide" : "", it, element("span", "", label), held && element("small", "", held));
}

/** A tap counts when the finger lifts, a hold as soon as it is one; an arrow that is held goes on. */
function useFinger(it, name, act) {
  let timer = 0;
  let prompt = 0; // the one that was shown when the finger came down
  const press = (held = false) => act.press(prompt, name, held);
  const held = () => {
    press(TWO.includes(name));
    timer = TWO.includes(name) ? -1 : setTimeout(held, REPEAT_MS);
    if (timer > 0) prompt = act.prompt();
  };
  const down = () => {
    if (timer) return;
    prompt = act.prompt();
    timer = setTimeout(held, HOLD_MS);
  };
  const lift = (counts) => {
    clearTimeout(timer);
    if (counts && timer > 0) press();
    timer = 0;
  };
  it.addEventListener("pointerdown", (event) => (event.pointerType !== "mouse" || event.button === 0) && down());
  it.addEventListener("pointerup", () => lift(true));
  for (const what of ["pointercancel", "pointerleave", "blur"]) it.addEventListener(what, () => lift(false));
  it.addEventListener("contextmenu", (event) => event.preventDefault());
  const keys = [" ", "Enter"];
  it.addEventListener("keydown", (event) => {
    if (!keys.includes(event.key)) return;
    event.preventDefault();
    if (!event.repeat) down();
  });
  it.addEventListener("keyup", (event) => keys.includes(event.key) && lift(true));
  it.addEventListener("click", (event) => {
    if (event.detail !== 0 || event.pointerType) return; // only a screen reader's comes without a pointer
    prompt = act.prompt();
    press();
  });
}

/** Who has them, for all others to know. */
export function holding({ panel, places, pad }) {
  if (!panel?.open || panel.pad === pad) return "";
  const place = places.find((one) => one.pad === panel.pad);
  return words.hasPanel({ name: place ? called(place) : words.pad({ pad: panel.pad }) });
}
