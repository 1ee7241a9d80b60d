// Hands: a finger, a mouse or a key on a button holds the virtual button for as long as it is held.
// Several may hold the same button; the room is told of the first down and the last up.

const holds = new Map(); // what holds (a pointer's id, a key's code) -> element

/** Set by `useHands`: called with an element and whether it is down now. */
let told = () => {};

export function useHands(callback) {
  told = callback;
  document.addEventListener("pointerdown", pointerDown);
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
    document.addEventListener(end, (event) => release(`pointer ${event.pointerId}`));
  }
  // The focus stays where the keyboard put it; Enter still means OK after a click on a thumb.
  document.addEventListener("mousedown", (event) => { if (holdable(event.target)) event.preventDefault(); });
  document.addEventListener("contextmenu", (event) => { if (holdable(event.target)) event.preventDefault(); });
  document.addEventListener("click", clicked);
  document.addEventListener("keyup", (event) => {
    release(`key ${event.code}`);
    // Or a browser makes a click of the key as well.
    if (holdable(event.target) && (event.key === " " || event.key === "Enter")) event.preventDefault();
  });
  addEventListener("blur", releaseAll);
  addEventListener("pagehide", releaseAll);
  document.addEventListener("visibilitychange", () => { if (document.hidden) releaseAll(); });
}

export function hold(what, button) {
  if (holds.has(what)) return;
  const first = ![...holds.values()].includes(button);
  holds.set(what, button);
  if (first) {
    button.classList.add("held");
    told(button, true);
  }
}

export function release(what) {
  const button = holds.get(what);
  if (!button) return;
  holds.delete(what);
  if (![...holds.values()].includes(button)) {
    button.classList.remove("held");
    told(button, false);
  }
}

export function releaseAll() {
  for (const what of [...holds.keys()]) release(what);
}

/** Let go of everything inside an element that leaves the table. */
export function releaseIn(gone) {
  for (const [what, button] of [...holds]) if (gone.contains(button)) release(what);
}

export function isHeld(button) {
  return [...holds.values()].includes(button);
}

export function holdable(target) {
  return target instanceof Element ? target.closest("[data-button], [data-card]") : null;
}

function pointerDown(event) {
  const button = holdable(event.target);
  if (!button || event.button !== 0) return;
  try {
    button.setPointerCapture(event.pointerId);
  } catch {
    // A pointer that is gone already: its pointerup still comes.
  }
  hold(`pointer ${event.pointerId}`, button);
}

// A screen reader clicks without finger or key: a tap. Real clicks carry their count in `detail`.
function clicked(event) {
  const button = holdable(event.target);
  if (!button || event.detail !== 0 || isHeld(button)) return;
  hold("reader", button);
  release("reader");
}
