// Whose eyes are open, and what they do whom the box does not hear: they look, see each other, lay the die
// and hold out thumbs. What others see is never sent here: the room tells a place only of its own.

import { again, own, partsOf, showCompany } from "./seats.js";
import { words } from "./words.js";

const byId = (id) => document.getElementById(id);

/** asked: the place whose company was asked for by itself. by: the place from which one looks in the storm. */
export const eyes = { asked: 0, by: 0 };

const now = { storm: false, awake: 0, secret: false, hand: "", others: undefined, die: 0, thumbs: undefined };

export const isLaying = () => now.hand === "die" && now.others !== undefined;

export const isLooking = () => now.hand === "look" && eyes.by > 0;

/** Any of: storm, awake, secret, hand; what is not given stays. */
export function showEyes(change) {
  Object.assign(now, change);
  if (!now.storm || !now.secret) {
    now.others = undefined;
    eyes.by = now.storm && now.awake && [eyes.by, own()].includes(now.awake) ? now.awake : 0;
    if (now.die) showDie(0);
  }
  const sees = eyes.by > 0;
  document.body.dataset.eyes = now.storm ? "closed" : "open";
  document.body.dataset.sees = sees;
  document.body.toggleAttribute("data-laying", isLaying());
  byId("eyes").textContent = sees ? words.eyesYours : now.storm ? words.eyesClosed : words.eyesOpen;
  byId("hint").replaceChildren(...hints().map(line));
  showCompany(now.others ?? []);
}

/** The places whose eyes are open with this one's, or undefined. */
export function company(others) {
  if (!now.secret) return;
  eyes.by = others && (eyes.asked || eyes.by || own());
  showEyes({ others });
}

export function layDie(at, ask) {
  ask({ type: "die", by: eyes.by, at });
}

/** Laid by this page, before the others see it; 0 to forget it. */
export function showDie(at) {
  now.die = at;
  again({ die: at });
  if (at) showEyes({});
}

function hints() {
  if (isLooking()) return [words.lookAtOne];
  if (now.others === undefined) return partsOf(own())?.holdsOut ? [words.holdOut] : [];
  const names = now.others.map((seat) => partsOf(seat)?.who).filter((name) => name);
  const told = names.length ? [words.company({ names: new Intl.ListFormat(words.language).format(names) })] : [];
  if (now.hand !== "die") return told;
  return [...told, now.die ? words.dieLies({ name: partsOf(now.die).who }) : words.layDie];
}

function line(text) {
  const made = document.createElement("span");
  made.textContent = text;
  return made;
}
