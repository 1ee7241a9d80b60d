// An open choice of this seat, laid out as it lies on the table.

import { button, element, emblem, icon } from "./elements.js";
import { about, called, card, inRows, nameOf, others, round } from "./seats.js";
import { duel, duelOf, squares } from "./pictures.js";
import { words } from "./words.js";

const GRID = 20; // up to this many numbers are buttons; more are typed
const ARMED_MS = 4000; // how long a second tap is waited for
const SHORT = 18; // letters that have room in half a row
const TONES = { down: ["ember", () => emblem("sword")], up: ["moss", () => emblem("thumb")] };

/** What is chosen. A sole choice is one bright key. */
export function choosing({ choices, places, shown, pad }) {
  const seat = places.find((one) => one.pad === pad)?.seat ?? 0;
  const of = { ...choices, places, seat, shown };
  const mine = shown.acts === seat ? { ...places.find((one) => one.seat === seat), out: false } : null;
  if (shown.phase && choices.own) return { question: "", omen: mine, of, draw };
  const at = choices.question.search(/[.?!…]\s/) + 1 || choices.question.length;
  return { question: choices.question.slice(0, at), lines: [choices.question.slice(at)], omen: mine, of, draw };
}

function draw(choices, act) {
  const { number, items = [], shape, guarded } = choices;
  const choose = (what) => (it) => act.choose({ prompt: choices.prompt, ...what }, it);
  const take = guarded ? (what) => twice(choose(what)) : choose;
  if (number) return [number.hi - number.lo < GRID && number.lo >= 0 ? numbers(number, take) : typed(number, take)];
  const all = items.map((item, at) => ({ ...item, at, tap: take({ item: at }) }));
  if (all.length === 1) return sole(all[0], choices);
  if (all.some((one) => one.group)) return [grouped(all)];
  if (shape === "board" && choices.shown.board) return board(choices.shown, all);
  if (all.some((one) => one.seat)) return seats(all, choices);
  if (all.some((one) => one.worth)) return [stacks(all)];
  return [list(all)];
}

/** A stray tap chooses nothing: the first only asks for another one. */
const twice = (choose) => (it) => {
  if (it.classList.contains("armed")) return choose(it);
  for (const other of document.querySelectorAll(".armed")) other.disarm();
  const note = it.querySelector(".who b, small") ?? it.appendChild(element("small"));
  const before = note.textContent;
  it.disarm = () => {
    it.classList.remove("armed");
    if (before) note.textContent = before;
    else note.remove();
  };
  it.classList.add("armed");
  note.textContent = words.tapAgain;
  setTimeout(() => it.classList.contains("armed") && it.disarm(), ARMED_MS);
};

const option = (one, className, ...content) => button(`option ${className}`, `item ${one.at}`, one.tap, ...(content.length ? content : [one.said]));

function sole(one, { own, tone, places, seat, shown }) {
  const [colour, sign] = TONES[tone] ?? ["", () => icon("check")];
  const said = element("span", "", own || one.said);
  const key = option(one, `key ${colour}`, sign(), said);
  const box = element("div", "bar-low", key);
  if (duelOf(shown)) return [duel({ shown, places }), box];
  return tone && places.length > 1 ? [round(places, seat, shown.acts), box] : [box];
}

function list(all, quiet = false) {
  const short = all.length > 4 && all.every((one) => one.said.length <= SHORT);
  const box = element("div", short ? "options two" : "options");
  box.append(...all.map((one) => option(one, quiet ? "quiet" : "niche plain")));
  return box;
}

/** Where others sit, with a reason where one cannot be chosen; all else below. */
function seats(all, { places, seat, barred = [] }) {
  const around = others(places, seat);
  const niche = (place) => {
    const one = all.find((it) => it.seat === place.seat);
    const [, why] = one ? [] : (barred.find(([at]) => at === place.seat) ?? []);
    const line = why ?? about(place);
    const who = element("span", "who", called(place), element("b", "", line));
    const it = one ? option(one, "niche", card(place), who) : button("niche off", `seat ${place.seat}`, () => {}, card(place), who);
    it.disabled = !one;
    it.setAttribute("aria-label", [nameOf(place), about(place), why].filter(Boolean).join(", "));
    return it;
  };
  const mine = places.find((one) => one.seat === seat);
  const box = inRows(around, niche);
  if (mine && all.some((one) => one.seat === seat)) box.append(Object.assign(niche(mine), { className: "option niche far" }));
  const rest = all.filter((one) => !places.some((place) => place.seat === one.seat));
  return rest.length ? [box, list(rest, true)] : [box];
}

const symbolOf = ({ symbol }) => (symbol ? emblem(symbol) : "");

function stacks(all) {
  const box = element("div", "gods stacks");
  box.append(...all.map((one) => {
    const left = Number.isInteger(one.left) ? element("small", "", words.left({ n: one.left })) : "";
    const worth = one.worth ? element("b", "", one.worth) : "";
    return option(one, "stack", element("span", "card", symbolOf(one)), element("span", "who", one.said, left), worth);
  }));
  return box;
}

// ---------------------------------------------------------------- a number

function numbers({ value, lo, hi }, take) {
  const box = element("div", "numbers");
  for (let number = lo; number <= hi; number++) {
    const it = button("option value", `number ${number}`, take({ number }), String(number));
    if (number === value) it.classList.add("shown");
    box.append(it);
  }
  return box;
}

/** Digits as on a telephone; the number shown is replaced by the first of them. */
function typed({ value, lo, hi, line }, take) {
  let [number, fresh] = [value, true];
  const sum = element("output", "sum", String(value));
  const below = line ? element("small", "hint", line) : "";
  const name = element("span", "", words.take({ n: value }));
  const key = button("option key small", "take", (it) => take({ number })(it), icon("check"), name);
  const show = (next) => {
    [number, fresh] = [next, false];
    sum.textContent = String(next);
    name.textContent = words.take({ n: next });
    key.disabled = next < lo || next > hi;
  };
  const digit = (n) => button("digit", `digit ${n}`, () => {
    const next = (number < 0 ? -1 : 1) * Number(`${fresh ? "" : Math.abs(number)}${n}`);
    show(Math.abs(next) > 99999 ? number : next);
  }, String(n));
  const sign = button("digit", "sign", () => show(-number), "±");
  sign.setAttribute("aria-label", words.plusMinus);
  const erase = button("digit", "delete", () => show(Math.trunc(number / 10)), icon("delete"));
  erase.setAttribute("aria-label", words.delete);
  sign.disabled = lo >= 0;
  sum.setAttribute("aria-label", words.number({ lo, hi }));
  const box = element("div", "entered", below, sum, element("div", "pad", ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), sign, digit(0), erase), key);
  return box;
}

// ---------------------------------------------------------------- groups, a board

/** A row for each thing that several options are about, such as a god and the offers to it. */
function grouped(all) {
  const rows = new Map();
  for (const one of all) {
    const name = one.group || `item ${one.at}`;
    rows.set(name, [...(rows.get(name) ?? []), one]);
  }
  const box = element("div", "gods");
  // What others laid keeps its place, so that each number is always in the same column.
  const numbers = [...new Set(all.map((one) => /: (\d+)$/.exec(one.said)?.[1]).filter(Boolean))].sort((a, b) => b - a);
  for (const row of rows.values()) {
    if (row.length === 1) {
      box.append(option(row[0], "niche plain"));
      continue;
    }
    const [label, rests] = apart(row.map((one) => one.said));
    const values = element("div", "values");
    const columns = rests.every((one) => numbers.includes(one)) ? numbers : rests;
    values.style.setProperty("--columns", Math.min(columns.length, 6));
    for (const number of columns) {
      const one = row[rests.indexOf(number)];
      const it = one ? option(one, "value", number) : element("span", "value off", number);
      it.setAttribute(one ? "aria-label" : "aria-hidden", one?.said ?? true);
      values.append(it);
    }
    const worth = row[0].worth && element("small", "", words.worth({ n: row[0].worth }));
    const offer = element("div", "offer", element("span", "god", symbolOf(row[0]), label, worth), values);
    offer.setAttribute("role", "group");
    offer.setAttribute("aria-label", label);
    box.append(offer);
  }
  return box;
}

/** What all begin with, up to a colon: "Odin" of "Odin: 5" and "Odin: 4"; and what follows. */
function apart(said) {
  const parts = said.map((one) => /^(.*?)\s*:\s*(.+)$/.exec(one));
  if (parts.every((part) => part && part[1] === parts[0][1])) return [parts[0][1], parts.map((part) => part[2])];
  return ["", said];
}

/** The board with what can be chosen on it; a square with more than one choice is listed below, as all else. */
function board({ board: lying }, all) {
  const at = (square) => all.filter((one) => one.square === square);
  const rest = all.filter((one) => !one.square || at(one.square).length > 1);
  const box = squares(lying, (square, man) => {
    const [one, more] = at(square);
    if (!one || more) return null;
    const it = option(one, man ? "sq hit" : "sq", man ?? "");
    it.setAttribute("aria-label", one.said);
    return it;
  });
  return rest.length ? [box, list(rest, true)] : [box];
}
