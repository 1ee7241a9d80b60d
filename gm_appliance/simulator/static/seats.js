// The places around the table: a name, a pad with a lamp, and what lies there.

import { die, drawing, element, niche } from "./art.js";
import { isHeld, releaseIn } from "./hands.js";
import { lay } from "./lay.js";
import { words } from "./words.js";

export const SEATS = 15;
const NO_CHIP = /^(god|god-below|name|thumb:.*)$/;
const DRAWN = ["oracle", "dealer"];
const CHIPS = ["words", "lines", "names", "letters"]; // how much is written on a chip, and how: what fits

const seats = []; // by number; each the parts of one place
let shown = 0;
let wood = 36; // the radius that is free of places, in hundredths of the table
let faces = {}; // seat -> how its faction card lies
const bots = new Set();

export const selected = { seat: 0 };

/** Make all places once; `ask` sends to the room, `chosen` is called when a place is selected. */
export function makeSeats(ask, chosen) {
  const all = document.getElementById("seats");
  for (let number = 1; number <= SEATS; number++) {
    const seat = makeSeat(number);
    seats[number] = seat;
    seat.root.addEventListener("focusin", () => select(number, chosen));
    seat.root.addEventListener("pointerdown", () => select(number, chosen));
    seat.bot.addEventListener("click", () => toggleBot(number, ask));
    all.append(seat.root);
  }
}

function makeSeat(number) {
  const root = element("section", "seat");
  root.dataset.seat = number;
  root.setAttribute("role", "group");
  const name = element("button", "name");
  const lamp = element("span", "lamp");
  lamp.dataset.lamp = number;
  lamp.setAttribute("role", "img");
  const shows = element("span", "shows");
  const bot = element("button", "bot");
  const up = padButton(number, "up");
  const down = padButton(number, "down");
  const card = element("button", "card");
  card.dataset.card = number;
  const chips = element("ul", "chips");
  const middle = element("div", "middle", lamp, shows, bot);
  const plate = element("div", "plate", name, middle, element("div", "pad", down, up));
  const lies = element("div", "lies", card, chips);
  for (const button of [name, bot, up, down, card]) button.type = "button";
  root.append(plate, lies);
  return { root, plate, name, lamp, shows, bot, up, down, card, chips };
}

function padButton(number, thumb) {
  const button = element("button", `thumb-button ${thumb}`, drawing("thumb"));
  button.dataset.button = `${number}:${thumb}`;
  return button;
}

export function select(number, chosen) {
  if (number > shown || number === selected.seat) return;
  selected.seat = number;
  for (const [at, seat] of seats.entries()) {
    if (!seat) continue;
    seat.root.classList.toggle("selected", at === number);
    for (const inner of [seat.bot, seat.up, seat.down, seat.card]) inner.tabIndex = at === number ? 0 : -1;
  }
  chosen(number);
}

export const partsOf = (number) => (number <= shown ? seats[number] : undefined);

export function toggleBot(number, ask) {
  ask({ type: "bot", seat: number, on: !bots.has(number) });
}

// ---------------------------------------------------------------- what the room tells

export function showTable(table) {
  if (table.seats !== shown) place(table.seats);
  faces = table.factions;
  for (let number = 1; number <= SEATS; number++) {
    const mine = table.items.filter((item) => item.seat === number);
    if (number <= shown) furnish(number, mine);
  }
  showMiddle(table.items.filter((item) => item.seat === 0));
  settle();
}

function furnish(number, items) {
  const seat = seats[number];
  const god = items.find((item) => item.mark === "god" || item.mark === "god-below");
  const sign = god ?? items.find((item) => item.mark === "name");
  const has = (mark) => items.some((item) => item.mark === mark);
  seat.god = sign?.label || words.seat(number);
  // "Player 3" at place 3 says it all; the number in a god's name is another one.
  seat.says = !god && seat.god.split(" ").includes(String(number));
  seat.root.classList.toggle("below", god?.mark === "god-below");
  seat.root.classList.toggle("empty", !sign);
  const ordinal = seat.says ? [] : [element("i", "number", String(number))];
  seat.name.replaceChildren(...ordinal, element("b", "", seat.god));
  fitName(seat);
  showThumb(seat, has("thumb:up") ? "up" : has("thumb:down") ? "down" : "");
  const chips = items.filter((item) => !NO_CHIP.test(item.mark)).map((item) => chip(item, seat.god));
  if (god?.mark === "god-below") chips.unshift(element("li", "chip world", words.below));
  seat.chips.replaceChildren(...chips);
  seat.up.setAttribute("aria-label", `${words.thumb.up}: ${seat.god}`);
  seat.down.setAttribute("aria-label", `${words.thumb.down}: ${seat.god}`);
  if (!isHeld(seat.card)) showCard(number);
  describe(number);
}

/** A long name is written smaller, so that it stays on its plate. */
function fitName(seat) {
  seat.name.style.setProperty("--fit", 1);
  const fit = Math.min(1, seat.plate.clientWidth / seat.name.offsetWidth);
  seat.name.style.setProperty("--fit", fit.toFixed(3));
}

/** "Thor: wound", of which less is written where there is no room; a god's own card says least. */
function chip(item, god) {
  const [name, ...rest] = (item.label || words.things[item.mark] || item.mark).split(": ");
  const made = element("li", "chip", element("b", "", name));
  if (rest.length) made.append(element("span", "", `: ${rest.join(": ")}`));
  made.classList.toggle("own", rest.length > 0 && name === god);
  made.dataset.short = name.slice(0, 2);
  made.title = made.textContent;
  if (DRAWN.includes(item.mark)) made.prepend(drawing(item.mark));
  made.dataset.mark = item.mark;
  // The same card has the same colour everywhere; its name is written on it all the same.
  let hue = 0;
  for (const letter of item.mark) hue = (hue * 47 + letter.codePointAt(0) * 11) % 360;
  made.style.setProperty("--hue", hue);
  return made;
}

function showThumb(seat, thumb) {
  seat.thumb = thumb;
  seat.shows.className = `shows ${thumb}`;
  seat.shows.replaceChildren(...(thumb ? [drawing("thumb")] : []));
}

/** How the faction card at a place lies; `lifted` is the faction while somebody looks at it. */
export function showCard(number, lifted) {
  const { card, root } = seats[number];
  const face = faces[number];
  card.hidden = !face;
  root.dataset.faction = face ?? "";
  const open = lifted ?? (face in words.cardOpen ? face : undefined);
  card.className = `card ${open ?? face ?? ""}${lifted ? " lifted" : ""}`;
  if (lifted === "refused") card.replaceChildren(element("em", "", words.refused));
  else if (open) card.replaceChildren(drawing(open), element("em", "", words.cardOpen[open]));
  else card.replaceChildren(drawing("back"));
  const said = open ? words.cardOpen[open] ?? words.refused : words.card[face] ?? "";
  card.setAttribute("aria-label", `${said}: ${seats[number].god}`);
}

export function showLamps(lit) {
  for (let number = 1; number <= SEATS; number++) {
    const { lamp } = seats[number];
    const on = lit.includes(number);
    lamp.classList.toggle("lit", on);
    lamp.dataset.lit = on;
    lamp.setAttribute("aria-label", on ? words.lampLit : words.lampDark);
    describe(number);
  }
}

export function showBots(list) {
  bots.clear();
  for (const number of list) bots.add(number);
  for (let number = 1; number <= SEATS; number++) {
    const { bot, root } = seats[number];
    const on = bots.has(number);
    bot.textContent = on ? words.bot : words.human;
    bot.setAttribute("aria-pressed", on);
    root.classList.toggle("is-bot", on);
    describe(number);
  }
}

/** A screen reader hears of a place what the eye sees of it. */
function describe(number) {
  const seat = seats[number];
  if (!seat.god) return;
  const parts = [seat.says ? seat.god : words.seatNamed(number, seat.god)];
  if (seat.root.classList.contains("below")) parts.push(words.below);
  parts.push(seat.lamp.classList.contains("lit") ? words.lampLit : words.lampDark);
  if (seat.thumb) parts.push(words.thumbShown[seat.thumb]);
  for (const one of seat.chips.querySelectorAll("[data-mark]")) parts.push(one.textContent);
  seat.root.setAttribute("aria-label", parts.join(", "));
  seat.bot.setAttribute("aria-label", words.botAt(seat.god));
}

// ---------------------------------------------------------------- where things are

/** The window or the box has another size. */
export function measure() {
  if (!shown) return;
  place(shown);
  for (let number = 1; number <= shown; number++) if (seats[number].god) fitName(seats[number]);
  settle();
}

function place(count) {
  shown = count;
  const turn = (2 * Math.PI) / count;
  // Fewer places are larger: everything in units of a hundredth of the table.
  const size = count <= 8 ? 1.22 : count <= 11 ? 1.1 : 1;
  const radius = 49.2 - 6 * size;
  const lie = radius - 9.5 * size - 1.2;
  wood = radius - 7.2 * size;
  document.getElementById("stage").style.setProperty("--size", size);
  const carved = [];
  for (let number = 1; number <= SEATS; number++) {
    const { root } = seats[number];
    root.hidden = number > count;
    if (root.hidden) {
      releaseIn(root);
      continue;
    }
    const at = turn * (number - 1);
    const put = (name, value) => root.style.setProperty(name, value.toFixed(3));
    put("--px", radius * Math.sin(at));
    put("--py", -radius * Math.cos(at));
    put("--lx", lie * Math.sin(at));
    put("--ly", -lie * Math.cos(at));
    const half = Math.min(turn / 2 - 0.012, 0.27 * size);
    carved.push(niche(at, half, radius - 6.9 * size, 49.1));
    seats[number].lies = { x: lie * Math.sin(at), y: -lie * Math.cos(at), w: 3.7 * size, h: 5.2 * size };
  }
  const svg = document.getElementById("niches");
  svg.replaceChildren(...carved.flatMap((shape) => ["cut", "edge"].map((name) => path(shape, name))));
}

/** Every chip to where there is wood; where it is scarce, less is written on those of a place. */
function settle() {
  const stage = document.getElementById("stage");
  const unit = stage.clientWidth / 100;
  const places = seats.slice(1, shown + 1);
  const chipsOf = ({ chips }) => [...chips.children].filter((it) => it.offsetWidth);
  const sizes = CHIPS.map((much) => {
    for (const { root } of places) root.dataset.chips = much;
    return places.map((seat) => chipsOf(seat).map((it) => ({ w: it.offsetWidth / unit, h: it.offsetHeight / unit })));
  });
  const blocked = [document.getElementById("box"), ...document.querySelectorAll("#dice .thrown, #pile .heap")];
  const middle = blocked.map((it) => within(stage.getBoundingClientRect(), it.getBoundingClientRect(), unit));
  const much = places.map(() => 0);
  let found;
  do {
    found = lay(places.map(({ lies }, at) => ({ ...lies, chips: sizes[much[at]][at] })), middle, wood);
  } while (found.stuck !== undefined && writeLess(much, found.stuck));
  for (const [at, seat] of places.entries()) {
    seat.root.dataset.chips = CHIPS[much[at]];
    for (const [number, it] of chipsOf(seat).entries()) {
      const { x, y } = found.places?.[at][number] ?? seat.lies;
      it.style.setProperty("--cx", (x - seat.lies.x).toFixed(2));
      it.style.setProperty("--cy", (y - seat.lies.y).toFixed(2));
    }
  }
}

/** Less on the chips of the place that is stuck, or else on those with most; false if there is no less. */
function writeLess(much, stuck) {
  const most = Math.min(...much);
  const at = much[stuck] < CHIPS.length - 1 ? stuck : much.indexOf(most);
  if (much[at] === CHIPS.length - 1) return false;
  much[at] += 1;
  return true;
}

/** A rectangle of the page, measured from the middle of the table. */
function within(table, it, unit) {
  const x = (it.left + it.width / 2 - table.left) / unit - 50;
  const y = (it.top + it.height / 2 - table.top) / unit - 50;
  return { x, y, w: it.width / unit, h: it.height / unit };
}

function path(shape, name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
  made.setAttribute("d", shape);
  made.setAttribute("class", name);
  return made;
}

function showMiddle(items) {
  const dice = items.filter((item) => item.mark.startsWith("die:")).map((item) => {
    const made = element("span", "thrown", die(Number(item.mark.slice(4))));
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", item.label || words.die(item.mark.slice(4)));
    return made;
  });
  document.getElementById("dice").replaceChildren(...dice);
  const rest = items.filter((item) => !item.mark.startsWith("die:")).map((item) => {
    const made = element("div", "heap");
    if (item.mark.startsWith("deal:")) {
      made.append(element("span", "deck", ...[0, 1, 2].map(() => element("i", "", drawing("back")))));
    }
    made.append(element("b", "", item.label || item.mark));
    made.dataset.mark = item.mark;
    return made;
  });
  document.getElementById("pile").replaceChildren(...rest);
}
