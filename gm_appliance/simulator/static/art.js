// Small drawings, made of paths so that they are the same on every machine.

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  thumb: [
    "M3.5 10.5h2.6a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3.5a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1z",
    "M8.6 11.2 12.1 3.6c1.8-.1 2.9 1.2 2.6 3L14 10.1h5.3c1.4 0 2.3 1.2 2 2.5l-1.5 6.3c-.3 1-1.1 1.6-2.1 1.6h-6.2c-1.1 0-2-.4-2.9-1z",
  ],
  protect: ["M12 2.2c2.6 1.7 5.3 2.5 8.2 2.6.3 8.1-2.3 13.6-8.2 17-5.9-3.4-8.5-8.9-8.2-17 2.9-.1 5.6-.9 8.2-2.6z"],
  conspire: ["M12 1.5 14.2 5v8.2H9.8V5zM6.5 13.8h11v2h-11zM10.9 16.4h2.2v4.2h-2.2zM12 20.3a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6z"],
  oracle: ["M1.5 12C4.5 7.3 8 5 12 5s7.5 2.3 10.5 7c-3 4.7-6.5 7-10.5 7S4.5 16.7 1.5 12zM12 7.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8z", "M12 9.9a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2z"],
  back: ["M12 1.5 20 12 12 22.5 4 12z", "M12 6.5 16.2 12 12 17.5 7.8 12z", "M12 1.5v5M12 17.5v5M4 12h3.8M16.2 12H20"],
  dealer: ["M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19zM9 7h3.2a5 5 0 0 1 0 10H9z"],
};

/** An svg element from a shape's name; the stylesheet gives colour and size. */
export function drawing(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `art ${name}`);
  svg.setAttribute("aria-hidden", "true");
  for (const shape of SHAPES[name]) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    path.setAttribute("fill-rule", "evenodd");
    svg.append(path);
  }
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
