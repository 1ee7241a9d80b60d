// Where the chips lie: on the wood before their own place, never over anything else. Lengths in hundredths of
// the table's width, from its middle. It knows no page: rectangles in, places out.

const GAP = 0.45;
const STEP = 0.6;
const SIDEWAYS = 0.62; // cost of a unit sideways from the line to its place, relative to a unit towards the middle

const overlap = (a, b) =>
  Math.abs(a.x - b.x) < (a.w + b.w) / 2 + GAP - 1e-6 && Math.abs(a.y - b.y) < (a.h + b.h) / 2 + GAP - 1e-6;

/**
 * By place, which of its `ways` to be written fits, and where the chips of it lie.
 *
 * places: {x, y, out, ways: [[{w, h}]]}, the middles of the places and the direction into each; of the ways the
 * best first, and the last is taken even if it covers something. blocked: whatever else lies there.
 * wood: {w, h, holds(rectangle)}, what is free of places. astray: how far a corner may stick out into what is
 * nearer to another place.
 */
export function lay(places, blocked, wood, astray) {
  const lying = [...blocked];
  const found = [];
  const before = fields(places, wood);
  // Where most lies, least is left to choose from.
  const order = [...places.keys()].sort((a, b) => places[b].ways[0].length - places[a].ways[0].length);
  for (const at of order) {
    const { ways } = places[at];
    for (const [way, chips] of ways.entries()) {
      const spots = fit(chips, before[at], lying, wood, astray, way === ways.length - 1);
      if (!spots) continue;
      found[at] = { way, spots };
      lying.push(...spots);
      break;
    }
  }
  return found;
}

/** Where these chips lie, one after the other; undefined if there is no room for one, unless `anyhow`. */
function fit(chips, field, lying, wood, astray, anyhow) {
  const laid = [];
  for (const { w, h } of chips) {
    const free = ({ x, y }) => {
      const it = { x, y, w, h };
      return wood.holds(it) && field.holds(it, astray) && ![lying, laid].some((all) => all.some((one) => overlap(it, one)));
    };
    const spot = field.spots.find(free) ?? (anyhow ? field.spots[0] : undefined);
    if (!spot) return undefined;
    laid.push({ x: spot.x, y: spot.y, w, h });
  }
  return laid;
}

let known = { key: "", made: [] };

/** What is nearer to each place than to any other; made once for the same places. */
function fields(places, wood) {
  const key = JSON.stringify([places.map(({ x, y }) => [x.toFixed(3), y.toFixed(3)]), wood.w, wood.h]);
  if (key !== known.key) known = { key, made: places.map((_place, at) => makeField(places, at, wood)) };
  return known.made;
}

function makeField(places, at, wood) {
  const { x, y, out } = places[at];
  // The lines half-way to the others.
  const lines = places.filter((_place, other) => other !== at).map((one) => {
    const far = Math.hypot(one.x - x, one.y - y);
    const [nx, ny] = [(one.x - x) / far, (one.y - y) / far];
    return [nx, ny, (nx * (x + one.x) + ny * (y + one.y)) / 2];
  });
  const along = (px, py) => px * out.x + py * out.y;
  const sideways = (px, py) => Math.abs((px - x) * out.y - (py - y) * out.x);
  /** How far inside all of them. */
  const inside = (px, py) => {
    let least = Infinity;
    for (const [nx, ny, far] of lines) least = Math.min(least, far - nx * px - ny * py);
    return least;
  };
  // All places in it, the best first: far out, and near the line into the place.
  const spots = [];
  for (let px = -wood.w; px <= wood.w; px += STEP) {
    for (let py = -wood.h; py <= wood.h; py += STEP) {
      if (inside(px, py) < 0.8 || !wood.holds({ x: px, y: py, w: 0, h: 0 })) continue;
      spots.push({ x: px, y: py, cost: SIDEWAYS * sideways(px, py) - along(px, py) });
    }
  }
  spots.sort((a, b) => a.cost - b.cost);
  // A rectangle's corner that is the furthest beyond each line.
  const holds = ({ x: px, y: py, w, h }, astray) => lines.every(([nx, ny, far]) =>
    far - nx * px - ny * py - (Math.abs(nx) * w + Math.abs(ny) * h) / 2 >= -astray);
  return { spots, holds };
}
