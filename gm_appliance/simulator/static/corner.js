// What stands in a corner whatever the game does: that nothing is heard, and where phones join.

import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET = 4; // modules of light around a code

const byId = (id) => document.getElementById(id);

export function showCorner({ quiet, link, code }) {
  byId("quiet").textContent = quiet;
  const joins = byId("joins");
  joins.hidden = !link;
  byId("joins-title").textContent = words.joins;
  byId("joins-link").textContent = byId("joins-link").href = link;
  byId("joins-code").replaceChildren(...(code.length ? [drawn(code)] : []));
}

/** A QR code: dark on light, whatever the page's colours. */
function drawn(rows) {
  const side = rows.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  const dark = rows.flatMap((row, y) => [...row].map((one, x) => (one === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")));
  path.setAttribute("d", dark.join(""));
  svg.append(path);
  return svg;
}
