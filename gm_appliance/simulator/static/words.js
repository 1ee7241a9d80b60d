// The page's fixed words, in the box's language. Those with something to fill in are functions of it:
// `words.seat({ seat: 3 })`. What the players are told comes from the box.

function ready(said) {
  if (typeof said === "string") {
    return said.includes("{") ? (values) => said.replace(/\{(\w+)\}/g, (_place, name) => values[name]) : said;
  }
  if (Array.isArray(said)) return said.map(ready);
  return Object.fromEntries(Object.entries(said).map(([name, one]) => [name, ready(one)]));
}

/** The words are these from now on; returns whether they are of another language. */
export function renew(said) {
  if (said.language === undefined || said.language === words.language) return false;
  Object.assign(words, ready(said));
  return true;
}

export const words = ready(await (await fetch("words.json")).json());
