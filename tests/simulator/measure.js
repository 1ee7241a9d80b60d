// Looks at the page as an eye does: returns every fault as a sentence. Shares nothing with the page but its hooks.
async ({ legible, pressable }) => {
  // A browser that stopped drawing must not hold up the tests for ever.
  const drawn = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 2000); });
  const rect = (it) => it.getBoundingClientRect();
  // A window of another size is laid out again, in a frame of its own; on a busy machine some frames later.
  const standing = () => [...document.querySelectorAll("#box, .name, .chip, .card")]
    .map(rect).map(({ x, y, width, height }) => `${x} ${y} ${width} ${height}`).join();
  for (let still = 0, frames = 0, before = ""; still < 3 && frames < 120; frames++) {
    await drawn();
    const now = standing();
    still = now === before ? still + 1 : 0;
    before = now;
  }
  const faults = [];
  const seen = (it) => rect(it).width > 0 && getComputedStyle(it).visibility === "visible";
  const all = (which) => [...document.querySelectorAll(which)].filter(seen);
  const called = (it) => `${it.className || it.id || it.tagName} ${it.textContent.trim()}`;
  const seatOf = (it) => it.closest("[data-seat]")?.dataset.seat;

  // Text: inside what it stands on and inside the window, and large enough.
  for (const it of all(".name, .bot, .chip, .key, .heap, .eyes, .hint, .caption, .plain, .lost, .help dd, .speed")) {
    const words = document.createRange();
    words.selectNodeContents(it);
    const over = it.querySelector(":scope > .take"); // a button on top of it, not its text
    if (over) words.setEndBefore(over);
    const text = words.getBoundingClientRect(), own = rect(it);
    if (!text.width) continue;
    const out = Math.max(own.left - text.left, text.right - own.right, own.top - text.top, text.bottom - own.bottom);
    if (out > 2.5 || it.scrollWidth > it.clientWidth + 2) faults.push(["cut", called(it)]);
    if (own.left < -0.5 || own.right > innerWidth + 0.5) faults.push(["outside the window", called(it)]);
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const it = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || !seen(it) || it.closest(".heard, script, svg")) continue;
    if (parseFloat(getComputedStyle(it).fontSize) < legible) faults.push(["too small", called(it)]);
  }

  // Whatever can be pressed is large enough to be.
  for (const it of all("button, input")) {
    const { width, height } = rect(it);
    if (Math.min(width, height) < pressable) faults.push(["too small to press", `${called(it)} ${width}x${height}`]);
  }

  // A label is all of a thing's name, or more; or says how many more there are.
  for (const it of all(".chip[data-kind]:not([data-kind=Tally], [data-kind=ThrownDie])")) {
    const text = it.innerText.trim().replace(/\s+/g, " ");
    const ends = it.classList.contains("down") ? "," : ":";
    // A piece is known by its drawing.
    if (it.matches(".square [data-kind=Token]:has(svg)")) continue;
    // And so is a card, which may have its number beside it.
    if (it.querySelector("svg:not(.back)") && (!text || (/^\d+$/.test(text) && it.title.includes(text)))) continue;
    if (text !== it.title && !it.title.startsWith(text + ends)) faults.push(["a stub", `${text} of ${it.title}`]);
    if (!text) faults.push(["a stub", it.title]);
  }

  // Nothing lies over anything else, but what is always at hand at the edge of a phone.
  const fixed = (it) => [it, it.parentElement].some((one) => getComputedStyle(one).position === "fixed");
  const things = all("#box, .name, .lamp, .shows, .bot, .card, .thumb-button, .chip, #dice .thrown, #pile .heap")
    .filter((it) => !fixed(it)).map((it) => [it, rect(it)]);
  for (const [number, [one, a]] of things.entries()) {
    for (const [other, b] of things.slice(number + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 1 && high > 1) faults.push(["over another", `${seatOf(one)} ${called(one)} / ${seatOf(other)} ${called(other)}`]);
    }
  }

  // Whatever lies before a place is nearer to it than to any other.
  const middle = (it) => [rect(it).left + rect(it).width / 2, rect(it).top + rect(it).height / 2];
  const places = all("[data-seat]").map((it) => [it.dataset.seat, middle(it)]);
  for (const it of all("[data-seat] .chip, [data-seat] .card").filter((it) => !fixed(it))) {
    const [x, y] = middle(it);
    const [nearest] = places.reduce((best, one) => {
      const far = ([, [px, py]]) => Math.hypot(px - x, py - y);
      return far(one) < far(best) ? one : best;
    });
    if (nearest !== seatOf(it)) faults.push(["nearer to another place", `${called(it)} of ${seatOf(it)} at ${nearest}`]);
  }
  return faults.map((fault) => fault.join(": "));
}
