// What the table shows while nothing is asked of this seat: the round, a count, dice, a board, a track, standings.

import { element, emblem, icon } from "./elements.js";
import { called, card, round } from "./seats.js";
import { words } from "./words.js";

/** The things on the wood, and those above it, in the night. */
export function picture({ shown, places, seat }) {
  const { versus, dice = [], rows = [], board, track, acts = 0, called: whose = 0 } = shown;
  const asked = Math.max(whose, 0);
  if (versus) return { above: [counted(versus)], below: [...voters(places), ...reasons(versus)] };
  if (board) return { below: [squares(board, () => null)] };
  if (track) return { below: [lanes(track)] };
  if (rows.length) return { below: [table(rows)] };
  if (places.length && places.every((one) => one.card)) return { below: [sides(places)] };
  if (places.length < 2) return { below: [] };
  const acting = places.find((one) => one.seat === (asked || acts));
  const middle = dice.length ? [element("span", "dice", ...dice.map(die))] : acting?.symbol ? [card(acting, "big")] : [];
  return { deep: true, below: [round(places, seat, asked || acts, ...middle)] };
}

// ---------------------------------------------------------------- a count

function counted({ left, right, thumbs = false }) {
  const side = (number, other, name) => {
    const disc = thumbs ? element("span", `disc ${name}`, emblem("thumb")) : "";
    const it = element("div", number < other ? "less" : "", ...(name === "down" ? [disc, String(number)] : [String(number), disc]));
    it.setAttribute("aria-label", thumbs ? `${words.thumb[name]}: ${number}` : String(number));
    it.setAttribute("role", "img");
    return it;
  };
  return element("div", "count", side(left, right, "down"), element("hr"), side(right, left, "up"));
}

const voter = (place) => element("div", "voter", card(place), element("span", "", called(place)));

function columns(all) {
  const side = ([title, them, sign]) => element("div", "side", element("h2", "", sign ?? "", title), ...them.map(voter));
  return element("div", "sides", ...all.map(side));
}

function voters(places) {
  if (!places.some((one) => one.thumb)) return [];
  return [columns(["down", "up"].map((way) => [words.thumb[way], places.filter((one) => one.thumb === way)]))];
}

/** Once all cards are face up: who was on which side. */
function sides(places) {
  const labels = [...new Set(places.map((one) => one.card.label))];
  return columns(labels.map((label) => {
    const them = places.filter((one) => one.card.label === label);
    return [label, them, them[0].card.symbol ? emblem(them[0].card.symbol) : ""];
  }));
}

function reasons({ reasons: all = [] }) {
  if (!all.length) return [];
  const sums = (left, right) => (left === null ? "" : `${left} : ${right}`);
  return [ledger(all.map(([said, left, right]) => [icon("table"), element("span", "", ...withThumbs(said)), element("b", "", sums(left, right))]))];
}

const ledger = (all) => element("ul", "ledger", ...all.map((parts) => element("li", "", ...parts)));

/** What somebody who is out may still do. */
export const still = (rights) => ledger(rights.map((one) => [icon("check"), element("span", "", one)]));

// ---------------------------------------------------------------- an accusation

/** The accusation, while nobody decides alone and nothing is counted. */
export const duelOf = (shown) => (shown && !shown.acts && !shown.versus && shown.accused) || null;

/** Who accuses, and whom. */
export function duel({ shown, places }) {
  const [by, against] = [shown.accused.by, shown.accused.against].map((seat) => places.find((one) => one.seat === seat));
  const one = (place, className) => {
    const plate = element("span", "plate", element("i", "", String(place.seat)), element("span", "", called(place)));
    return element("span", className, card(place, "big"), plate);
  };
  const it = element("div", "hero duel", one(by, ""), emblem("sword"), one(against, "accused"));
  it.setAttribute("role", "img");
  it.setAttribute("aria-label", shown.accused.label);
  return it;
}

/** The display's triangles are thumbs here. */
function withThumbs(text) {
  return text.split(/([▲▼])/).filter(Boolean).map((part) => {
    const way = { "▲": "up", "▼": "down" }[part];
    if (!way) return part;
    const it = element("span", `disc ${way}`, emblem("thumb"));
    it.setAttribute("role", "img");
    it.setAttribute("aria-label", words.thumb[way]);
    return it;
  });
}

// ---------------------------------------------------------------- dice, a board, a track, standings

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

function die(number) {
  const pips = PIPS[number];
  const it = element("span", "die", ...(pips ? Array.from({ length: 9 }, (_one, at) => element("i", pips.includes(at) ? "" : "no")) : [number]));
  it.setAttribute("role", "img");
  it.setAttribute("aria-label", number);
  return it;
}

/** The board, each square made by `made(square, man)`, or plain where that gives none. */
export function squares({ columns: across, rows, pieces = [] }, made) {
  const box = element("div", "squares");
  box.style.setProperty("--columns", across.length);
  const edge = (name) => element("b", "", name);
  for (const row of rows) {
    box.append(edge(row));
    for (const column of across) {
      const piece = pieces.find((one) => one.square === `${column}${row}`);
      const man = piece ? element("span", `man ${piece.hollow ? "black" : ""} ${piece.chosen ? "chosen" : ""}`) : null;
      box.append(made(`${column}${row}`, man) ?? element("span", "sq", man ?? ""));
    }
  }
  box.append(edge(""), ...[...across].map(edge));
  return box;
}

function lanes({ lanes: all, length, zones = [] }) {
  const most = Math.max(length, ...all.map((one) => one.at), 1);
  const safe = zones.filter(Boolean).join(" · ");
  const note = safe ? element("p", "hint", words.safe({ zones: safe })) : "";
  return element("div", "track", ...all.map(({ label, at, marked }) => {
    const bar = element("span", "bar", ...zones.map((zone) => {
      const it = element("em");
      it.style.setProperty("--at", zone / most);
      return it;
    }));
    const ball = element("i");
    ball.style.setProperty("--at", at / most);
    bar.append(ball);
    return element("div", marked ? "lane turn" : "lane", element("span", "", label), bar, element("b", "", String(at)));
  }), note);
}

function table(rows) {
  return element("ul", "ledger figures", ...rows.map(([first, ...rest]) => element("li", "", element("span", "", first), element("b", "", rest.join("  ")))));
}
