// Where things are: the places around the table, and the chips on the wood before them. Everything in
// hundredths of the table.

import { niche } from "./art.js";
import { lay } from "./lay.js";

const IN_THE_MIDDLE = "#box, #dice .thrown, #pile .heap, #board:not([hidden])";
const CHIPS = ["words", "lines", "names", "small"]; // how much is written on a chip, and how: what fits
const NARROW = matchMedia("(max-width: 600px)");
const HANDS = { x: 0, y: 0, w: 37, h: 27 }; // in a narrow window: the thumbs and the card of the chosen place

let wood = 36; // the radius that is free of places

/** Whether the box stands above the table, and only the chosen place has its thumbs. */
export const isNarrow = () => NARROW.matches;

/** Measures of so many places: half a place's width and height, how far out they are, where the wood begins. */
function ring(count) {
  if (isNarrow()) {
    const size = count <= 8 ? 1.5 : 1.28;
    return { size, w: 6.3 * size, h: 3.5 * size, radius: 41, inner: 41 - 5.6 * size };
  }
  // Fewer places are larger.
  const size = count <= 8 ? 1.22 : count <= 11 ? 1.1 : 1;
  const radius = 49.2 - 6 * size;
  return { size, w: 6.1 * size, h: 6.1 * size, radius, inner: radius - 6.9 * size };
}

/** Put the places around the table, each before its carved niche; at the lower edge the one that is `near`. */
export function put(places, near = 0) {
  const turn = (2 * Math.PI) / places.length;
  const { size, w, h, radius, inner } = ring(places.length);
  wood = inner - 0.4;
  document.getElementById("stage").style.setProperty("--size", size);
  const shapes = [];
  for (const [number, place] of places.entries()) {
    const at = turn * number + (near ? Math.PI - turn * (near - 1) : 0);
    const [x, y] = [Math.sin(at), -Math.cos(at)];
    place.at = { x: radius * x, y: radius * y, w: 2 * w, h: 2 * h };
    // A card that is pushed forward: just beyond the niche, however that lies.
    const card = { w: 3.5 * size, h: 4.8 * size };
    const forward = wood - (card.w / 2) * Math.abs(x) - (card.h / 2) * Math.abs(y) - 0.9;
    place.forward = { x: forward * x, y: forward * y, ...card };
    const style = { "--px": radius * x, "--py": radius * y, "--fx": forward * x, "--fy": forward * y };
    for (const [name, value] of Object.entries(style)) place.root.style.setProperty(name, value.toFixed(3));
    const half = Math.min(turn / 2 - 0.012, 0.27 * size);
    const shape = niche(at, half, inner, 49.1);
    shapes.push(path(shape, "cut"), path(shape, "edge"), groove(at + turn / 2, inner));
  }
  document.getElementById("niches").replaceChildren(...shapes);
}

/** Between two places: whose wood it is. */
function groove(at, inner) {
  const point = (r) => `${(r * Math.sin(at)).toFixed(2)} ${(-r * Math.cos(at)).toFixed(2)}`;
  return path(`M${point(inner - 0.6)}L${point(15)}`, "groove");
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
  if (isNarrow() && document.getElementById("board").hidden) blocked.push(HANDS);
  blocked.push(...places.map(({ at }) => at));
  blocked.push(...places.filter(({ lying }) => lying?.forward).map(({ forward }) => forward));
  const ways = sizes.map(waysOf);
  const wanted = places.map(({ at: { x, y } }, at) => ({ x, y, ways: ways[at].map(({ chips }) => chips) }));
  const found = lay(wanted, blocked, wood, isNarrow() ? 2.6 : 1.3);
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
  const x = (it.left + it.width / 2 - table.left) / unit - 50;
  const y = (it.top + it.height / 2 - table.top) / unit - 50;
  return { x, y, w: it.width / unit, h: it.height / unit };
}
