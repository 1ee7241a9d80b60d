// The keyboard: everything at the table without a mouse. A held key is a held button.

import { hold, holdable } from "./hands.js";
import { partsOf, selected, toggleBot } from "./seats.js";

const PANEL = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back", r: "repeat" };

export function useKeys({ ask, choose }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event)) return;
    const done = focused(event) || panel(event) || digit(event, choose) || seat(event, ask);
    if (done) event.preventDefault();
  });
}

// Where a number is typed, only what steps and leaves is the box's.
function isTyped({ target, key }) {
  return target.matches?.("input") && !["ArrowUp", "ArrowDown", "Escape"].includes(key);
}

// On a button that has the focus, space and Enter hold that button.
function focused(event) {
  const button = event.key === " " || event.key === "Enter" ? holdable(event.target) : null;
  if (button) press(event, button);
  return button;
}

function panel(event) {
  const name = PANEL[event.key] ?? PANEL[event.key.toLowerCase()];
  // Enter on the page's own plain buttons is theirs; so it is on a name where the die is laid.
  if (!name || (event.key === "Enter" && event.target.closest(".plain, .bot, .take, [data-laying] .name"))) return false;
  press(event, document.querySelector(`[data-button="panel:${name}"]`));
  return true;
}

// By the key's place, not its letter: on a French keyboard digits are shifted.
function digit(event, choose) {
  const key = /^(?:Digit|Numpad)(\d)$/.exec(event.code);
  if (!key) return false;
  const number = (Number(key[1]) || 10) + (event.shiftKey ? 10 : 0);
  choose(number);
  return true;
}

function seat(event, ask) {
  const place = partsOf(selected.seat);
  const key = event.key.toLowerCase();
  if (!place) return false;
  if (key === "u") press(event, place.up);
  else if (key === "d") press(event, place.down);
  else if (key === "c" && !place.card.hidden) press(event, place.card);
  else if (key === "b" && !event.repeat) toggleBot(selected.seat, ask);
  else return false;
  return true;
}

function press(event, button) {
  if (!event.repeat) hold(`key ${event.code}`, button);
}
