// The places around the table: a name, a pad with a lamp, and what lies there.

import { drawing, element, niche } from "./art.js";
import { isHeld, releaseIn } from "./hands.js";
import { lay } from "./lay.js";
import { chip, showMiddle, turn } from "./props.js";
import { words } from "./words.js";

export const SEATS = 15;
const FORWARD = 0.93; // how far from the middle a card lies that is pushed forward, as in the stylesheet
const IN_THE_MIDDLE = "#dice .thrown, #pile .heap, #board:not([hidden])";
const CHIPS = ["words", "lines", "names", "letters"]; // how much is written on a chip, and how: what fits

const seats = []; // by number; each the parts of one place
let shown = 0;
let wood = 36; // the radius that is free of places, in hundredths of the table
const bots = new Set();

export const selected = { seat: 0 };

/**
 * Make all places once; `ask` sends to the room, `chosen` is called when a place is selected.
 * die: while `isLaying`, a click lays the die at a place instead.
 */
export function makeSeats(ask, chosen, die) {
  const all = document.getElementById("seats");
  for (let number = 1; number <= SEATS; number++) {
    const seat = makeSeat(number);
    seats[number] = seat;
    const chooses = () => { if (!die.isLaying()) select(number, chosen); };
    seat.root.addEventListener("focusin", chooses);
    seat.root.addEventListener("pointerdown", chooses);
    seat.name.addEventListener("click", () => { if (die.isLaying()) die.lay(number); });
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

/** One's own place: the only one without a bot; where there are several, or none, the chosen one (`alone`: 0). */
export function own(alone = false) {
  const people = [];
  for (let number = 1; number <= shown; number++) if (!bots.has(number)) people.push(number);
  return people.length === 1 ? people[0] : alone ? 0 : selected.seat;
}

export const partsOf = (number) => (number <= shown ? seats[number] : undefined);

export function toggleBot(number, ask) {
  ask({ type: "bot", seat: number, on: !bots.has(number) });
}

// ---------------------------------------------------------------- what the room tells

let lying; // as the room told it last

/** The table as it lies, but for this. */
export function again(change) {
  if (lying) showTable({ ...lying, ...change }, lying);
}

export function showTable(table, told = table) {
  lying = told;
  if (table.seats !== shown) place(table.seats);
  for (let number = 1; number <= SEATS; number++) {
    if (number <= shown) furnish(number, [...table.items.filter((item) => item.at === number), ...unheard(table, number)]);
  }
  showMiddle(table.items);
  settle();
}

/** What people do there that no game tells of: the die on a card, a thumb held out. */
function unheard({ die, thumbs }, number) {
  const way = thumbs?.[number];
  seats[number].holdsOut = thumbs !== undefined && !way;
  return [
    ...(die === number ? [{ kind: "ThrownDie", at: number, number: 6, label: words.dieHere }] : []),
    ...(way ? [{ kind: "ShownThumb", at: number, up: way === "up", label: words.heldOut[way] }] : []),
  ];
}

/** These have their eyes open with whoever sits here. */
export function showCompany(others) {
  for (let number = 1; number <= SEATS; number++) seats[number].root.classList.toggle("companion", others.includes(number));
}

function furnish(number, items) {
  const seat = seats[number];
  const plate = items.find((item) => item.kind === "Plate");
  const thumb = items.find((item) => item.kind === "ShownThumb");
  seat.lying = items.find((item) => item.own);
  seat.who = plate?.label ?? words.seat({ seat: number });
  seat.numbered = !plate || plate.numbered === true;
  seat.root.classList.toggle("turned", plate?.turned === true);
  seat.root.classList.toggle("empty", !plate);
  const ordinal = seat.numbered ? [] : [element("i", "number", String(number))];
  seat.name.replaceChildren(...ordinal, element("b", "", seat.who));
  fitName(seat);
  showThumb(seat, thumb);
  // The card before a seat is drawn large; once it lies open, its label stands beside it.
  const beside = items.filter((item) => item !== plate && item !== thumb && !(item.own && item.face_down));
  const chips = beside.map(chip);
  if (plate?.note) chips.unshift(element("li", "chip note", plate.note));
  seat.chips.replaceChildren(...chips);
  seat.up.setAttribute("aria-label", words.thumb.up({ name: seat.who }));
  seat.down.setAttribute("aria-label", words.thumb.down({ name: seat.who }));
  if (!isHeld(seat.card)) showCard(number);
  describe(number);
}

/** A long name is written smaller, so that it stays on its plate. */
function fitName(seat) {
  seat.name.style.setProperty("--fit", 1);
  const fit = Math.min(1, seat.plate.clientWidth / seat.name.offsetWidth);
  seat.name.style.setProperty("--fit", fit.toFixed(3));
}

function showThumb(seat, thumb) {
  const way = thumb ? (thumb.up ? "up" : "down") : "";
  seat.thumb = thumb?.label;
  seat.shows.className = `shows ${way}`;
  seat.shows.replaceChildren(...(thumb ? [drawing("thumb")] : []));
}

/** The card that was dealt to a seat, as it lies; or as its owner sees it, `lifted`, null if not now. */
export function showCard(number, lifted) {
  const { card, root, lying, who } = seats[number];
  card.hidden = !lying;
  root.dataset.lies = !lying ? "" : !lying.face_down ? "open" : lying.forward ? "forward" : "down";
  const said = turn(card, lifted === undefined ? lying : lifted, lifted !== undefined);
  card.setAttribute("aria-label", `${said}: ${who}`);
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
  if (!seat.who) return;
  const parts = [seat.numbered ? seat.who : words.seatNamed({ seat: number, name: seat.who })];
  parts.push(...[...seat.chips.querySelectorAll(".note")].map((note) => note.textContent));
  parts.push(seat.lamp.classList.contains("lit") ? words.lampLit : words.lampDark);
  if (seat.thumb) parts.push(seat.thumb);
  parts.push(...[...seat.chips.querySelectorAll("[data-kind]")].map((one) => one.title));
  seat.root.setAttribute("aria-label", parts.join(", "));
  seat.bot.setAttribute("aria-label", words.botAt({ name: seat.who }));
}

// ---------------------------------------------------------------- where things are

/** The window or the box has another size. */
export function measure() {
  if (!shown) return;
  place(shown);
  for (let number = 1; number <= shown; number++) if (seats[number].who) fitName(seats[number]);
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
  const blocked = [document.getElementById("box"), ...document.querySelectorAll(IN_THE_MIDDLE)];
  const middle = blocked.map((it) => within(stage.getBoundingClientRect(), it.getBoundingClientRect(), unit));
  const much = places.map(() => 0);
  const laid = (anyhow) => lay(places.map((seat, at) => ({ ...spot(seat), chips: sizes[much[at]][at] })), middle, wood, anyhow);
  let found;
  do found = laid(false); while (found.stuck !== undefined && writeLess(much, found.stuck));
  if (found.stuck !== undefined) found = laid(true);
  for (const [at, seat] of places.entries()) {
    seat.root.dataset.chips = CHIPS[much[at]];
    for (const [number, it] of chipsOf(seat).entries()) {
      const { x, y } = found.places[at][number];
      it.style.setProperty("--cx", (x - seat.lies.x).toFixed(2));
      it.style.setProperty("--cy", (y - seat.lies.y).toFixed(2));
    }
  }
}

/** Where a place's own card lies, or would: then there is nothing to keep clear of. */
function spot({ lies, lying }) {
  if (!lying) return { ...lies, w: 0, h: 0 };
  return lying.forward ? { ...lies, x: lies.x * FORWARD, y: lies.y * FORWARD } : lies;
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
