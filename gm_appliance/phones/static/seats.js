// The seats as they lie on the table, seen from one's own: left is left, who sits opposite is far.

import { element, emblem } from "./elements.js";
import { words } from "./words.js";

const WAY = [[-1, 0.92], [-1, -0.1], [-0.86, -0.7], [0, -1], [0.86, -0.7], [1, -0.1], [1, 0.92]]; // up on the left
const FEW = 6; // so many sit in the middle of their share of the way, more also at its ends
const MANY = 9; // more than so many have their names beside their cards

/** Sideways, where the table is low: names beside the cards, too. */
export const low = matchMedia("(orientation: landscape) and (max-height: 30em)");

/** As a place is called: its number, and who sits there. */
export const nameOf = ({ seat, name }) => (name ? words.seatNamed({ seat, name }) : words.seat({ seat }));

/** What is to be read at a place: the person, or else the seat. */
export const called = ({ seat, name, role }) => name || role || words.seat({ seat });

/** The others from the left, clockwise. Whoever has no seat sees them all, from before the first. */
export function others(places, seat) {
  const at = places.findIndex((one) => one.seat === seat);
  return at < 0 ? places : [...places.slice(at + 1), ...places.slice(0, at)];
}

/** A god card, or the seat's number where there is none. */
export function card(place, className = "") {
  const it = element("span", `card ${className} ${place.out ? "gone" : ""}`);
  it.append(place.symbol ? emblem(place.symbol) : element("b", "", String(place.seat)));
  it.setAttribute("aria-hidden", "true");
  return it;
}

/** What a place says in one line: its role, why it is out, what lies there. */
export function about({ role = "", name, note = "", signs = [], card: own }) {
  const lying = signs.map((one) => (one.number === undefined || one.number === null ? one.label : `${one.number} ${one.label}`));
  return [name && role, note, own?.label, ...lying].filter(Boolean).join(" · ");
}

function seatAt(place, [x, y], acts, size) {
  const it = element("div", `seat ${place.out ? "gone" : ""} ${x > 0 ? "right" : ""} ${acts ? "acts" : ""}`);
  it.style.setProperty("--x", x.toFixed(3));
  it.style.setProperty("--y", y.toFixed(3));
  const lying = card(place, size);
  const drawn = (place.signs ?? []).filter((one) => one.symbol || one.number !== undefined).slice(0, 2);
  for (const [nth, { symbol, colour = "plain", number }] of drawn.entries()) {
    lying.append(element("span", `mark ${colour} ${nth ? "left" : ""}`, symbol ? emblem(symbol) : String(number)));
  }
  if (place.card && !place.out) lying.append(element("span", `mark ${place.card.colour ?? ""} left`, place.card.symbol ? emblem(place.card.symbol) : ""));
  if (place.thumb) lying.append(element("span", `disc ${place.thumb}`, emblem("thumb")));
  it.append(lying, element("span", "name", called(place)));
  it.setAttribute("role", "listitem");
  it.setAttribute("aria-label", [nameOf(place), about(place), place.thumb && words.thumb[place.thumb]].filter(Boolean).join(", "));
  return it;
}

function pointAt(at, number) {
  const share = number > FEW - 1 ? at / (number - 1) : (at + 0.5) / number;
  const way = Math.min(share * (WAY.length - 1), WAY.length - 1.001);
  const [from, to, part] = [WAY[Math.floor(way)], WAY[Math.floor(way) + 1], way % 1];
  return [0, 1].map((axis) => from[axis] + part * (to[axis] - from[axis]));
}

function besides(at, number) {
  const left = Math.ceil(number / 2);
  const [x, row, rows] = at < left ? [-1, at, left] : [1, number - 1 - at, number - left];
  return [x, 0.95 - (1.9 * row) / Math.max(1, rows - 1)];
}

/** The round of the others. acts: the seat whose turn it is. centre: what lies in the middle. */
export function round(places, seat, acts, ...centre) {
  const all = others(places, seat);
  const many = all.length > MANY || low.matches;
  const it = element("div", `round ${many ? "many" : ""} ${all.length > MANY ? "" : "few"}`);
  it.setAttribute("role", "list");
  for (const [at, place] of all.entries()) {
    it.append(seatAt(place, many ? besides(at, all.length) : pointAt(at, all.length), place.seat === acts, ""));
  }
  const middle = element("div", "centre", ...centre);
  if (centre.length) middle.setAttribute("role", "listitem");
  it.append(middle);
  return it;
}

/** Places in two columns as they sit, nearest lowest; an odd one is far, in the middle. made: each one's element. */
export function inRows(all, made) {
  const box = element("div", all.length > 10 ? "board fourteen" : "board");
  const half = Math.floor(all.length / 2);
  if (all.length % 2) {
    const far = made(all[half]);
    far.classList.add("far");
    far.style.setProperty("--o", half);
    box.append(far);
  }
  for (let row = half - 1; row >= 0; row--) {
    for (const at of [row, all.length - 1 - row]) {
      const it = made(all[at]);
      it.style.setProperty("--o", at);
      box.append(it);
    }
  }
  return box;
}
