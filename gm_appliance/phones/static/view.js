// What the phone shows: one view for each state. With closed eyes it is the same black page on every phone.

import { choosing } from "./choose.js";
import { element, same } from "./elements.js";
import { joining } from "./join.js";
import { lettering } from "./letters.js";
import { placing } from "./place.js";
import { reading } from "./read.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);
const CODELESS = ["unknown", "stranger"]; // why a code is needed: it can be typed, too
const FREE = ["wait", "choose"]; // where one may go and read

let drawn = null; // what the middle is made of now

/** Which view a state is shown in. page: what this person opened: "read", "place" or nothing. */
export function viewOf({ known, ended, closed, thumbs, pad, choices, page }) {
  if (ended) return "end";
  if (!known) return "start";
  if (closed) return "dark";
  if (!pad) return "join";
  if (thumbs) return "thumbs";
  if (page) return page;
  return choices && !isOneAmongThumbs(choices) ? "choose" : "wait";
}

/** What alone can be chosen a thumb does too, as the voice says: the halves stay, with a button above them. */
const isOneAmongThumbs = ({ items = [], number }) => items.length === 1 && !number;

/** Show a state. act: what taps ask for. renewed: all of it, for the words are others. */
export function show(state, act, renewed = false) {
  if (renewed) drawn = null;
  const view = viewOf(state);
  const { body } = document;
  if (body.dataset.view !== view) body.dataset.view = view;
  // Whether a press may be seen: it is not while it may be secret, nor later if it began then.
  const seen = !state.closed && !state.quiet;
  if (seen && body.dataset.seen !== "true") {
    for (const half of document.querySelectorAll(".half.in")) half.classList.remove("in");
  }
  body.dataset.seen = seen;
  if (view === "dark") return blacken();
  byId("lost").textContent = state.lost && state.known && !state.ended ? words.lost : "";
  header(state, view);
  middle(state, view, act);
}

/** Nothing of before is left on the page, and nothing is read out. */
function blacken() {
  if (drawn === null) return;
  drawn = null;
  for (const id of ["question", "lines", "body", "told", "lost"]) byId(id).replaceChildren();
  if (!document.activeElement?.matches(".half")) document.activeElement?.blur();
}

function header(state, view) {
  const { pad, places, lamp, pages } = state;
  const named = Boolean(pad) && view !== "end" && view !== "join";
  byId("head").hidden = !named;
  byId("halves").hidden = !["wait", "thumbs"].includes(view);
  byId("foot").hidden = !["read", "place"].includes(view);
  if (!named) return;
  const place = places.find((one) => one.pad === pad);
  setText("called", place ? nameOf(place) : words.pad({ pad }));
  byId("lamp").dataset.lit = lamp;
  byId("who").setAttribute("aria-label", `${byId("called").textContent}, ${lamp ? words.lampLit : words.lampDark}`);
  byId("to-read").hidden = !FREE.includes(view) || !pages.length;
}

const setText = (id, text) => { if (byId(id).textContent !== text) byId(id).textContent = text; };

/** As a place is called: its number, and who sits there. */
export const nameOf = ({ seat, name }) => (name ? words.seatNamed({ seat, name }) : words.seat({ seat }));

// ---------------------------------------------------------------- the middle

function middle(state, view, act) {
  const made = MADE[view](state);
  const here = drawn?.view === view && made.of?.prompt === drawn.made.of?.prompt;
  if (here && (same(made, drawn.made) || document.activeElement?.matches("input"))) return;
  const focus = document.activeElement?.dataset?.key;
  const renewed = !drawn || drawn.view !== view || drawn.made.question !== made.question;
  drawn = { view, made };
  byId("question").textContent = made.question;
  byId("lines").replaceChildren(...(made.lines ?? []).map((line) => element("p", "", line)));
  byId("body").replaceChildren(...(made.draw ? made.draw(made.of, act) : []));
  if (renewed) byId("main").scrollTop = 0;
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  byId("told").textContent = [made.question, ...(made.lines ?? [])].filter(Boolean).join(" ");
}

const MADE = {
  start: ({ lost }) => (lost ? { question: words.seeking, lines: [words.lost] } : { question: "" }),
  end: ({ ended }) => ({
    question: words.ended[ended][0],
    lines: [words.ended[ended][1]],
    draw: CODELESS.includes(ended) ? lettering : undefined,
  }),
  join: (state) => joining(state),
  wait: ({ shown, choices, places }) => ({ question: shown?.title ?? "", ...(choices && choosing(choices, places)), lines: shown?.lines ?? [] }),
  thumbs: ({ shown }) => ({ question: shown?.title ?? "", lines: shown?.lines ?? [] }),
  choose: ({ choices, places }) => choosing(choices, places),
  read: ({ pages, page, at }) => reading(pages, at),
  place: (state) => placing(state),
};
