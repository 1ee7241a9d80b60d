// What lies on the table, drawn from the props the room tells of. It knows no game: what a thing means
// stands in its label, its symbol, its colour and its side up.

import { die, drawing, element } from "./art.js";
import { words } from "./words.js";

const PIPS = 6;

/** A thing in words. */
export function spoken(prop) {
  if (prop.kind === "Tally") return prop.label ? `${prop.label}: ${prop.number}` : String(prop.number);
  return prop.face_down ? words.faceDown({ card: prop.label }) : prop.label;
}

/** A strip before a seat: "Odin: shield", of which less is written where there is no room. */
export function chip(prop) {
  const made = element("li", "chip", ...written(prop));
  made.classList.toggle("idle", prop.idle === true);
  made.classList.toggle("down", prop.face_down === true);
  made.classList.toggle("brief", prop.symbol !== undefined && prop.label.length <= 2);
  made.title = spoken(prop);
  mark(made, prop);
  return made;
}

function written(prop) {
  if (prop.kind === "ThrownDie") return [dieOf(prop)];
  if (prop.kind === "Tally") {
    const number = element("b", "", String(prop.number));
    return prop.label ? [element("span", "", `${prop.label} `), number] : [number];
  }
  const [name, ...details] = prop.label.split(": ");
  const bold = element("b", "", name);
  bold.dataset.short = name.slice(0, 2);
  const [number] = /\d+/.exec(name) ?? [];
  const count = number ? [element("i", "count", number)] : [];
  const rest = details.length ? [element("span", "", `: ${details.join(": ")}`)] : [];
  const symbol = symbolOf(prop);
  return symbol.length ? [...symbol, element("p", "", bold, ...rest, ...count)] : [bold, ...rest];
}

// A seat's own card shows its symbol itself; the strip beside it has the words.
const symbolOf = (prop) => (prop.own ? [] : prop.face_down ? [drawing("back")] : prop.symbol ? [drawing(prop.symbol)] : []);

/** What the stylesheet and the tests know a thing by. */
function mark(made, prop) {
  made.dataset.kind = prop.kind;
  made.dataset.name = prop.name ?? "";
  made.dataset.colour = prop.colour ?? "plain";
}

/** Turn a seat's card button to show this card; null where its owner may not look now. */
export function turn(button, card, lifted) {
  const down = card?.face_down === true;
  const side = !card ? "refused" : down ? "down" : "open";
  button.className = `card ${side}${card?.viewable ? " forward" : ""}${lifted ? " lifted" : ""}`;
  button.dataset.colour = card?.colour ?? "plain";
  button.dataset.name = card?.name ?? "";
  const text = card ? card.label : words.refused;
  if (down) button.replaceChildren(drawing("back"));
  else button.replaceChildren(...(card?.symbol ? [drawing(card.symbol)] : []), element("em", "", text));
  return down ? (card.viewable ? words.forward : words.down)({ card: text }) : text;
}

function dieOf(prop) {
  const pips = !prop.sides && !prop.signed && prop.number >= 1 && prop.number <= PIPS;
  const made = element("span", "thrown", prop.symbol || !pips ? blank(prop) : die(prop.number));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", prop.label);
  return made;
}

/** A die that shows a number or symbols instead of pips, in the outline of its kind. */
function blank({ number, sides, signed, symbol }) {
  const text = signed && number > 0 ? `+${number}` : String(number);
  const made = element("b", "die", ...(symbol ? Array.from({ length: number }, () => drawing(symbol)) : [text]));
  made.dataset.sides = sides ?? PIPS;
  return made;
}

// ---------------------------------------------------------------- the middle

/** Dice, what else lies in the middle, and the board. */
export function showMiddle(items) {
  const inMiddle = items.filter((item) => item.at === 0 && !["BoardFrame", "Banner", "Accusation"].includes(item.kind));
  const dice = inMiddle.filter((item) => item.kind === "ThrownDie");
  document.getElementById("dice").replaceChildren(...dice.map(dieOf));
  const rest = inMiddle.filter((item) => item.kind !== "ThrownDie");
  document.getElementById("pile").replaceChildren(...rest.map(heap));
  showBoard(items.filter((item) => Array.isArray(item.at)), frameOf(items));
}

function heap(prop) {
  if (prop.kind !== "Deck") return element("div", "heap", chip(prop));
  const deck = element("span", "deck", ...[0, 1, 2].map(() => element("i", "", drawing("back"))));
  const made = element("div", "heap", deck, element("b", "", prop.label));
  mark(made, prop);
  return made;
}

/** What names the squares of the board, if anything does. */
export const frameOf = (items) => items.find((item) => item.kind === "BoardFrame");

/** Squares in rows, as many as have a name or something lies on or before; each says where it is. */
function showBoard(items, frame) {
  const board = document.getElementById("board");
  const most = (which) => Math.max(0, ...items.map((item) => item.at[which]));
  const rows = Math.max(most(0), frame?.rows.length ?? 0);
  const columns = Math.max(most(1), frame?.columns.length ?? 0);
  board.hidden = !rows;
  board.classList.toggle("framed", frame !== undefined);
  if (frame?.label) board.setAttribute("aria-label", frame.label);
  else board.removeAttribute("aria-label");
  board.style.setProperty("--columns", columns);
  const squares = [];
  for (let row = 1; row <= rows; row++) {
    if (frame) squares.push(nameAtEdge(frame.rows[row - 1]));
    for (let column = 1; column <= columns; column++) {
      squares.push(square(row, column, items.filter((item) => item.at[0] === row && item.at[1] === column), frame));
    }
  }
  if (frame) squares.push(nameAtEdge(""), ...frame.columns.map(nameAtEdge));
  board.replaceChildren(...squares);
  document.body.classList.toggle("with-board", rows > 0);
  makeRoom();
}

/** The box makes room for the board, so that both together stand in the middle. Repeated when the window changes size. */
export function makeRoom() {
  const board = document.getElementById("board");
  board.parentElement.style.setProperty("--lift", `${board.hidden ? 0 : board.offsetHeight / 2}px`);
  board.parentElement.style.setProperty("--above", `${board.hidden ? 0 : board.offsetHeight + 8}px`);
}

function square(row, column, items, frame) {
  const made = element("div", "square", ...(items.length ? [element("ul", "", ...items.map(chip))] : []));
  made.setAttribute("role", "group");
  made.dataset.square = `${row}:${column}`;
  const here = (at) => at && at[0] === row && at[1] === column;
  const name = frame?.rows[row - 1] ? `${frame.columns[column - 1]}${frame.rows[row - 1]}` : "";
  if (name) made.dataset.called = name;
  made.classList.toggle("unnamed", frame !== undefined && !name);
  made.classList.toggle("chosen", Boolean(here(frame?.chosen)));
  made.classList.toggle("target", Boolean(frame?.targets?.some(here)));
  // Read out where something lies; an empty square is seen to be one.
  const where = name || (frame ? frame.columns[column - 1] : words.square({ row, column }));
  if (items.length) made.setAttribute("aria-label", [where, ...items.map(spoken)].join(", "));
  else made.setAttribute("aria-hidden", "true");
  return made;
}

function nameAtEdge(name) {
  const made = element("b", "edge-name", name ?? "");
  made.setAttribute("aria-hidden", "true");
  return made;
}
