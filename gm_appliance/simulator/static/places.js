// Where things are: the places around the table, and the chips on the wood before them. Everything in
// hundredths of the table's width.

import { niche } from "./art.js";
import { lay } from "./lay.js";

const IN_THE_MIDDLE = "#box, #dice .thrown, #pile .heap, #board:not([hidden])";
const CHIPS = ["words", "lines", "names", "small", "emblems"]; // how much is written on a chip, and how: what fits
const NARROW = matchMedia("(max-width: 600px), (max-height: 480px)");
const ASTRAY = 1.3; // how far a chip's corner may lie before another place

let wood; // what is free of places

/** Whether the table is a long one, with the box above it, and only the chosen place has its thumbs. */
export const isNarrow = () => NARROW.matches;

/** Put the places around the table, each before its carved niche; at the lower edge the one that is `near`. */
export function put(places, near = 0) {
  const { tall, size = 1, all, free } = isNarrow() ? longTable(places.length, near) : roundTable(places.length, near);
  wood = free;
  const stage = document.getElementById("stage");
  stage.style.setProperty("--size", size);
  stage.style.setProperty("--tall", tall);
  const niches = document.getElementById("niches");
  niches.setAttribute("viewBox", `-50 ${-50 * tall} 100 ${100 * tall}`);
  for (const [number, place] of places.entries()) {
    Object.assign(place, all[number]);
    const { at: { x, y }, forward } = place;
    const style = { "--px": x, "--py": y, "--fx": forward.x, "--fy": forward.y };
    for (const [name, value] of Object.entries(style)) place.root.style.setProperty(name, value.toFixed(3));
  }
  niches.replaceChildren(...all.flatMap(({ shapes }) => shapes.map(([shape, name]) => path(shape, name))));
}

/** Lay out this number of places in a circle. Fewer are larger. */
function roundTable(count, near) {
  const turn = (2 * Math.PI) / count;
  const size = count <= 8 ? 1.22 : count <= 11 ? 1.1 : 1;
  const radius = 49.2 - 6.3 * size;
  const inner = radius - 6.7 * size;
  const within = inner - 0.4;
  const card = { w: 3.5 * size, h: 4.8 * size };
  const all = Array.from({ length: count }, (_none, number) => {
    const at = turn * number + (near ? Math.PI - turn * (near - 1) : 0);
    const [x, y] = [Math.sin(at), -Math.cos(at)];
    // A card that is pushed forward: just beyond the niche, however that lies.
    const forward = within - (card.w / 2) * Math.abs(x) - (card.h / 2) * Math.abs(y) - 0.9;
    const shape = niche(at, Math.min(turn / 2 - 0.012, 0.27 * size), inner, 49.1);
    // Between two places, whose wood it is.
    const point = (r) => `${(r * Math.sin(at + turn / 2)).toFixed(2)} ${(-r * Math.cos(at + turn / 2)).toFixed(2)}`;
    return {
      out: { x, y },
      at: { x: radius * x, y: radius * y, w: 13 * size, h: 12.6 * size },
      forward: { x: forward * x, y: forward * y, ...card },
      shapes: [[shape, "cut"], [shape, "edge"], [`M${point(inner - 0.6)}L${point(15)}`, "groove"]],
    };
  });
  const holds = (it) => Math.hypot(Math.abs(it.x) + it.w / 2, Math.abs(it.y) + it.h / 2) <= within;
  return { tall: 1, size, all, free: { w: within, h: within, holds } };
}

const WIDE = 24.2, HIGH = 18.6; // of a place at a long table
const FEW = 9, LARGER = 1.25; // where at most so few sit, places and cards are so much larger
const WIDEST = 26.4; // a wider place would push its card before the one at the end
const STEP = 4; // how much further up or down the place at an end is
const SHORTEST = 78; // a shorter table has no room for what lies there

/** Lay out this number of places in two columns, one at the upper end, and one at the lower if their number is even. */
function longTable(count, near) {
  const rows = Math.ceil(count / 2) - 1;
  const ends = count % 2 ? 1 : 2;
  const size = count <= FEW ? LARGER : 1;
  const [wide, high] = [Math.min(WIDE * size, WIDEST), HIGH * size];
  const outer = 49.4 - wide / 2; // how far out the columns are
  const least = high + ends * STEP + 1.2;
  const pitch = rows > 1 ? Math.max(high + 0.6, (SHORTEST - least) / (rows - 1)) : 0;
  const half = Math.max(SHORTEST, least + pitch * (rows - 1)) / 2;
  // Clockwise from the upper end.
  const where = (number) => {
    if (number === 0 || number === count / 2) return { side: 0, y: (number ? 1 : -1) * (half - high / 2 - 0.6) };
    const row = number <= rows ? number - 1 : count - 1 - number;
    return { side: number <= rows ? 1 : -1, y: (row - (rows - 1) / 2) * pitch + (ends === 1 ? STEP / 2 : 0) };
  };
  const first = near ? near - 1 - Math.floor(count / 2) : 0;
  const all = Array.from({ length: count }, (_none, number) => {
    const { side, y } = where((number - first + count) % count);
    const out = side ? { x: side, y: 0 } : { x: 0, y: Math.sign(y) };
    const at = { x: side * outer, y, w: wide, h: high };
    const card = { w: 8.4, h: 10.6 * size };
    const inwards = { x: (wide + card.w) / 2 + 0.8, y: (high + card.h) / 2 + 0.8 };
    const forward = { x: at.x - out.x * inwards.x, y: y - out.y * inwards.y, ...card };
    const shape = `M${at.x - wide / 2} ${y - high / 2}h${wide}v${high}h${-wide}z`;
    return { out, at, forward, shapes: [[shape, "cut"], [shape, "edge"]] };
  });
  const [w, h] = [49, half - 0.8];
  const holds = (it) => Math.abs(it.x) + it.w / 2 <= w && Math.abs(it.y) + it.h / 2 <= h;
  return { tall: half / 50, size, all, free: { w, h, holds } };
}

function path(shape, name) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
  made.setAttribute("d", shape);
  made.setAttribute("class", name);
  return made;
}

/** Every chip to where there is wood; where it is scarce, less is written, and at last the rest is counted. */
export function settle(places) {
  const stage = document.getElementById("stage");
  const unit = stage.clientWidth / 100;
  const sizes = measured(places, unit);
  const blocked = [...document.querySelectorAll(IN_THE_MIDDLE)].map((it) => within(stage, it, unit));
  blocked.push(...places.map(({ at }) => at));
  blocked.push(...places.filter(({ lying }) => lying?.viewable).map(({ forward }) => forward));
  const ways = sizes.map(waysOf);
  const wanted = places.map(({ at: { x, y }, out }, at) => ({ x, y, out, ways: ways[at].map(({ chips }) => chips) }));
  const found = lay(wanted, blocked, wood, ASTRAY);
  for (const [at, place] of places.entries()) move(place, ways[at][found[at].way], found[at].spots);
}

/** All ways to write a place's chips, from everything down to their number alone. */
function waysOf({ levels, count }) {
  const ways = levels.map((chips, level) => ({ level, left: chips.length, chips }));
  const last = ways.at(-1);
  for (let left = last.left - 1; left >= 0; left--) ways.push({ ...last, left, chips: [...last.chips.slice(0, left), count] });
  return ways;
}

const chipsOf = ({ chips }) => [...chips.querySelectorAll(".chip:not(.more)")].filter((it) => it.offsetWidth);
const countOf = ({ chips }) => chips.querySelector(".more");

/** By place, the sizes of its chips at each of CHIPS, and of the one that counts what is left out. */
function measured(places, unit) {
  const size = (it) => ({ w: it.offsetWidth / unit, h: it.offsetHeight / unit });
  const sizes = places.map((place) => {
    place.root.dataset.counted = "";
    countOf(place).textContent = "+9";
    for (const it of place.chips.children) it.classList.remove("left");
    return { levels: [] };
  });
  for (const much of CHIPS) {
    for (const { root } of places) root.dataset.chips = much;
    for (const [at, place] of places.entries()) sizes[at].levels.push(chipsOf(place).map(size));
  }
  for (const [at, place] of places.entries()) sizes[at].count = size(countOf(place));
  return sizes;
}

function move(place, { level, left }, spots) {
  place.root.dataset.chips = CHIPS[level];
  const chips = chipsOf(place);
  const counted = chips.slice(left);
  place.root.toggleAttribute("data-counted", counted.length > 0);
  for (const it of counted) it.classList.add("left");
  const count = countOf(place);
  count.textContent = counted.length ? `+${counted.length}` : "";
  count.title = counted.map((it) => it.title).join(", ");
  const moved = counted.length ? [...chips.slice(0, left), count] : chips;
  for (const [number, it] of moved.entries()) {
    it.style.setProperty("--cx", spots[number].x.toFixed(2));
    it.style.setProperty("--cy", spots[number].y.toFixed(2));
  }
}

/** A thing of the page as a rectangle, measured from the middle of the table. */
function within(stage, thing, unit) {
  const [table, it] = [stage.getBoundingClientRect(), thing.getBoundingClientRect()];
  const x = (it.left + it.width / 2 - table.left - table.width / 2) / unit;
  const y = (it.top + it.height / 2 - table.top - table.height / 2) / unit;
  return { x, y, w: it.width / unit, h: it.height / unit };
}
