// The virtual table: moves virtual buttons and shows what the room tells. It knows no rules.
//
// Stable hooks for tests and tools:
//   body[data-eyes="open|closed"]       eyes; closed while the storm is on
//   body[data-sees="true"]              the eyes of one's own place are open in the storm
//   body[data-connection="open|lost"]   whether the room answers
//   #read                               what has just changed on the display, for a screen reader
//   #come                               where phones join, while the display shows their code
//   #hint                               what the player here does that the box does not ask for
//   #display                            a canvas of 128 x 64, one canvas pixel for one of the display's;
//                                       its aria-label is the screen in words
//   #caption                            the sentence being spoken; #history what happened so far, newest first
//   .take                               a button over what is on offer, in whatever shows it; #number, where a
//                                       number is typed
//   #sound                              the short sound that was just heard, by name
//   [data-button="panel:ok"]            panel buttons: up, down, ok, back, repeat
//   [data-seat="3"]                     a place; hidden where nobody sits; .turned: its plate is turned round;
//                                       .is-bot; .selected; [data-lies="down|forward|open|"]: its own card
//   [data-button="3:up"], "3:down"      a pad's buttons; .held while held on this page
//   [data-lamp="3"][data-lit]           a pad's lamp, "true" or "false"
//   [data-card="3"]                     the card dealt to a seat: hold to look; .lifted while looked at
//   [data-kind="Card"][data-name="odin"] another card, or Token, Tally, ThrownDie, inside its place, #pile or #board
//   #dice .thrown, #pile                what lies in the middle
//   [data-square="2:3"]                 a square of the board, by row and column; .chosen, .target
//   #banner                             how the game ended; body[data-mood="shines|burns|"]
//   #quiet, #joins                      that nothing is heard; where phones join
//   #only                               bots at all places but one's own
//
// To the room:   press {source, button, down, prompt}   look {seat, by}   bot {seat, on}   only {seat}   die {by, at}
//                way {prompt, item or number}
//                each with the last beat heard, so that the room drops what comes late
// From the room: snapshot, notices, then alive, display, offers, lamps, table, storm, eyes, caption, begin, speech, hush, sound, bots,
//                panel; card, die and way as answers.

import { element, loadSymbols } from "./art.js";
import { addCaption, beginStory, hush, restart } from "./captions.js";
import { showBanner, useBanner } from "./banner.js";
import { showCorner } from "./corner.js";
import { company, eyes, isLaying, isLooking, layDie, showDie, showEyes } from "./eyes.js";
import { showCome } from "./come.js";
import { isHeld, releaseAll, useHands } from "./hands.js";
import { useKeys } from "./keys.js";
import { place, setSpeed, showOffers, showWay, useOffers } from "./offers.js";
import { isNarrow } from "./places.js";
import { readOut } from "./reader.js";
import {
  makeSeats, measure, own, partsOf, select, selected, showBots, showCard, showLamps, showPhones, showSpeech, showTable,
} from "./seats.js";
import { renew, words } from "./words.js";

const PANEL = ["up", "down", "ok", "back", "repeat"];
const SIGNS = { up: "▲", down: "▼", ok: "OK", back: "↩", repeat: "↻" };
const LIT = [214, 238, 255, 255];
const UNLIT = [5, 9, 16, 255];

const byId = (id) => document.getElementById(id);
const canvas = byId("display");
const HEARD = 6000; // milliseconds for which a short sound is named
const FRAME = 16; // milliseconds between two pictures
const SILENCE = 2500; // milliseconds after which a table that shows no sign of life is lost
let socket;
let looking = 0;
let heard = 0; // when the room was last heard
let beat = 0; // the number of its last sign of life

// ---------------------------------------------------------------- to the room

// While the table is lost nothing is sent: it would all arrive at once, much later. But letting go is.
function ask(message) {
  const lost = document.body.dataset.connection === "lost" && message.down !== false;
  if (socket?.readyState === WebSocket.OPEN && !lost) socket.send(JSON.stringify({ ...message, beat }));
}

function handMoved(button, down) {
  if (button.dataset.card) return down ? lift(Number(button.dataset.card)) : lay(Number(button.dataset.card));
  const [place, name] = button.dataset.button.split(":");
  ask({ type: "press", source: place === "panel" ? 0 : Number(place), button: name, down });
}

function lift(seat) {
  looking = seat;
  ask({ type: "look", seat, by: eyes.by || seat });
}

function lay(seat) {
  if (looking === seat) looking = 0;
  showCard(seat);
  if (!eyes.asked && !isLooking()) company(undefined);
}

// ---------------------------------------------------------------- from the room

const hear = {
  snapshot(all) {
    if (renew(all.said)) label();
    showTable(all.table);
    showBanner(all.table.items);
    hear.notices(all.notices);
    showLamps(all.lit);
    showBots(all.bots);
    hear.display(all.display);
    hear.storm({ on: all.storm });
    hear.glow(all.glow);
    hear.eyes(all.eyes);
    hear.panel({ held: all.held });
    showOffers(all.offers);
    setSpeed(all.speed);
    restart(all.captions);
    byId("speed").textContent = all.speed === 1 ? "" : words.speed({ times: all.speed });
    if (!partsOf(selected.seat)) choose(1);
    else named();
  },
  display({ picture, words: text, link }) {
    const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
    const image = new ImageData(128, 64);
    for (let at = 0; at < 128 * 64; at++) {
      const lit = bytes[at >> 3] & (0x80 >> (at & 7));
      image.data.set(lit ? LIT : UNLIT, at * 4);
    }
    canvas.getContext("2d").putImageData(image, 0, 0);
    canvas.setAttribute("aria-label", words.display({ text: text || words.blank }));
    readOut(text);
    showCome(link);
  },
  offers: showOffers,
  way: showWay,
  lamps: ({ lit }) => showLamps(lit),
  table(table) {
    showTable(table);
    showBanner(table.items);
    place();
    if (!partsOf(selected.seat)) choose(1);
    else named();
  },
  alive({ beat: newest }) {
    beat = newest;
    if (document.body.dataset.connection === "lost") connection("open");
  },
  storm({ on }) {
    showEyes({ storm: on });
    // A card that is still held up is laid down.
    if (looking) lay(looking);
  },
  // Only with `simulate --room`.
  glow({ moment, mood }) {
    document.body.dataset.moment = moment;
    document.body.dataset.glow = moment === "reveal" ? mood || "shines" : "";
  },
  eyes({ awake, secret, hand }) {
    showEyes({ awake, secret, hand });
    // One person among bots is told at once; where several share a page, each looks at the own card.
    eyes.asked = secret ? own(true) : 0;
    if (eyes.asked) ask({ type: "look", seat: eyes.asked });
  },
  die: ({ at }) => showDie(at),
  caption: addCaption,
  begin: beginStory,
  speech: showSpeech,
  hush: ({ last }) => hush(last),
  sound({ name }) {
    const line = byId("sound");
    line.textContent = "";
    line.textContent = words.sound({ name: words.sounds[name] ?? name });
    line.animate({ visibility: ["visible", "hidden"] }, { duration: HEARD, fill: "forwards" });
  },
  notices(notices) {
    showCorner(notices);
    showPhones(notices.phones);
  },
  bots({ seats }) {
    showBots(seats);
    named();
  },
  panel({ held }) {
    for (const name of PANEL) panelKey(name).classList.toggle("in", held.includes(name));
  },
  card({ seat, card, with: others }) {
    const held = isHeld(partsOf(seat)?.card);
    if (eyes.asked || (held && seat === looking)) company(others);
    if (held && seat === looking) showCard(seat, card);
  },
};

// Of what comes in a rush only the newest is drawn. Whatever may rest on it is done after it.
const DRAWN = ["table", "display", "offers", "lamps"];
const ASIDE = ["alive", "begin", "caption", "hush", "panel"];
const undrawn = new Map();
let drawing = 0;

function take(message) {
  if (DRAWN.includes(message.type)) {
    undrawn.set(message.type, message);
    drawing ||= setTimeout(draw, FRAME);
    return;
  }
  if (!ASIDE.includes(message.type)) draw();
  hear[message.type]?.(message);
}

function draw() {
  clearTimeout(drawing);
  drawing = 0;
  const newest = DRAWN.map((kind) => undrawn.get(kind)).filter((message) => message);
  undrawn.clear();
  for (const message of newest) hear[message.type](message);
}

function connect() {
  socket = new WebSocket(new URL("table", location.href.replace(/^http/, "ws")));
  socket.addEventListener("message", ({ data }) => {
    heard = performance.now();
    take(JSON.parse(data));
  });
  socket.addEventListener("close", () => {
    connection("lost");
    setTimeout(connect, 1000);
  });
}

function watch() {
  if (document.body.dataset.connection === "open" && performance.now() - heard > SILENCE) connection("lost");
}

function connection(state) {
  // Nobody knows what becomes of a button that was held when nobody answered.
  if (state === "lost") releaseAll();
  document.body.dataset.connection = state;
  byId("lost").textContent = state === "lost" ? words.lost : "";
}

// ---------------------------------------------------------------- the page itself

const panelKey = (name) => document.querySelector(`[data-button="panel:${name}"]`);

function choose(number) {
  if (isLaying()) layDie(number, ask);
  else select(number, named);
}

function named() {
  const name = partsOf(own())?.who;
  showEyes({});
  byId("only").disabled = !name;
  byId("only").textContent = name ? words.only({ name }) : words.onlyNobody;
}

function makePanel() {
  for (const name of PANEL) {
    const key = element("button", `key ${name}`, element("i", "", SIGNS[name]), element("small"));
    key.type = "button";
    key.dataset.button = `panel:${name}`;
    byId("panel").append(key);
  }
}

// Whatever stands there all the time, in the language that is spoken now.
function label() {
  document.documentElement.lang = words.language;
  document.title = words.title;
  byId("title").textContent = words.title;
  byId("so-far").textContent = words.story;
  byId("past").textContent = words.past;
  byId("box").setAttribute("aria-label", words.panelGroup);
  byId("offers").setAttribute("aria-label", words.offered);
  byId("sound").textContent = "";
  byId("copy").textContent = words.copy;
  for (const name of PANEL) {
    panelKey(name).querySelector("small").textContent = words.panel[name];
    panelKey(name).setAttribute("aria-label", words.panel[name]);
  }
  const help = words.help.flatMap(([keys, what]) => [element("dt", "", keys), element("dd", "", what)]);
  byId("help").replaceChildren(...help);
  fit();
}

// One display pixel is a whole number of the screen's, or it blurs.
function fit() {
  const dots = devicePixelRatio || 1;
  const room = byId("stage").clientWidth * (isNarrow() ? 0.9 : 0.37) * dots;
  const scale = Math.max(Math.round(2 * dots), Math.floor(room / 128)) / dots;
  canvas.style.width = `${128 * scale}px`;
  canvas.style.height = `${64 * scale}px`;
  byId("box").style.setProperty("--display", `${128 * scale}px`);
  byId("stage").style.setProperty("--box", `${byId("box").offsetHeight / 2}px`);
  byId("stage").style.setProperty("--beside", `${byId("box").offsetWidth / 2}px`);
  measure();
}

byId("story").setAttribute("aria-labelledby", "so-far");
loadSymbols();
makePanel();
makeSeats(ask, named, { isLaying, lay: (number) => layDie(number, ask) });
label();
addEventListener("resize", fit);
// Measurements made with another font are repeated.
document.fonts.addEventListener("loadingdone", fit);
useHands(handMoved);
useOffers(ask);
useBanner(ask);
useKeys({ ask, choose });
byId("only").addEventListener("click", ({ currentTarget }) => {
  ask({ type: "only", seat: own() });
  // It is done: Enter is the panel's OK again.
  currentTarget.blur();
});
setInterval(watch, 250);
connect();
