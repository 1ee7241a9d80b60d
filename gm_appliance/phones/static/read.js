// What can be read, with open eyes only: standings, the round's story, the rules of what is asked.

import { button, element } from "./elements.js";
import { words } from "./words.js";

export function reading(pages, at) {
  const page = pages.find((one) => one.name === at) ?? pages[0];
  if (!page) return { question: words.nothing };
  return { question: page.title, of: { tabs: pages.map(({ name, title }) => [name, title, name === page.name]), lines: page.lines }, draw };
}

function draw({ tabs, lines }, act) {
  const bar = element("div", "tabs");
  for (const [name, title, here] of tabs.length > 1 ? tabs : []) {
    const it = button("option tab", title, `page ${name}`, () => act.read(name));
    if (here) it.setAttribute("aria-current", "page");
    bar.append(it);
  }
  const text = element("div", "text");
  text.append(...lines.map((line) => element("p", "", line)));
  return [bar, text];
}
