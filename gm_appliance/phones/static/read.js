// What can be read, with open eyes only: the story by rounds, the table, the rules of what is asked.

import { button, element, emblem } from "./elements.js";
import { about, card, called } from "./seats.js";
import { words } from "./words.js";

const STORY = "story", GAME = "game", TABLE = "table", RULES = "rules";
const LONG = 3; // so many pages of rules are open at once; of more each opens by itself

/** The tabs, and the page that is open. at: its name. */
export function reading({ pages, at, places }, act) {
  const story = pages.filter((one) => [GAME, STORY].includes(one.name));
  const rules = pages.filter((one) => !story.includes(one));
  const over = story[0]?.name === GAME;
  const all = [
    story.length && [STORY, over ? words.past : words.story, () => (over ? games(story) : chapters(story, words.now))],
    places.length && [TABLE, words.table, () => table(places)],
    rules.length && [RULES, words.rules, () => topics(rules)],
  ].filter(Boolean);
  const open = all.find(([name]) => name === at) ?? all[0];
  if (!open) return [[], [element("p", "prose", words.nothing)]];
  const bar = element("div", "tabs");
  for (const [name, title] of all.length > 1 ? all : []) {
    const it = button("tab", `page ${name}`, () => act.read(name), title);
    if (name === open[0]) it.setAttribute("aria-current", "page");
    bar.append(it);
  }
  return [all.length > 1 ? [bar] : [], open[2]()];
}

/** A running game: the newest round first, and in it what happened last. One that is over: in order. now: beside the first. */
function chapters(story, now = "") {
  return story.flatMap(({ title, lines }, nth) => [
    title ? element("h2", "", title, nth || !now ? "" : element("small", "", now)) : "",
    Object.assign(element("ul", "story", ...lines.map((one) => element("li", "", linked(one, title)))), { role: "list" }),
  ]).filter(Boolean);
}

/** Games that are over, each with its story, the newest first. */
function games(pages) {
  const begins = pages.flatMap(({ name }, at) => (name === GAME ? [at] : []));
  return begins.map((at, nth) => topic(pages[at], !nth, chapters(pages.slice(at + 1, begins[nth + 1]))));
}

/** The line, or if it is a link to another app, a link with this title. */
function linked(line, title) {
  if (!line.startsWith("https://")) return line;
  return Object.assign(element("a", "", title), { href: line, target: "_blank", rel: "noopener" });
}

/** Who still plays, and who is out, by the words for it. */
function table(places) {
  const groups = new Map([["", []]]);
  for (const one of places) {
    const where = one.out ? one.note || "–" : "";
    groups.set(where, [...(groups.get(where) ?? []), one]);
  }
  const several = groups.size > 1;
  return [...groups].flatMap(([where, all]) => [
    several && all.length ? element("h2", "", where || words.title, element("small", "", String(all.length))) : "",
    element("div", "table-list", ...all.map((one) => line(one, several && one.out))),
  ]).filter(Boolean);
}

function line(place, grouped) {
  const signs = (place.signs ?? []).map(({ label, symbol, colour = "plain", number }) =>
    element("span", `chip ${colour}`, symbol ? emblem(symbol) : "", number === undefined || number === null ? label : `${number} ${label}`));
  const known = about({ ...place, signs: [], note: grouped ? "" : place.note });
  const who = element("span", "who", called(place), element("small", "", known));
  return element("div", "line", card(place), who, element("span", "chips", ...signs));
}

function topics(rules) {
  if (rules.length > LONG) return rules.map((one, nth) => topic(one, !nth));
  return rules.flatMap(({ title, lines }) => [element("h2", "", title), ...prose(lines)]);
}

/** A page that opens by itself. */
function topic({ name, title, lines }, open, more = []) {
  const it = element("details", "topic", element("summary", "", title), ...prose(lines), ...more);
  it.dataset.name = name;
  it.open = open;
  return it;
}

function prose(lines) {
  return lines.map((one) => element("p", "prose", one));
}
