// Taking a place, with one tap that also begins what keeps the phone awake; and the own one: name, leaving it.

import { button, element, form } from "./elements.js";
import { card, inRows } from "./seats.js";
import { kept } from "./kept.js";
import { tokenOf } from "./seal.js";
import { words } from "./words.js";

const LONGEST = 20;

/** Without a game there are no places yet, only pads by their numbers. */
export function joining({ places, open, freed }) {
  const all = places.length
    ? places.map((one) => ({ ...one, free: open.includes(one.pad) }))
    : open.map((pad) => ({ pad, seat: pad, name: "", free: true }));
  const full = !all.some((one) => one.free);
  const lines = full ? [words.full] : freed ? [words.freed[1]] : [words.welcome];
  const question = freed ? words.freed[0] : words.choosePlace;
  return { phase: words.title, question, lines, of: all, sign: "table", draw: seats };
}

function seats(all, act) {
  const made = (place) => {
    const { seat, pad, name, role = "", free } = place;
    const what = [words.seat({ seat }), name && role, free ? "" : words.taken].filter(Boolean).join(" · ");
    const who = element("span", "who", name || role || words.seat({ seat }), name || role ? element("b", "", what) : free ? "" : element("b", "", words.taken));
    const it = button(free ? "option niche place" : "niche place off", `pad ${pad} ${seat}`, (tapped) => act.take(pad, tapped), card(place), who);
    it.disabled = !free;
    it.setAttribute("aria-label", `${name ? words.seatNamed({ seat, name }) : words.seat({ seat })}${free ? "" : `, ${words.taken}`}`);
    return it;
  };
  return [inRows(all, made), button("quiet", "look", () => act.look(), words.lookOn)];
}

/** The own place. Who plays was settled before the game. */
export function placing({ places, awake }, act) {
  const when = element("p", "hint", places.length ? words.fromNextGame : words.seenByAll);
  const options = { maxLength: LONGEST, value: kept("name"), enterKeyHint: "done" };
  const taken = (input) => input.value.trim() && act.name(input.value.trim());
  const box = form("name", words.yourName, words.save, taken, options, when);
  const leave = button("quiet", "leave", (it) => act.take(0, it), words.leave);
  return [box, ...(awake ? [] : [element("p", "hint", words.sleeps)]), leave];
}

/** The letters of the code, for people who cannot scan it. */
export function lettering() {
  const options = { autocapitalize: "characters", enterKeyHint: "go", spellcheck: false };
  return [form("letters", words.letters, words.comeIn, (input) => {
    const letters = input.value.toUpperCase().replace(/[^A-Z0-9]/g, "");
    if (tokenOf(letters)) location.hash = letters; // which loads the page again
    else input.setCustomValidity(words.lettersWrong);
    input.reportValidity();
  }, options)];
}
