// The places around the table: a name, a pad with a lamp, and what lies there.

import { drawing, element } from "./art.js";
import { isHeld, releaseIn } from "./hands.js";
import { put, settle } from "./places.js";
import { chip, frameOf, makeRoom, showMiddle, turn } from "./props.js";
import { words } from "./words.js";

export const SEATS = 15;
const READ = 5000; // milliseconds for which a short line is seen

const seats = []; // by number; each the parts of one place
let shown = 0;
let near = 0; // the place at the lower edge; 0: the first one is at the upper one
const bots = new Set();
const phones = new Set();

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
    // Only a click on the place itself, or its name: what lies or glows there is not a place to sit down.
    seat.root.addEventListener("click", ({ target }) => {
      if (target.closest("[data-button], [data-card], .bot, .take, .chip")) return;
      if (!die.isLaying()) select(number, chosen);
      else if (seat.name.contains(target)) die.lay(number);
    });
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
  const god = element("div", "god");
  const middle = element("div", "middle", element("span", "light", lamp, shows), bot, card);
  const plate = element("div", "plate", name, god, middle, element("div", "pad", down, up));
  const lies = element("div", "lies", chips);
  const speech = element("p", "speech");
  speech.setAttribute("role", "status");
  for (const button of [name, bot, up, down, card]) button.type = "button";
  root.append(plate, lies, speech);
  return { root, plate, speech, name, god, lamp, shows, bot, up, down, card, chips };
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
  showWho();
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
  const top = table.items.some((item) => item.top);
  const side = frameOf(table.items)?.near || (top ? 0 : 1);
  if (table.seats !== shown || side !== near) place(table.seats, side);
  for (let number = 1; number <= SEATS; number++) {
    if (number <= shown) furnish(number, [...table.items.filter((item) => item.at === number), ...unheard(table, number)]);
  }
  showMiddle(table.items);
  settleSoon();
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

/** These seats have their eyes open at the same time as this one. */
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
  seat.god.replaceChildren(...(plate?.symbol ? [drawing(plate.symbol)] : []));
  const ordinal = seat.numbered ? [] : [element("i", "number", String(number))];
  seat.name.replaceChildren(...ordinal, element("b", "", seat.who));
  showThumb(seat, thumb);
  // The card before a seat is drawn large; once it lies open, its label stands beside it.
  const beside = items.filter((item) => item !== plate && item !== thumb && !(item.own && item.face_down));
  const chips = beside.map(chip);
  // At the end the cards that lie open are what counts.
  seat.note = plate?.note ?? "";
  if (seat.note && (!seat.lying || seat.lying.face_down)) chips.unshift(element("li", "chip note", seat.note));
  seat.chips.replaceChildren(...chips, element("li", "chip more"));
  seat.up.setAttribute("aria-label", words.thumb.up({ name: seat.who }));
  seat.down.setAttribute("aria-label", words.thumb.down({ name: seat.who }));
  if (!isHeld(seat.card)) showCard(number);
  describe(number);
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
  root.dataset.lies = !lying ? "" : !lying.face_down ? "open" : lying.viewable ? "forward" : "down";
  const said = turn(card, lifted === undefined ? lying : lifted, lifted !== undefined);
  card.setAttribute("aria-label", `${said}: ${who}`);
}

/** Somebody there says this, for as long as it takes to read. */
export function showSpeech({ seat, text }) {
  const { speech } = seats[seat];
  speech.textContent = text;
  speech.animate({ visibility: ["visible", "hidden"] }, { duration: READ + 70 * text.length, fill: "forwards" });
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
  showWho();
}

/** The pads that are phones. */
export function showPhones(list) {
  phones.clear();
  for (const number of list) phones.add(number);
  showWho();
}

/** Who sits where: a bot, a phone, you, or another human. */
export function showWho() {
  for (let number = 1; number <= SEATS; number++) {
    const { bot, root } = seats[number];
    const on = bots.has(number);
    const yours = number === own() && !phones.has(number);
    const says = on ? words.bot : phones.has(number) ? words.phone : yours ? words.human : "";
    bot.replaceChildren(says || drawing("person"));
    bot.title = says || words.other;
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
  if (seat.note) parts.push(seat.note);
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
  makeRoom();
  place(shown);
  settleSoon();
}

let frame = 0;

/** Once before the next picture, however much is laid until then. */
function settleSoon() {
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => {
    fitNames(seats.slice(1, shown + 1));
    settle(seats.slice(1, shown + 1));
  });
}

/** A long name is written smaller, so that it stays on its plate. All are measured at once: that is slow. */
function fitNames(places) {
  for (const { name } of places) name.style.setProperty("--fit", 1);
  const fits = places.map(({ plate, name }) => Math.min(1, plate.clientWidth / name.offsetWidth));
  for (const [at, { name }] of places.entries()) name.style.setProperty("--fit", fits[at].toFixed(3));
}

function place(count, side = near) {
  shown = count;
  near = side;
  for (let number = 1; number <= SEATS; number++) {
    const { root } = seats[number];
    root.hidden = number > count;
    if (root.hidden) releaseIn(root);
  }
  put(seats.slice(1, count + 1), near);
}
