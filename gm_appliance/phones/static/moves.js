// What the thumbs did, until the process has it.

import { PRESSED } from "./frames.js";

const MOST = 240; // a thumb a second for two minutes without a network; then a press is not begun
const COUNT = 0x10000;

export class Moves {
  #waiting = [];
  #seq = 0;

  /** Returns whether it was taken. Whatever ends a press that was taken is taken too. */
  add(half, move, at) {
    if (move === PRESSED && this.#waiting.length >= MOST) return false;
    this.#seq = (this.#seq + 1) % COUNT;
    this.#waiting.push({ seq: this.#seq, half, move, at });
    return true;
  }

  /** The oldest moves, at most this many. */
  first(most) {
    return this.#waiting.slice(0, most);
  }

  /** These went out. */
  went(moves) {
    for (const one of moves) one.sent = true;
  }

  /** The process has all up to this one. */
  taken(seq) {
    const isTaken = (one) => (seq - one.seq + COUNT) % COUNT < COUNT / 2;
    while (this.#waiting.length && isTaken(this.#waiting[0])) this.#waiting.shift();
  }

  /** Another process counts from 1. What was sent the one before may have taken, and the box says that it is lost. */
  forget() {
    const unsent = this.#waiting.filter((one) => !one.sent);
    this.#waiting = [];
    this.#seq = 0;
    for (const { half, move, at } of unsent) this.add(half, move, at);
  }
}
