// What is not the game: the beginning and the end of a connection, and a phone that slept.

import { button, element, icon } from "./elements.js";
import { lettering } from "./places.js";
import { words } from "./words.js";

const CODELESS = ["unknown", "stranger"]; // why a code is needed: it can be typed, too
const PADS = 15;
const SIGNS = { unknown: "box", stranger: "box", crowded: "phone", elsewhere: "phone", gone: "moon" };

/** The box is not heard: across everything. */
export function lost(shown) {
  return shown ? [icon("wifi"), element("b", "", words.lost[0]), element("span", "", words.lost[1])] : [];
}

export const start = (state) => (state.lost ? { question: words.seeking, lines: [words.lost[1]], sign: "wifi" } : { question: "" });

export function end({ ended }) {
  const [question, line] = words.ended[ended];
  const here = () => [button("key small", "sit-here", () => location.reload(), element("span", "", words.sitHere))];
  const draw = CODELESS.includes(ended) ? lettering : ended === "elsewhere" ? here : undefined;
  return { phase: words.title, question, lines: [line], sign: SIGNS[ended], draw };
}

/** Only a tap begins again what keeps it awake. */
export function slept({ shown }) {
  const draw = (_of, act) => [
    button("key", "awake", () => act.awake(), icon("sun"), element("span", "", words.imHere)),
    element("p", "hint", words.stayOn),
  ];
  return { phase: shown?.phase ?? "", question: words.slept[0], lines: [words.slept[1]], sign: "moon", draw };
}

/** Before there is a table: who is here, and what the phone is for. */
export function greeting({ open }) {
  const steps = [["thumb", words.steps[0]], ["table", words.steps[1]], ["closed", words.steps[2]]];
  const list = element("ul", "steps", ...steps.map(([name, text]) => element("li", "", icon(name), element("span", "", text))));
  list.setAttribute("role", "list");
  return { question: words.greeting, lines: [words.here({ n: PADS - open.length })], sign: "table", draw: () => [list] };
}
