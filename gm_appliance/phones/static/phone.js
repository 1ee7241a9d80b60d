// A phone as a seat's pad, and, where its seat chooses openly, as its panel.

import { loadSymbols } from "./art.js";
import { fetchClip, isAwake, keepAwake } from "./awake.js";
import { element, icon, same } from "./elements.js";
import { PRESSED, RELEASED } from "./frames.js";
import { keep, kept, ownId } from "./kept.js";
import { Link } from "./link.js";
import { tokenOf } from "./seal.js";
import { low } from "./seats.js";
import { useThumbs } from "./thumbs.js";
import { show, turned, viewOf } from "./view.js";
import { renew, words } from "./words.js";

const TAP_MS = 80; // of a thumb that answers a call
const HOLD_MS = 700; // as in the hub's protocol
const GUARD_MS = 350; // a tap so soon after other options came was meant for those before
const SETTLE_MS = 500; // until the box has taken what was tapped, and shows what came of it
const ASLEEP_MS = 2000; // a phone that was out of sight for longer slept, as for the process
const DARK_MS = 120000; // eyes are not closed for longer without a word from the box

const state = {
  known: false, ended: "", lost: false, closed: false, quiet: true, thumbs: false, lamp: false,
  pad: 0, places: [], open: [], shown: {}, choices: null, pages: [], freed: false, page: "", at: "", awake: true,
  panel: null, slept: false,
};

let link = null;
let drawnAt = 0; // when the options were drawn that are there now
let tappedAt = -Infinity; // when one of them was taken
let pending = 0;
let closing = 0;
let load = 0;
let hiddenAt = 0;
let wasHidden = false; // for so long that it may sleep again soon

// ---------------------------------------------------------------- what is told

const told = {
  tick({ closed, quiet, thumbs, lamp, pad }) {
    clearTimeout(closing);
    closing = 0;
    const page = (closed || thumbs) && state.page !== "look" ? "" : state.page;
    // Without closed eyes the places follow at once.
    const awake = isAwake();
    wasHidden &&= !awake && !closed && !thumbs && pad > 0;
    update({ known: state.known || closed, ended: "", lost: false, closed, quiet, thumbs, lamp, pad, page, awake, slept: wasHidden });
  },

  content({ language, pad, places = [], open = [], shown, choices, reading, freed = false, panel = null }) {
    keep("pad", String(pad));
    if (pad && state.page === "look") state.page = "";
    if (words.language !== language) newWords();
    const next = choices && (choices.number || choices.items?.length) ? choices : null;
    const news = { known: true, pad, places, open, shown: shown ?? {}, pages: reading?.pages ?? [], freed, choices: next, panel };
    clearTimeout(pending);
    // Between a tap and what comes of it the box offers nothing: until then nothing moves on the page.
    const waits = !next && state.choices ? tappedAt + SETTLE_MS - performance.now() : 0;
    if (waits > 0) pending = setTimeout(() => offer(news), waits);
    else offer(news);
  },

  lost() {
    // In the dark nobody is told: it would shine.
    if (state.closed) closing ||= setTimeout(() => update({ closed: false, lost: true }), DARK_MS);
    else if (!state.lost) setTimeout(() => link?.isOpen || update({ lost: true }), state.known ? 700 : 2000);
  },

  ended(why) {
    update({ ended: why, closed: false, known: false });
  },
};

/** What the box told; the options in it are there from now on. */
function offer(news) {
  const renewed = news.choices?.prompt !== state.choices?.prompt;
  if (renewed) drawnAt = performance.now();
  update({ ...news, page: renewed && news.choices && state.page !== "look" ? "" : state.page });
}

async function newWords() {
  try {
    renew(await (await fetch("words.json")).json());
    label();
    show(state, act, true);
  } catch { /* in the old language, then */ }
}

function update(more) {
  const news = Object.entries(more).filter(([name, value]) => !same(state[name], value));
  if (!news.length) return;
  Object.assign(state, Object.fromEntries(news));
  show(state, act);
}

// ---------------------------------------------------------------- what is asked

const act = {
  choose({ prompt, item = null, number = null }, it) {
    const now = performance.now();
    if (now - drawnAt < GUARD_MS || now - tappedAt < GUARD_MS) return;
    if (!link.ask({ kind: "Choose", prompt, item, number })) return;
    tappedAt = now;
    sent(it, true);
  },
  take(pad, it) {
    if (pad) keepAwake();
    update({ page: "" });
    sent(it, link.ask({ kind: "Take", pad }));
  },
  look() {
    update({ page: "look" });
  },
  /** The pad of this place is pressed, as by a thumb. */
  thumb() {
    link.move(0, PRESSED, performance.now());
    setTimeout(() => link.move(0, RELEASED, performance.now()), TAP_MS);
  },
  name(name) {
    if (link.ask({ kind: "Name", name })) keep("name", name);
    update({ page: "" });
  },
  read(at) {
    update({ page: "read", at });
  },
  /** The box's buttons are wanted here, or no longer. */
  panel(on) {
    link.ask({ kind: "Press", button: on ? "open" : "close" });
  },
  press(prompt, name, held) {
    link.ask({ kind: "Press", prompt, button: name, held });
  },
  prompt: () => state.panel?.prompt ?? 0,
  awake() {
    keepAwake();
    wasHidden = false;
    update({ slept: false });
  },
};

/** What was tapped is marked, until the box answers by showing something else. */
function sent(it, done) {
  if (!done) return;
  it.classList.add("sent");
  setTimeout(() => it.classList.remove("sent"), 1500);
}

// ---------------------------------------------------------------- the page

function label() {
  const { lang } = document.documentElement;
  if (lang !== words.language) document.documentElement.lang = words.language;
  document.title = words.title;
  const byId = (id) => document.getElementById(id);
  byId("to-read").replaceChildren(icon("book"), element("span", "", words.read));
  byId("to-read").setAttribute("aria-label", words.read);
  byId("to-sit").textContent = words.sitDown;
  byId("to-box").replaceChildren(icon("box"));
  byId("to-box").setAttribute("aria-label", words.panel);
  byId("size").setAttribute("aria-label", words.size);
  byId("sheet-body").setAttribute("aria-label", words.read);
}

function useTaps() {
  document.getElementById("to-read").addEventListener("click", () => act.read(state.at));
  document.getElementById("who").addEventListener("click", () => update({ page: state.page === "place" ? "" : "place" }));
  document.getElementById("to-sit").addEventListener("click", () => update({ page: "" }));
  document.getElementById("to-table").addEventListener("click", () => (viewOf(state) === "panel" ? act.panel(false) : update({ page: state.pad ? "" : "look" })));
  document.getElementById("to-box").addEventListener("click", () => act.panel(true));
  document.getElementById("size").addEventListener("click", () => {
    keep("size", kept("size") === "large" ? "" : "large");
    resize();
  });
  // After a reload the clip is begun by the next tap that anybody may know of.
  for (const what of ["click", "pointerup"]) {
    document.addEventListener(what, () => state.pad && !state.closed && !state.quiet && keepAwake());
  }
  low.addEventListener("change", () => turned(state, act));
  window.addEventListener("hashchange", () => location.reload());
  for (const what of ["gesturestart", "dblclick"]) document.addEventListener(what, (event) => event.preventDefault());
}

/** Letters twice as large, where the person wants it. */
function resize() {
  document.documentElement.classList.toggle("large", kept("size") === "large");
  document.getElementById("size").setAttribute("aria-pressed", kept("size") === "large");
}

/** What kept the phone awake ended while nobody saw the page, and begins again by a tap only. */
function watchSleep() {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt && Date.now() - hiddenAt > ASLEEP_MS) wasHidden = true;
  });
}

async function begin() {
  resize();
  await loadSymbols();
  label();
  useTaps();
  watchSleep();
  const token = tokenOf(location.hash.slice(1).toUpperCase());
  if (!token) return update({ ended: "unknown" });
  while (!load) [load] = crypto.getRandomValues(new Uint32Array(1));
  const hello = () => ({ id: ownId(), load, pad: state.pad || Number(kept("pad")) || 0 });
  link = new Link(token, hello, told, isAwake);
  useThumbs((half, what, at) => (what !== PRESSED || mayPress()) && link.move(half, what, at), HOLD_MS);
  return fetchClip();
}

/** Where thumbs count. A pad is called out loud, and its phone's keys are thumbs, too. */
function mayPress() {
  const view = viewOf(state);
  return view === "dark" || view === "thumbs" || (view === "wait" && state.shown?.called);
}

begin();
