// The spoken sentence, large, and those before it. A sentence appears when the voice reaches it.

const PAST = 5;

const now = document.getElementById("caption");
const history = document.getElementById("history");
const waiting = new Map(); // number -> timer
let told = [];
let newest = 0;

export function addCaption(caption) {
  if (caption.number <= newest || waiting.has(caption.number)) return;
  if (caption.delay <= 0.02) return begin(caption);
  waiting.set(caption.number, setTimeout(() => begin(caption), caption.delay * 1000));
}

export function hush(last) {
  for (const [number, timer] of [...waiting]) {
    if (number <= last) continue;
    clearTimeout(timer);
    waiting.delete(number);
  }
}

/** Everything anew, after the connection was lost. */
export function restart(captions) {
  hush(0);
  told = [];
  newest = 0;
  now.textContent = "";
  for (const caption of captions) addCaption(caption);
  draw();
}

function begin(caption) {
  waiting.delete(caption.number);
  newest = Math.max(newest, caption.number);
  told = [...told, caption.text].slice(-PAST - 1);
  draw();
}

function draw() {
  // Written anew even if it is the same sentence: it was said again, and is read again.
  now.textContent = told.at(-1) ?? "";
  history.replaceChildren(...told.slice(0, -1).reverse().map((text) => {
    const line = document.createElement("li");
    line.textContent = text;
    return line;
  }));
}
