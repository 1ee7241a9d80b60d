// Where the chips lie: on the slice of wood before their own place, never over anything else. Lengths in
// hundredths of the table, from its middle. It knows no page: rectangles in, places out.

const GAP = 0.45;
const STEP = 0.6;
const ASIDE = 0.62; // beside the middle of its slice a chip lies better than so much nearer to the middle of the table

const overlap = (a, b) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + GAP - 1e-6 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + GAP - 1e-6;

/** Whether all of a rectangle lies on the round piece of wood within the places. */
const onWood = (it, wood) => Math.hypot(Math.abs(it.x) + it.w / 2, Math.abs(it.y) + it.h / 2) <= wood;

/**
 * By place, which of its `ways` to be written fits, and where the chips of it lie.
 *
 * places: {x, y, ways: [[{w, h}]]}, the middles of the places, all around; of the ways the best first, and
 * the last is taken even if it covers something. blocked: whatever else lies there. wood: the radius that is free.
 * astray: how far a corner may stick out into a neighbour's slice.
 */
export function lay(places, blocked, wood, astray) {
  const lying = [...blocked];
  const found = [];
  const half = Math.PI / places.length;
  // Where most lies, least is left to choose from.
  const order = [...places.keys()].sort((a, b) => places[b].ways[0].length - places[a].ways[0].length);
  for (const at of order) {
    const { ways } = places[at];
    const slice = sliceOf(places[at], half, wood, astray);
    for (const [way, chips] of ways.entries()) {
      const spots = fit(chips, slice, lying, wood, way === ways.length - 1);
      if (!spots) continue;
      found[at] = { way, spots };
      lying.push(...spots);
      break;
    }
  }
  return found;
}

/** Where these chips lie, one after the other; undefined if there is no room for one, unless `anyhow`. */
function fit(chips, slice, lying, wood, anyhow) {
  const laid = [];
  for (const { w, h } of chips) {
    const free = ({ x, y }) => {
      const it = { x, y, w, h };
      return onWood(it, wood) && slice.holds(it) && ![lying, laid].some((all) => all.some((one) => overlap(it, one)));
    };
    const spot = slice.spots.find(free) ?? (anyhow ? slice.spots[0] : undefined);
    if (!spot) return undefined;
    laid.push({ x: spot.x, y: spot.y, w, h });
  }
  return laid;
}

const slices = new Map();

/** The slice of the table before a place, `half` of its angle to either side; made once. */
function sliceOf(place, half, wood, astray) {
  const key = [place.x, place.y, half, wood, astray].map((one) => one.toFixed(3)).join(" ");
  if (!slices.has(key)) slices.set(key, makeSlice(place, half, wood, astray));
  return slices.get(key);
}

function makeSlice({ x, y }, half, wood, astray) {
  const far = Math.hypot(x, y);
  const out = { x: x / far, y: y / far };
  const along = (px, py) => px * out.x + py * out.y;
  const aside = (px, py) => Math.abs(px * out.y - py * out.x);
  const beyond = (px, py) => aside(px, py) * Math.cos(half) - along(px, py) * Math.sin(half);
  // All places in it, the best first: far out, and near the line from the middle of the table.
  const spots = [];
  for (let px = -wood; px <= wood; px += STEP) {
    for (let py = -wood; py <= wood; py += STEP) {
      if (beyond(px, py) > -0.8 || Math.hypot(px, py) > wood) continue;
      spots.push({ x: px, y: py, cost: ASIDE * aside(px, py) - along(px, py) });
    }
  }
  spots.sort((a, b) => a.cost - b.cost);
  const holds = (it) => [-1, 1].every((sx) => [-1, 1].every((sy) =>
    beyond(it.x + (sx * it.w) / 2, it.y + (sy * it.h) / 2) <= astray));
  return { spots, holds };
}
