// An open choice of this seat: every option is a button, laid out as the display shows them.

import { button, element } from "./elements.js";
import { words } from "./words.js";

const GRID = 42; // up to this many numbers are buttons; more are typed
const LONG = 11; // this many places fit on a small phone with something below
const ARMED_MS = 4000; // how long a second tap is waited for
const SHORT = 18; // letters that have room in half a row

/** What is chosen: a question, and what draws the options. choices, places: as in `messages`. */
export function choosing(choices, places) {
  return { question: choices.question, of: { ...choices, places }, draw };
}

function draw(choices, act) {
  const { number, items = [], shape, places, guarded } = choices;
  const choose = (what) => (it) => act.choose({ prompt: choices.prompt, ...what }, it);
  const take = guarded ? (what) => twice(choose(what)) : choose;
  if (number) return [number.hi - number.lo < GRID ? numbers(number, take) : typed(number, take)];
  const all = items.map((item, at) => ({ ...item, at, tap: take({ item: at }) }));
  if (all.some((one) => one.group)) return grouped(all);
  if (shape === "ring") return ring(all, places);
  if (shape === "board" && choices.columns) return board(choices, all);
  return [list(all, shape)];
}

/** A stray tap chooses nothing: the first only asks for another one. */
const twice = (choose) => (it) => {
  if (it.classList.contains("armed")) return choose(it);
  const text = it.textContent;
  for (const other of document.querySelectorAll(".armed")) other.disarm();
  it.disarm = () => {
    it.classList.remove("armed");
    it.textContent = text;
  };
  it.classList.add("armed");
  it.textContent = words.again({ what: text });
  setTimeout(() => it.classList.contains("armed") && it.disarm(), ARMED_MS);
};

const option = (one, className = "option", text = one.said) => button(className, text, `item ${one.at}`, one.tap);

function list(all, shape) {
  const short = all.length > (shape === "piles" ? 1 : 5) && all.every((one) => one.said.length <= SHORT);
  const box = element("div", short ? "options two" : "options");
  box.append(...all.map((one) => option(one)));
  return box;
}

// ---------------------------------------------------------------- a number

function numbers({ value, lo, hi }, take) {
  const box = element("div", "numbers");
  for (let number = lo; number <= hi; number++) {
    const it = button("option", String(number), `number ${number}`, take({ number }));
    if (number === value) it.classList.add("shown");
    box.append(it);
  }
  return box;
}

/** A number of many: stepped or typed, then taken. */
function typed({ value, lo, hi }, take) {
  const box = element("form", "typed");
  const input = element("input", "number");
  Object.assign(input, { type: "number", inputMode: "numeric", min: lo, max: hi, value });
  input.setAttribute("aria-label", words.number({ lo, hi }));
  const bounded = () => Math.min(hi, Math.max(lo, Math.round(Number(input.value) || 0)));
  const step = (by) => button("option step", by > 0 ? `+${by}` : `−${-by}`, `step ${by}`, () => { input.value = bounded() + by; input.value = bounded(); });
  const taken = element("button", "option take", words.take);
  box.append(step(-10), step(-1), input, step(1), step(10), taken);
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value !== "" && input.checkValidity()) take({ number: Number(input.value) })(taken);
  });
  return box;
}

// ---------------------------------------------------------------- groups, a ring, a board

/** A row for each thing that several options are about, such as a god and the offers to it. */
function grouped(all) {
  const rows = new Map();
  for (const one of all) {
    const name = one.group || `item ${one.at}`;
    rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  return [...rows.values()].map((row) => {
    if (row.length === 1) return list(row);
    const [label, rests] = apart(row.map((one) => one.said));
    const box = element("div", "group");
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", label);
    const chips = element("div", "chips");
    chips.style.setProperty("--columns", Math.min(row.length, 6));
    for (const [number, one] of row.entries()) {
      const chip = option(one, "option chip", rests[number]);
      chip.setAttribute("aria-label", one.said);
      chips.append(chip);
    }
    box.append(element("p", "label", label), chips);
    return box;
  });
}

/** What all begin with, up to a colon: "Odin" of "Odin: 5" and "Odin: 4"; and what follows. */
function apart(said) {
  const parts = said.map((one) => /^(.*?)\s*:\s*(.+)$/.exec(one));
  if (parts.every((part) => part && part[1] === parts[0][1])) return [parts[0][1], parts.map((part) => part[2])];
  return ["", said];
}

/** Places as they are at the table, clockwise: down on the right, up on the left; and all else. */
function ring(all, places) {
  const seated = all.filter((one) => one.seat);
  const rest = all.filter((one) => !one.seat);
  if (2 * seated.length < places.length || !seated.length) return [list(all)];
  const box = element("div", "options ring");
  const half = Math.ceil(places.length / 2);
  for (const { seat, name } of places) {
    const one = seated.find((it) => it.seat === seat);
    const it = one ? option(one) : element("p", "empty", name || String(seat));
    it.style.gridColumn = seat > half ? 1 : 2;
    it.style.gridRow = seat > half ? places.length - seat + 1 : seat;
    box.append(it);
  }
  if (!rest.length) return [box];
  // Below a long ring it would be out of sight.
  return places.length > LONG ? [list(rest), box] : [box, list(rest)];
}

/** The board with what can be chosen on it; all else below. */
function board({ columns, rows }, all) {
  const box = element("div", "board");
  box.style.setProperty("--columns", columns.length);
  const rest = all.filter((one) => !one.square);
  for (const row of rows) {
    box.append(edge(row));
    for (const column of columns) {
      const here = all.filter((one) => one.square === `${column}${row}`);
      // A square with more than one choice is listed below.
      if (here.length > 1) rest.push(...here);
      box.append(here.length === 1 ? square(here[0]) : element("i", "square"));
    }
  }
  box.append(edge(""), ...[...columns].map(edge));
  return rest.length ? [box, list(rest)] : [box];
}

function square(one) {
  const it = option(one, "option square", one.square);
  it.setAttribute("aria-label", one.said);
  return it;
}

function edge(name) {
  const it = element("b", "edge", name);
  it.setAttribute("aria-hidden", "true");
  return it;
}
