// The end of a game, over the whole picture: the world shines or burns, until somebody presses.

import { element } from "./art.js";

const banner = document.getElementById("banner");

/** ask: to the room. A click on it presses the box's OK. */
export function useBanner(ask) {
  banner.addEventListener("click", () => {
    for (const down of [true, false]) ask({ type: "press", source: 0, button: "ok", down });
  });
}

export function showBanner(items) {
  const end = items.find(({ kind }) => kind === "Banner");
  if (!end === banner.hidden) return;
  banner.hidden = !end;
  document.body.dataset.mood = end?.mood ?? "";
  banner.replaceChildren(...(end ? [element("b", "", end.label), element("span", "", end.note)] : []));
}
