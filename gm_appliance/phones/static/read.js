// What can be read, with open eyes only: the table, standings, the round's story, the rules of what is asked.

import { button, element, emblem } from "./elements.js";
import { about, card, called } from "./seats.js";
import { words } from "./words.js";

const TABLE = "table";

/** The tabs, and the page that is open. at: its name. */
export function reading({ pages, at, places }, act) {
  const all = [...pages, ...(places.length ? [{ name: TABLE, title: words.table }] : [])];
  const open = all.find((one) => one.name === at) ?? all[0];
  if (!open) return [[], [element("p", "prose", words.nothing)]];
  const bar = element("div", "tabs");
  for (const { name, title } of all.length > 1 ? all : []) {
    const it = button("tab", `page ${name}`, () => act.read(name), title);
    if (name === open.name) it.setAttribute("aria-current", "page");
    bar.append(it);
  }
  const text = open.name === TABLE ? places.map(line) : open.lines.map((one) => element("p", "prose", one));
  return [all.length > 1 ? [bar] : [], text];
}

function line(place) {
  const signs = (place.signs ?? []).map(({ label, symbol, colour = "plain", number }) =>
    element("span", `chip ${colour}`, symbol ? emblem(symbol) : "", number === undefined || number === null ? label : `${number} ${label}`));
  const who = element("span", "who", called(place), element("small", "", about({ ...place, signs: [] })));
  return element("div", "line", card(place), who, element("span", "chips", ...signs));
}
