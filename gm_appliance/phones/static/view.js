// What the phone shows: one view for each state. With closed eyes it is the same black page on every phone.

import { choosing } from "./choose.js";
import { button, element, emblem, icon, same } from "./elements.js";
import { picture } from "./pictures.js";
import { joining, lettering, placing } from "./places.js";
import { reading } from "./read.js";
import { called, card, nameOf } from "./seats.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
const CODELESS = ["unknown", "stranger"]; // why a code is needed: it can be typed, too
const FREE = ["wait", "choose"]; // where one may go and read
const SHEETS = ["read", "place"];
const HOLDS = ["round", "squares", "fourteen"]; // what on the wood needs more room
const SECOND = 1000;

let drawn = null; // what the sky and the wood are made of now
let halved = null; // what the halves are
let burning = 0; // the timer of the seam

/** Which view a state is shown in. page: what this person opened: "read", "place", "look" or nothing. */
export function viewOf({ known, ended, closed, thumbs, pad, choices, page }) {
  if (ended) return "end";
  if (!known) return "start";
  if (closed) return "dark";
  if (!pad && page !== "look") return "join";
  if (thumbs) return "thumbs";
  if (SHEETS.includes(page)) return page;
  return choices ? "choose" : "wait";
}

/** Show a state. act: what taps ask for. renewed: all of it, for the words are others. */
export function show(state, act, renewed = false) {
  if (renewed) drawn = halved = null;
  const view = viewOf(state);
  const { body } = document;
  if (body.dataset.view !== view) body.dataset.view = view;
  // Whether a press may be seen: it is not while it may be secret, nor later if it began then.
  const seen = !state.closed && !state.quiet;
  if (seen && body.dataset.seen !== "true") {
    for (const half of document.querySelectorAll(".half.in")) half.classList.remove("in");
  }
  body.dataset.seen = seen;
  body.classList.toggle("dark", view === "dark");
  byId("halves").hidden = !["thumbs", "dark"].includes(view);
  halves(view, state.shown ?? {});
  if (view === "dark") return blacken();
  byId("lost").textContent = state.lost && state.known && !state.ended ? words.lost : "";
  body.classList.toggle("stale", Boolean(state.lost));
  sheet(state, view, act);
  dock(state, view);
  middle(state, view, act);
}

/** The phone was turned: the seats may be laid out in another way. */
export function turned(state, act) {
  drawn = null;
  show(state, act);
}

/** Nothing of before is left on the page, and nothing is read out. */
function blacken() {
  if (drawn === null) return;
  drawn = null;
  document.body.dataset.holds = "";
  for (const id of ["phase", "omen", "question", "lines", "above", "body", "told", "lost", "sheet-top", "sheet-body", "who"]) byId(id).replaceChildren();
  byId("sky").hidden = byId("main").hidden = byId("sheet").hidden = true;
  if (!document.activeElement?.matches(".half")) document.activeElement?.blur();
}

// ---------------------------------------------------------------- the halves

/** Where thumbs count. Nothing here depends on a press. */
function halves(view, { phase = "", sentence = "", beat = "", left = 0, up = "", down = "" }) {
  const made = view === "dark" ? "dark" : { phase, sentence, beat, left, up, down, lang: words.language };
  if (view === "thumbs") document.body.dataset.beat = beat;
  else delete document.body.dataset.beat;
  if (!["thumbs", "dark"].includes(view) || same(made, halved)) return;
  const beats = halved?.beat !== beat || made === "dark";
  halved = made;
  byId("halves").setAttribute("aria-label", words.thumbs);
  const names = view === "dark" ? ["", ""] : [up || words.thumb.up, down || words.thumb.down].map(capital);
  for (const [at, id] of ["up", "down"].entries()) {
    const disc = element("span", `disc ${id}`, emblem("thumb"));
    const parts = [element("span", "act", disc, names[at])];
    if (!at) parts.unshift(element("span", "head", element("span", "phase", phase), element("span", "say", sentence)));
    else if (beat) parts.push(element("span", "fine", words.unseen));
    byId(id).replaceChildren(...(view === "dark" ? [icon(`triangle ${id}`)] : parts));
    byId(id).setAttribute("aria-label", names[at] || words.thumb[id]);
  }
  if (beats) burn(view === "dark" ? "" : beat, left);
}

const capital = (text) => text.charAt(0).toLocaleUpperCase(words.language) + text.slice(1);

/** The seam, by the timetable that all know. */
function burn(beat, left) {
  clearInterval(burning);
  const [glow, text] = byId("seam").children;
  const until = performance.now() + left * SECOND;
  const draw = () => {
    const rest = beat === "now" ? Math.max(0, until - performance.now()) : 0;
    glow.style.setProperty("--left", `${left ? (100 * rest) / (left * SECOND) : 0}%`);
    text.textContent = beat === "now" ? words.beat.now({ n: Math.ceil(rest / SECOND) }) : beat ? words.beat[beat] : "";
    text.hidden = !beat;
  };
  draw();
  if (beat === "now") burning = setInterval(draw, SECOND / 4);
}

// ---------------------------------------------------------------- the sheet, and the own place

function sheet(state, view, act) {
  const open = SHEETS.includes(view);
  if (byId("sheet").hidden === open || open) {
    byId("sheet").hidden = !open;
    byId("sky").inert = byId("main").inert = open;
  }
  if (!open) return;
  const [top, body] = view === "read" ? reading(state, act) : [[element("h2", "", words.yourPlace)], placing(state, act)];
  const made = { view, at: state.at, pages: state.pages, places: state.places, awake: state.awake, lang: words.language };
  if (same(made, sheet.made) && byId("sheet-body").hasChildNodes()) return;
  if (sheet.made?.view === view && document.activeElement?.matches("input")) return;
  const focus = document.activeElement?.dataset?.key;
  sheet.made = made;
  byId("sheet-top").replaceChildren(...top);
  byId("sheet-body").replaceChildren(...body);
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
}

function dock(state, view) {
  const { pad, places, lamp, pages } = state;
  const named = view !== "end" && view !== "join" && view !== "start";
  byId("dock").hidden = !named;
  if (!named) return;
  const place = places.find((one) => one.pad === pad);
  const name = pad ? (place ? nameOf(place) : words.pad({ pad })) : words.lookingOn;
  const mark = { pad, place, lamp, name };
  if (!same(mark, dock.mark) || !byId("who").hasChildNodes()) {
    dock.mark = mark;
    const plate = element("span", "plate", pad ? element("i", "", String(place?.seat ?? pad)) : "", element("span", "", place ? called(place) : name));
    plate.id = "called";
    const light = element("i", lamp ? "lamp lit" : "lamp");
    byId("who").replaceChildren(place ? card(place) : "", plate, pad ? light : "");
    byId("who").setAttribute("aria-label", pad ? `${name}, ${lamp ? words.lampLit : words.lampDark}` : name);
    byId("who").disabled = !pad;
  }
  byId("to-sit").hidden = Boolean(pad);
  byId("to-read").hidden = !FREE.includes(view) || !(pages.length || places.length);
}

// ---------------------------------------------------------------- the sky and the wood

function middle(state, view, act) {
  byId("sky").hidden = byId("main").hidden = view === "thumbs";
  if (view === "thumbs") return tell(state.shown?.sentence ?? "");
  if (SHEETS.includes(view) && drawn) return;
  const made = MADE[view](state);
  const here = drawn?.view === view && made.of?.prompt === drawn.made.of?.prompt;
  if (here && (same(made, drawn.made) || document.activeElement?.matches("input"))) return;
  const focus = document.activeElement?.dataset?.key;
  const renewed = !drawn || drawn.view !== view || drawn.made.question !== made.question;
  drawn = { view, made };
  const { above = [], below = [], deep = false } = made.draw ? { below: made.draw(made.of, act) } : (made.drawn?.() ?? {});
  const holds = HOLDS.find((one) => below.some((it) => it.matches(`.${one}`))) ?? "";
  const round = holds === "round";
  document.body.dataset.holds = holds;
  document.body.classList.toggle("deep", deep || round);
  byId("phase").textContent = made.phase && made.phase !== made.question ? made.phase : "";
  byId("omen").replaceChildren(made.omen ? emblem(made.omen) : "");
  byId("omen").hidden = !made.omen || deep || round;
  byId("question").textContent = made.question;
  byId("question").hidden = !made.question;
  byId("lines").replaceChildren(...(made.lines ?? []).map((line) => element("span", "line-more", `${line} `)));
  byId("lines").hidden = !made.lines?.length;
  byId("above").replaceChildren(...above);
  byId("above").hidden = !above.length;
  byId("body").replaceChildren(...below);
  byId("body").dataset.prompt = made.of?.prompt ?? "";
  if (made.called) byId("body").append(...answering(act));
  if (renewed) byId("body").scrollTop = 0;
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  tell([made.question, ...(made.lines ?? [])].filter(Boolean).join(" "));
}

function tell(text) {
  if (byId("told").textContent !== text) byId("told").textContent = text;
}

/** The pad of this place is called: a thumb does it, either one. */
function answering(act) {
  return [element("div", "bar-low", button("option key", "here", () => act.thumb(), emblem("thumb"), element("span", "", words.hereIAm)))];
}

function waiting(state) {
  const { shown, places, pad } = state;
  const said = shown ?? {};
  const seat = places.find((one) => one.pad === pad)?.seat ?? 0;
  const mine = places.find((one) => one.seat === seat);
  const asked = places.find((one) => one.seat === said.called);
  // Before a game there is no table yet: the box is asked which one, or shows the code to others.
  if (!places.length) return { question: words.greeting, lines: [said.sentence, said.more].filter(Boolean), of: { shown: said, places, seat } };
  const common = { phase: said.phase ?? "", of: { shown: said, places, seat } };
  if (!asked) {
    return { ...common, question: said.sentence || said.phase || "", lines: said.more ? [said.more] : [], drawn: () => picture(common.of) };
  }
  const question = words.called({ name: called(asked) });
  const me = asked === mine;
  const drawn = () => (me ? {} : picture(common.of));
  return { ...common, question, lines: me ? [words.calledHint] : [], called: me, omen: me ? asked.symbol : "", drawn };
}

const MADE = {
  start: ({ lost }) => (lost ? { question: words.seeking, lines: [words.lost] } : { question: "" }),
  end: ({ ended }) => ({
    question: words.ended[ended][0],
    lines: [words.ended[ended][1]],
    draw: CODELESS.includes(ended) ? lettering : undefined,
  }),
  join: (state) => joining(state),
  wait: waiting,
  choose: (state) => {
    const made = choosing(state);
    const { sentence = "", more = "", phase = "" } = state.shown ?? {};
    return { ...made, phase, ...(made.question ? {} : { question: sentence || state.choices.question, lines: more ? [more] : [] }) };
  },
  read: waiting,
  place: waiting,
};
