// What covers the table for a while: reading, the own place, the box's display and buttons.

import { boxed } from "./box.js";
import { element, same } from "./elements.js";
import { placing } from "./places.js";
import { reading } from "./read.js";
import { words } from "./words.js";

export const SHEETS = ["read", "place", "panel"];

const byId = (id) => document.getElementById(id);
const MADE = {
  read: (state, act) => [...reading(state, act)],
  place: (state, act) => [[element("h2", "", words.yourPlace)], placing(state, act)],
  panel: (state, act) => boxed(state, act),
};
let made = null; // what it is made of now

/** Show the sheet of this view, or none. */
export function sheet(state, view, act) {
  const open = SHEETS.includes(view);
  if (byId("sheet").hidden === open || open) {
    byId("sheet").hidden = !open;
    byId("sky").inert = byId("main").inert = open;
  }
  if (!open) return (made = null);
  const { at, pages, places, awake, panel } = state;
  const next = { view, lang: words.language, ...(view === "panel" ? { panel } : { at, pages, places, awake }) };
  if (same(next, made)) return null;
  const opened = made?.view !== view || made?.lang !== words.language;
  if (!opened && document.activeElement?.matches("input")) return null;
  const focus = document.activeElement?.dataset?.key;
  made = next;
  const [top, body] = MADE[view](state, act);
  byId("sheet").classList.toggle("auto", view === "panel");
  byId("sheet").setAttribute("aria-label", { read: words.read, place: words.yourPlace, panel: words.panel }[view]);
  byId("to-table").textContent = view === "panel" ? words.close : words.back;
  byId("size").hidden = view === "panel";
  byId("sheet-top").replaceChildren(...top);
  // A finger may be on one of the box's buttons: only its display changes.
  if (opened || view !== "panel") byId("sheet-body").replaceChildren(...body);
  if (focus) document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
  byId("sheet").querySelector(".screen .at")?.scrollIntoView({ block: "nearest" });
  return null;
}
