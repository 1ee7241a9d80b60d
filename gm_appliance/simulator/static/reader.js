// What has just changed on the display, for a screen reader: the picture's name is not read by itself.

const region = document.getElementById("read");
let before = [];

/** The words of the display now, a part after another; of a list only what the cursor points at. */
export function readOut(text) {
  const parts = text.split(" · ").filter((part) => part && !/^\d+\/\d+$/.test(part));
  // Another title is another screen: then all of it is new.
  const renewed = parts[0] !== before[0];
  const fresh = renewed ? parts : parts.filter((part) => !before.includes(part));
  const pointed = fresh.filter((part) => part.startsWith("▸"));
  const said = !pointed.length ? fresh : renewed ? [parts[0], ...pointed] : pointed;
  before = parts;
  if (said.length) region.textContent = said.join(" · ").replaceAll("▸", "");
}
