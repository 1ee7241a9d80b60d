// Taking a place: one tap, which also begins what keeps the phone awake.

import { button, element } from "./elements.js";
import { words } from "./words.js";

export function joining({ places, open, freed }) {
  // Without a game there are no places yet, only pads by their numbers.
  const all = places.length
    ? places.map(({ seat, pad, name }) => ({ pad, seat, name, free: open.includes(pad) }))
    : open.map((pad) => ({ pad, seat: pad, name: "", free: true }));
  const full = !all.some((one) => one.free);
  const lines = [freed && words.freed, full && words.full].filter(Boolean);
  return { question: words.choosePlace, lines, of: all, draw };
}

function draw(all, act) {
  const box = element("div", "options two");
  for (const { pad, seat, name, free } of all) {
    const it = button("option place", "", `pad ${pad} ${seat}`, (tapped) => act.take(pad, tapped));
    const who = element("span", "", name);
    if (!free) who.append(element("small", "", words.taken));
    it.append(element("b", "", String(seat)), who);
    it.disabled = !free;
    it.setAttribute("aria-label", `${name ? words.seatNamed({ seat, name }) : words.seat({ seat })}${free ? "" : `, ${words.taken}`}`);
    box.append(it);
  }
  return [box];
}
