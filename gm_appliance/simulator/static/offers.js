// What the box offers can be clicked where it is shown: a line of the display, a number, a place, a card, a square.
// The page then presses the panel's buttons, and nothing else: it asks the room for the presses from where the
// cursor is, looks where that got to, and presses OK on what was clicked. What is in groups, such as gods and the
// offers to each, is listed at the thing that the group is about.

import { element } from "./art.js";
import { words } from "./words.js";

const TRIES = 12;
const LOOK = 600; // milliseconds until a press has shown on the display, or the room has answered

const byId = (id) => document.getElementById(id);

let now = { items: [] }; // as the room told it last
let ask; // to the room
let speed = 1; // of the table's time
let heard = () => {}; // what waits for the room
let walking = null; // the prompt whose choice is on its way

export function useOffers(toRoom) {
  ask = toRoom;
}

export function setSpeed(times) {
  speed = times;
}

export function showOffers(offers) {
  now = offers;
  heard();
  place();
}

export function showWay(way) {
  heard(way);
}

/** Put a button over everything on offer; those that stay there keep the focus. */
export function place() {
  const before = new Map([...document.querySelectorAll(".take")].map((it) => [it.dataset.offer, it]));
  for (const [item, offer] of now.items.entries()) {
    for (const [where, on] of Object.entries(shownAt(offer))) {
      const key = `${now.prompt} ${item} ${where}`;
      const button = before.get(key) ?? taker(key, () => take({ item }));
      before.delete(key);
      button.setAttribute("aria-label", offer.says || words.panel.ok);
      button.title = offer.says;
      if (where === "line") putOver(button, offer.rows);
      if (button.parentElement !== on) on.append(button);
      if (on.classList.contains("square")) on.removeAttribute("aria-hidden");
    }
  }
  for (const group of new Set(now.items.map((it) => it.group).filter(Boolean))) {
    for (const [number, on] of things(group).entries()) {
      const key = `${now.prompt} ${group} group ${number}`;
      const button = before.get(key) ?? taker(key, () => list(group, on));
      before.delete(key);
      button.setAttribute("aria-label", on.title);
      button.setAttribute("aria-haspopup", "menu");
      if (button.parentElement !== on) on.append(button);
    }
  }
  for (const gone of before.values()) gone.remove();
  if (byId("group")?.dataset.prompt !== now.prompt) byId("group")?.remove();
  placeNumber();
}

/** The things of this name; those on the board if some lie there. */
function things(name) {
  const all = [...document.querySelectorAll(`[data-kind][data-name="${CSS.escape(name)}"]`)];
  const inMiddle = all.filter((it) => it.closest("#board, #pile"));
  return inMiddle.length ? inMiddle : all;
}

/** All choices of a group, beside the thing that it is about. */
function list(group, on) {
  if (!now.items.some((it) => it.group === group)) return;
  byId("group")?.remove();
  const menu = element("div", "group");
  Object.assign(menu, { id: "group", popover: "auto" });
  menu.setAttribute("role", "menu");
  menu.setAttribute("aria-label", on.title);
  menu.dataset.prompt = now.prompt;
  for (const [item, offer] of now.items.entries()) {
    if (offer.group !== group) continue;
    const choice = element("button", "", offer.says);
    choice.setAttribute("role", "menuitem");
    choice.addEventListener("click", () => {
      menu.remove();
      take({ item });
    });
    menu.append(choice);
  }
  document.body.append(menu);
  menu.showPopover();
  const { left, top, bottom } = on.getBoundingClientRect();
  const room = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - room.width - 8))}px`;
  menu.style.top = `${bottom + room.height + 14 < innerHeight ? bottom + 6 : top - room.height - 6}px`;
  menu.firstElementChild.focus();
}

/** Everything that shows it: a line, a place, a square, or the things of that name, on the board if they lie there. */
function shownAt({ rows, seat, square, name }) {
  const found = {};
  const first = (where, which) => { found[where] ??= document.querySelector(which) ?? undefined; };
  if (rows) first("line", "#offers");
  if (seat) first("seat", `[data-seat="${seat}"]:not([hidden]) .plate`);
  if (square) first("square", `[data-called="${square}"]`);
  if (name) for (const [number, thing] of things(name).entries()) found[`thing ${number}`] = thing;
  return Object.fromEntries(Object.entries(found).filter(([, on]) => on));
}

function taker(key, click) {
  const button = element("button", "take");
  button.type = "button";
  button.dataset.offer = key;
  // A click on a place does not choose it for the keyboard as well.
  button.addEventListener("pointerdown", (event) => event.stopPropagation());
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", click);
  return button;
}

function putOver(it, [top, bottom]) {
  it.style.top = `${(top / 64) * 100}%`;
  it.style.height = `${((bottom + 1 - top) / 64) * 100}%`;
}

/** A number is typed over the one that is shown. */
function placeNumber() {
  let input = byId("number");
  if (!now.number) return input?.remove();
  if (!input) {
    input = element("input", "typed");
    input.id = "number";
    input.type = "number";
    input.inputMode = "numeric";
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      if (input.value !== "" && input.checkValidity()) take({ number: Number(input.value) });
    });
    input.addEventListener("blur", () => { input.value = now.number?.value ?? ""; });
    input.addEventListener("focus", () => input.select());
    byId("offers").append(input);
  }
  const { value, lo, hi } = now.number;
  Object.assign(input, { min: lo, max: hi });
  if (document.activeElement !== input || input.dataset.prompt !== now.prompt) input.value = value;
  input.dataset.prompt = now.prompt;
  input.setAttribute("aria-label", now.question);
}

// ---------------------------------------------------------------- the presses

/** Until the room says something, or for so long; undefined then. */
const answer = () => new Promise((done) => {
  heard = done;
  setTimeout(done, LOOK);
});

async function take(what) {
  const { prompt } = now;
  if (walking === prompt) return;
  walking = prompt;
  let left = Infinity;
  let taken = 0; // twice where the first press only had it said
  try {
    for (let tries = 0; tries < TRIES && taken < 2 && now.prompt === prompt; tries++) {
      ask({ type: "way", prompt, ...what });
      const way = await answer();
      if (way?.prompt !== prompt) continue;
      const { presses } = way;
      const there = presses.length === 1;
      if (!presses.length) return;
      // No nearer: somebody else presses, or the box is busy. Look again, but press nothing.
      if (!there && presses.length >= left) {
        await answer();
        continue;
      }
      left = presses.length;
      taken += there;
      for (const [button, held] of there ? presses : presses.slice(0, -1)) await press(button, held, prompt);
      await answer();
    }
  } finally {
    // By now the next choice may be on its way.
    if (walking === prompt) {
      walking = null;
      heard = () => {};
    }
  }
}

async function press(button, held, prompt) {
  const key = document.querySelector(`[data-button="panel:${button}"]`);
  const edge = { type: "press", source: 0, button };
  key.classList.add("held");
  ask({ ...edge, down: true, prompt });
  // A tap is a tap however fast the table's time is.
  if (held > 0.3) await new Promise((done) => setTimeout(done, (held * 1000) / speed));
  ask({ ...edge, down: false });
  key.classList.remove("held");
}
