// The spoken sentence, large, and the story so far. A sentence appears when the voice reaches it.

const PARTS = 40;

const now = document.getElementById("caption");
const history = document.getElementById("history");
const waiting = new Map(); // number -> { caption, timer }
let parts = []; // of the story, the newest first: { number, texts }
let newest = 0;

export function addCaption(caption) {
  if (caption.number <= newest || waiting.has(caption.number)) return;
  if (caption.delay <= 0.02) return begin(caption);
  const timer = setTimeout(() => begin(caption), caption.delay * 1000);
  waiting.set(caption.number, { caption, timer });
}

/** What was not begun is not said any more. But it is part of the story. */
export function hush(last) {
  for (const [number, { caption, timer }] of [...waiting]) {
    if (number <= last) continue;
    clearTimeout(timer);
    waiting.delete(number);
    newest = Math.max(newest, number);
    tell(caption);
  }
}

/** Another game begins, and with it another story. */
export function beginStory() {
  parts = [];
  history.replaceChildren();
}

/** Show everything again, after the connection was lost. */
export function restart(captions) {
  hush(0);
  beginStory();
  newest = 0;
  now.textContent = "";
  for (const caption of captions) addCaption(caption);
}

function begin(caption) {
  waiting.delete(caption.number);
  newest = Math.max(newest, caption.number);
  // Write it again even if it is the same sentence: it was said again, and is read again.
  if (!caption.silent) now.textContent = caption.text;
  tell(caption);
}

/** What one choice led to is one paragraph. */
function tell({ part, text, heading }) {
  if (!part) return;
  if (parts[0]?.number !== part) {
    const made = document.createElement("li");
    made.className = heading ? "round" : "";
    // The newest first, below the heading of their round.
    const under = history.firstElementChild;
    if (!heading && under?.className === "round") under.after(made);
    else history.prepend(made);
    parts = [{ number: part, texts: [], made }, ...parts].slice(0, PARTS);
    while (history.childElementCount > PARTS) history.lastElementChild.remove();
  }
  parts[0].texts.push(text);
  parts[0].made.textContent = parts[0].texts.join(" ");
}
