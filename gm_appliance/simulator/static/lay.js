// Where the chips lie: beside the card they belong to, never over anything else. Lengths in
// hundredths of the table, from its middle. It knows no page: rectangles in, places out.

const GAP = 0.45;
const FAR = 14; // from its card's middle; further away nobody would know whose it is
const STEP = 0.6;
const PLAINLY = 1.2; // how much further away every other card is, at the least

const overlap = (a, b, gap) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + gap - 1e-6 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + gap - 1e-6;

const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether all of a rectangle lies on the round piece of wood within the places. */
const onWood = (it, wood) => Math.hypot(Math.abs(it.x) + it.w / 2, Math.abs(it.y) + it.h / 2) <= wood;

/**
 * A place for every chip of every card, as `places` by card; or the card that is `stuck` with one of its own.
 *
 * cards: {x, y, w, h, chips: [{w, h}]}. blocked: what lies in the middle. wood: the radius that is free.
 * anyhow: a chip without a free place lies over others rather than none.
 */
export function lay(cards, blocked, wood, anyhow = false) {
  const lying = [...blocked];
  const places = new Map();
  // Where most lies, least is left to choose from.
  const order = [...cards.keys()].sort((a, b) => cards[b].chips.length - cards[a].chips.length);
  for (const at of order) {
    const card = cards[at];
    const anchors = [card];
    places.set(at, []);
    for (const chip of card.chips) {
      const free = (it) => onWood(it, wood) && far(it, card) < FAR && isNearest(it, at, cards) &&
        !lying.some((one) => overlap(it, one, GAP)) && !cards.some((one) => overlap(it, one, GAP));
      const found = best(beside(anchors, chip).filter(free), card) ?? best(around(card, chip).filter(free), card) ??
        (anyhow ? best(beside(anchors, chip), card) : undefined);
      if (!found) return { stuck: at };
      lying.push(found);
      anchors.push(found);
      places.get(at).push(found);
    }
  }
  return { places: [...cards.keys()].map((at) => places.get(at)) };
}

const isNearest = (it, at, cards) =>
  cards.every((other, number) => number === at || far(it, cards[at]) * PLAINLY < far(it, other));

/** The nearest to the card; of two, the one further in. */
function best(found, card) {
  const cost = (it) => far(it, card) + 0.12 * Math.hypot(it.x, it.y);
  return found.reduce((least, it) => (least && cost(least) <= cost(it) ? least : it), undefined);
}

/** In line with what lies there already: above, below and at both sides of it. */
function* neighbours(anchor, { w, h }) {
  const { x, y } = anchor;
  const wide = (anchor.w - w) / 2, high = (anchor.h - h) / 2;
  for (const sign of [-1, 1]) {
    const over = y + sign * ((anchor.h + h) / 2 + GAP);
    for (const shift of [0, -wide, wide]) yield { x: x + shift, y: over, w, h };
    const side = x + sign * ((anchor.w + w) / 2 + GAP);
    for (const shift of [0, -high, high]) yield { x: side, y: y + shift, w, h };
  }
}

const beside = (anchors, chip) => anchors.flatMap((anchor) => [...neighbours(anchor, chip)]);

/** Anywhere near, where nothing in line is free. */
function around(card, { w, h }) {
  const found = [];
  for (let dx = -FAR; dx <= FAR; dx += STEP) {
    for (let dy = -FAR; dy <= FAR; dy += STEP) found.push({ x: card.x + dx, y: card.y + dy, w, h });
  }
  return found;
}
