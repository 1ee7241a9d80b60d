// Small drawings, made of paths so that they are the same on every machine.

const SVG = "http://www.w3.org/2000/svg";

/** Put the symbols into the page once, so that `drawing` shows them at once, and each time alike. */
export async function loadSymbols() {
  const text = await (await fetch("symbols.svg")).text();
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  sheet.setAttribute("class", "symbols");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(sheet);
}

/** One of the symbols as an svg element; the stylesheet gives colour and size. */
export function drawing(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `art ${name}`);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${name}`);
  svg.append(use);
  return svg;
}

const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };

/** A die seen from above. Its pips lie on a grid of three by three, numbered like a telephone's keys. */
export function die(pips) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 30 30");
  svg.setAttribute("class", "die");
  for (const at of PIPS[pips] ?? []) {
    const pip = document.createElementNS(SVG, "circle");
    pip.setAttribute("cx", 7.5 + ((at - 1) % 3) * 7.5);
    pip.setAttribute("cy", 7.5 + Math.floor((at - 1) / 3) * 7.5);
    pip.setAttribute("r", 2.7);
    svg.append(pip);
  }
  return svg;
}

/** The path of one carved niche: a sector of a ring, rounded, `half` of its angle to either side of `at`. */
export function niche(at, half, inner, outer) {
  const round = 1.6;
  const point = (angle, r) => `${(r * Math.sin(angle)).toFixed(3)} ${(-r * Math.cos(angle)).toFixed(3)}`;
  const out = round / outer, into = round / inner;
  return [
    `M${point(at - half + out, outer)}`,
    `A${outer} ${outer} 0 0 1 ${point(at + half - out, outer)}`,
    `Q${point(at + half, outer)} ${point(at + half, outer - round)}`,
    `L${point(at + half, inner + round)}`,
    `Q${point(at + half, inner)} ${point(at + half - into, inner)}`,
    `A${inner} ${inner} 0 0 0 ${point(at - half + into, inner)}`,
    `Q${point(at - half, inner)} ${point(at - half, inner + round)}`,
    `L${point(at - half, outer - round)}`,
    `Q${point(at - half, outer)} ${point(at - half + out, outer)}Z`,
  ].join("");
}

/** An element with a class and children. */
export function element(tag, name, ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children);
  return made;
}
