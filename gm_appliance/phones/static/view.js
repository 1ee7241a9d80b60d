// What the phone shows: one view for each state. With closed eyes it is the same black page on every phone.

import { holding } from "./box.js";
import { choosing } from "./choose.js";
import { button, element, emblem, icon, same } from "./elements.js";
import { duel, duelOf, picture, still } from "./pictures.js";
import { joining } from "./places.js";
import { called, card, nameOf } from "./seats.js";
import { sheet, SHEETS } from "./sheet.js";
import { end, greeting, lost, slept, start } from "./troubles.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
const FREE = ["wait", "choose"]; // where one may go and read
const HOLDS = ["round", "squares", "fourteen"]; // what on the wood needs more room
const SECOND = 1000;

let drawn = null; // what the sky and the wood are made of now
let halved = null; // what the halves are
let burning = 0; // the timer of the seam

/** Which view a state is shown in. page: what this person opened: "read", "place", "look" or nothing. */
export function viewOf({ known, ended, closed, thumbs, pad, choices, page, panel, shown, slept }) {
  if (ended) return "end";
  if (!known) return "start";
  if (closed) return "dark";
  if (!pad && page !== "look") return "join";
  if (thumbs) return "thumbs";
  if (panel?.open && panel.pad === pad) return "panel";
  if (SHEETS.includes(page)) return page;
  if (slept && !choices && !shown?.called) return "asleep";
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
  const unheard = Boolean(state.lost && state.known && !state.ended);
  if (unheard !== byId("lost").hasChildNodes()) byId("lost").replaceChildren(...lost(unheard));
  byId("holder").textContent = holding(state);
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
  for (const id of ["phase", "holder", "omen", "question", "lines", "above", "body", "told", "lost", "sheet-top", "sheet-body", "who"]) byId(id).replaceChildren();
  byId("sky").hidden = byId("main").hidden = byId("sheet").hidden = true;
  if (!document.activeElement?.matches(".half")) document.activeElement?.blur();
}

// ---------------------------------------------------------------- the halves

/** Where thumbs count. Nothing here depends on a press. */
function halves(view, shown) {
  const { sentence = "", beat = "", left = 0, up = "", down = "" } = shown;
  const phase = phaseOf(shown, sentence);
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

// ---------------------------------------------------------------- the own place

function dock(state, view) {
  const { pad, places, lamp, pages, panel, quiet } = state;
  const named = view !== "end" && view !== "join" && view !== "start";
  byId("dock").hidden = !named;
  if (!named) return;
  const place = places.find((one) => one.pad === pad);
  const name = pad ? (place ? nameOf(place) : words.pad({ pad })) : words.lookingOn;
  const mark = { pad, place, lamp, name };
  if (!same(mark, dock.mark) || !byId("who").hasChildNodes()) {
    dock.mark = mark;
    const plate = element("span", pad ? "plate" : "looking", place ? element("i", "", String(place.seat)) : pad ? "" : emblem("eye"), element("span", "", place ? called(place) : name));
    plate.id = "called";
    const light = element("i", lamp ? "lamp lit" : "lamp");
    byId("who").replaceChildren(place ? card(place) : "", plate, pad ? light : "");
    byId("who").setAttribute("aria-label", pad ? `${name}, ${lamp ? words.lampLit : words.lampDark}` : name);
    byId("who").disabled = !pad;
  }
  byId("to-sit").hidden = Boolean(pad);
  byId("to-box").hidden = !FREE.includes(view) || !pad || panel?.pad !== pad || quiet;
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
  byId("omen").replaceChildren(...omen(made.omen), ...(made.sign ? [icon(made.sign)] : []));
  byId("omen").hidden = !byId("omen").hasChildNodes() || deep || round;
  byId("question").textContent = made.question;
  byId("question").hidden = !made.question;
  const lines = (made.lines ?? []).filter(Boolean);
  byId("lines").replaceChildren(...lines.map((line) => element("span", "line-more", `${line} `)));
  byId("lines").hidden = !lines.length;
  byId("above").replaceChildren(...above);
  byId("above").hidden = !above.length;
  byId("body").replaceChildren(...below);
  byId("body").dataset.prompt = made.of?.prompt ?? "";
  if (made.called) byId("body").append(...answering(act, "thumb", words.hereIAm));
  if (made.any) byId("body").append(...answering(act, "check", words.goOn));
  if (renewed) byId("body").scrollTop = 0;
  const more = !round && byId("body").scrollHeight > byId("body").clientHeight + 1;
  byId("body").classList.toggle("more", more);
  byId("body").tabIndex = more && !byId("body").querySelector("button") ? 0 : -1; // for the arrow keys
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  tell([made.question, ...lines].filter(Boolean).join(" "));
}

/** The god of a place in the sky, or its card, fallen. */
function omen(place) {
  if (!place?.symbol) return [];
  return [place.out ? element("span", "fall", card(place, "big")) : emblem(place.symbol)];
}

function tell(text) {
  if (byId("told").textContent !== text) byId("told").textContent = text;
}

/** The pad of this place is called, or any may answer: a thumb does it, either one. */
function answering(act, sign, text) {
  const drawn = sign === "thumb" ? emblem(sign) : icon(sign);
  return [element("div", "bar-low", button("option key", "here", () => act.thumb(), drawn, element("span", "", text)))];
}

/** The part of the game, and what goes on in it unless the words say it, too. */
function phaseOf({ chapter = "", phase = "" }, ...words) {
  const told = words.some((one) => one.includes(phase)) || phase === chapter;
  return [chapter, told ? "" : phase].filter(Boolean).join(" · ");
}

/** A sentence that is only somebody's name gives way to the picture's title, which says what it is about. */
function headline(sentence, { phase }, places) {
  const bare = sentence.replace(/[.!?]\s*$/, "");
  return phase && places.some((one) => [one.role, one.name].includes(bare)) ? phase : sentence;
}

function waiting(state) {
  const { shown, places, pad, open } = state;
  const said = shown ?? {};
  const seat = places.find((one) => one.pad === pad)?.seat ?? 0;
  const mine = places.find((one) => one.seat === seat);
  const asked = places.find((one) => one.seat === said.called);
  const { sentence = "", more = "", accused, fell = [] } = said;
  // Before a game there is no table yet: the box is asked which one, or shows the code to others.
  if (!places.length) return greeting(state);
  const common = { phase: phaseOf(said, sentence, more), of: { shown: said, places, seat } };
  if (fell.includes(seat) && mine.told) {
    const [what, ...rights] = mine.told;
    return { ...common, question: what, lines: [sentence, more], omen: mine, drawn: () => ({ below: [still(rights)] }) };
  }
  if (duelOf(said) && !asked) {
    const question = accused.against === seat ? accused.told : accused.label;
    return { ...common, question, lines: [sentence, more], drawn: () => ({ below: [duel(common.of), element("p", "hint", words.nothingNow)] }) };
  }
  if (!asked) {
    const question = headline(sentence, said, places) || said.phase || "";
    return { ...common, phase: phaseOf(said, question, more), question, lines: [more], any: Boolean(pad) && said.called < 0, drawn: () => picture(common.of) };
  }
  const question = words.called({ name: called(asked) });
  const here = places.filter((one) => !open.includes(one.pad)).length;
  const me = asked === mine;
  const drawn = () => (me ? {} : picture(common.of));
  return { ...common, question, lines: [me ? words.calledHint : words.hereOf({ n: here, all: places.length })], called: me, omen: me ? asked : null, drawn };
}

const MADE = {
  start,
  end,
  asleep: slept,
  join: (state) => joining(state),
  wait: waiting,
  choose: (state) => {
    const made = choosing(state);
    const { sentence = "", more = "" } = state.shown ?? {};
    const said = made.question ? {} : { question: sentence || state.choices.question, lines: [more] };
    const accused = duelOf(state.shown);
    if (accused && !made.question) Object.assign(said, { question: accused.label, lines: [sentence, more] });
    const question = headline(said.question ?? made.question, state.shown ?? {}, state.places);
    return { ...made, ...said, question, phase: phaseOf(state.shown ?? {}, question, sentence, more) };
  },
  read: waiting,
  place: waiting,
  panel: waiting,
};
