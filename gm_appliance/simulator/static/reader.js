// What has just changed on the display, for a screen reader: the picture's name is not read by itself.

const region = document.getElementById("read");
let before = [];

/** The words of the display now, a part after another; of a list only what the cursor points at. */
export function readOut(text) {
  const parts = text.split(" · ").filter((part) => part && !/^\d+\/\d+$/.test(part));
  const fresh = parts.filter((part) => !before.includes(part));
  const pointed = fresh.filter((part) => part.startsWith("▸"));
  // Another title is another screen: all of it is new, so its title is read before its cursor.
  const said = pointed.length ? [...fresh.filter((part) => part === parts[0]), ...pointed] : fresh;
  before = parts;
  if (said.length) region.textContent = said.join(" · ").replaceAll("▸", "");
}
