// Where phones come in: the link in the code on the display, to be clicked, and copied into a message.

import { words } from "./words.js";

const come = document.getElementById("come");
const link = document.getElementById("come-link");
const copy = document.getElementById("copy");

/** code: what it says; empty while the display shows no such code. */
export function showCome(code) {
  come.hidden = !code;
  copy.textContent = words.copy;
  const url = code && new URL(code); // which writes the address small, and leaves the code as it is
  link.href = link.textContent = url ? url.href : "";
}

copy.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.href);
    copy.textContent = words.copied;
  } catch { // it is not allowed: then by hand
    getSelection().selectAllChildren(link);
  }
});
