// The two halves: what the thumbs do there. Nothing is shown for it unless the whole table may see it.

import { CANCELLED, HELD, PRESSED, RELEASED } from "./frames.js";

const HALVES = ["up", "down"];
const KEYS = { u: 0, ArrowUp: 0, d: 1, ArrowDown: 1 }; // a laptop is a phone too

/** move(half, what, at): told each move, with its time; returns whether it was taken. holdMs: a press is held then. */
export function useThumbs(move, holdMs) {
  const down = new Map(); // by half: the pointer, or the key, that presses it; since when; and its timer

  function press(half, by) {
    const since = performance.now();
    if (down.has(half) || !move(half, PRESSED, since)) return;
    const timer = setTimeout(() => hold(half), holdMs);
    down.set(half, { by, since, timer });
    halfOf(half).classList.add("in");
  }

  function hold(half) {
    const one = down.get(half);
    if (one.timer) move(half, HELD, one.since + holdMs);
    clearTimeout(one.timer);
    one.timer = 0;
  }

  function lift(by, what) {
    const now = performance.now();
    for (const [half, one] of down) {
      if (by !== undefined && one.by !== by) continue;
      if (now - one.since >= holdMs) hold(half); // its timer may be late
      clearTimeout(one.timer);
      down.delete(half);
      halfOf(half).classList.remove("in");
      move(half, what, now);
    }
  }

  const halfOf = (half) => document.getElementById(HALVES[half]);

  for (const [half, id] of HALVES.entries()) {
    const it = document.getElementById(id);
    it.addEventListener("pointerdown", (event) => {
      if (event.pointerType !== "mouse" || event.button === 0) press(half, event.pointerId);
    });
    // Keeps iOS from enlarging on the second of two taps, and from calling up a menu.
    it.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    it.addEventListener("contextmenu", (event) => event.preventDefault());
    it.addEventListener("keydown", (event) => {
      if (![" ", "Enter"].includes(event.key)) return;
      event.preventDefault();
      if (!event.repeat) press(half, event.code);
    });
    // A screen reader's tap comes without a pointer.
    it.addEventListener("click", (event) => {
      if (event.detail !== 0 || event.pointerType) return;
      press(half, "click");
      lift("click", RELEASED);
    });
  }
  document.addEventListener("keydown", (event) => {
    const half = KEYS[event.key];
    if (half === undefined || event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input")) return;
    press(half, event.code);
  });
  // Wherever the thumb slid to, and whatever the page shows by then.
  window.addEventListener("pointerup", (event) => lift(event.pointerId, RELEASED), true);
  window.addEventListener("pointercancel", (event) => lift(event.pointerId, CANCELLED), true);
  window.addEventListener("keyup", (event) => lift(event.code, RELEASED), true);
  window.addEventListener("blur", () => lift(undefined, CANCELLED));
  window.addEventListener("pagehide", () => lift(undefined, CANCELLED));
  document.addEventListener("visibilitychange", () => document.hidden && lift(undefined, CANCELLED));
}
