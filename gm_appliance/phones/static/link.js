// The connection to the phones' process: ticks both ways ten times a second, whatever happens; and requests.

import { ask, MOVES, phoneTick, PRESSED, read } from "./frames.js";
import { Moves } from "./moves.js";
import { CHALLENGE_BYTES, FROM_PHONE, keyOf, Seal, TO_PHONE } from "./seal.js";

const TICK = 100; // milliseconds, as all below
const SILENCE = 1500; // without a tick for so long, a connection is dead
const PATIENCE = 4000; // for the first one of a connection
const WAITS = [0, 300, 700, 1500, 3000]; // before each new try
const LATER = 4000; // before trying again where nobody is let in

/** Why the process closes a connection, by its code. */
const ENDED = { 4000: "gone", 4001: "stranger", 4002: "crowded", 4003: "elsewhere" };
/** After these nothing changes until the person does something. */
const FOR_GOOD = ["stranger", "elsewhere"];

const clock = (at) => Math.floor(at) >>> 0;

export class Link {
  #token;
  #hello;
  #on;
  #moves = new Moves();
  #socket = null;
  #seal = null; // ours, from when both challenges are known
  #last = null; // the last tick of this connection
  #due = 0; // when the next must have come
  #heard = 0; // when the last one came
  #boot = 0; // of the process that was heard last
  #openly = [false, false]; // whether the last press of each half began openly
  #tries = 0;
  #retry = 0;

  /** hello: { id, load, pad }, where pad may be asked for again at each connection.
      on: { tick, content, open, lost, ended }. clip: whether the clip runs. */
  constructor(token, hello, on, clip) {
    this.#token = token;
    this.#hello = hello;
    this.#on = { ...on, clip };
    setInterval(() => this.#beat(), TICK);
    for (const [what, where] of [["visibilitychange", document], ["online", window], ["pageshow", window]]) {
      where.addEventListener(what, () => this.#wake());
    }
    this.#connect();
  }

  get isOpen() {
    return this.#last !== null && performance.now() < this.#due;
  }

  /** A thumb moved at this time; sent with the next tick, or at once if the process has just said that it may. */
  move(half, move, at) {
    if (!this.#moves.add(half, move, clock(at))) return false;
    const { quiet = true, lease = 0 } = this.#last ?? {};
    // What began when presses may have been secret stays so, however late it ends.
    if (move === PRESSED) this.#openly[half] = !quiet;
    if (!quiet && this.#openly[half] && performance.now() - this.#heard <= lease) this.#tick();
    return true;
  }

  /** Ask for something: never with closed eyes, and only for a place while presses may be secret. Returns
      whether it was sent. */
  ask(asked) {
    if (!this.isOpen || this.#last.closed || (this.#last.quiet && asked.kind !== "Take")) return false;
    return this.#send(ask(asked));
  }

  // ------------------------------------------------------------ connecting

  #connect() {
    clearTimeout(this.#retry);
    this.#drop();
    const socket = new WebSocket(`ws://${location.host}/ws`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#due = performance.now() + PATIENCE;
    const ours = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));
    let opener = null;
    socket.onopen = () => socket.send(ours);
    socket.onmessage = ({ data }) => {
      const frame = new Uint8Array(data);
      try {
        if (opener) return this.#take(read(opener.open(frame)));
      } catch {
        return this.#lose(); // somebody is in between, or a frame was lost
      }
      opener = new Seal(keyOf(this.#token, TO_PHONE, frame, ours));
      this.#seal = new Seal(keyOf(this.#token, FROM_PHONE, frame, ours));
      this.#send(ask({ kind: "Hello", ...this.#hello() }));
    };
    socket.onclose = ({ code }) => (code in ENDED ? this.#over(ENDED[code]) : this.#lose());
  }

  #drop() {
    const socket = this.#socket;
    this.#socket = this.#seal = this.#last = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #lose() {
    this.#drop();
    this.#on.lost();
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), WAITS[Math.min(this.#tries++, WAITS.length - 1)]);
  }

  #over(why) {
    this.#drop();
    this.#on.ended(why);
    clearTimeout(this.#retry);
    if (!FOR_GOOD.includes(why)) this.#retry = setTimeout(() => this.#connect(), LATER);
  }

  /** Back in sight, or in a network: what looks open may be dead long since. */
  #wake() {
    if (document.visibilityState !== "visible" || (this.#socket && performance.now() < this.#due)) return;
    this.#tries = 0;
    this.#connect();
  }

  // ------------------------------------------------------------ talking

  #take(told) {
    if (told.type === "content") return this.#on.content(told);
    if (this.#boot !== told.boot && this.#boot) this.#moves.forget();
    this.#boot = told.boot;
    this.#moves.taken(told.ack);
    this.#heard = performance.now();
    this.#due = this.#heard + SILENCE;
    this.#last = told;
    this.#tries = 0;
    this.#on.tick(told);
  }

  #beat() {
    if (this.#socket && performance.now() > this.#due) return this.#lose();
    this.#tick();
  }

  #tick() {
    if (!this.#last) return; // it is not known yet which process this is
    const moves = this.#moves.first(MOVES);
    const visible = document.visibilityState === "visible";
    const tick = phoneTick({ clock: clock(performance.now()), echo: this.#last.clock, visible, clip: this.#on.clip(), moves });
    if (this.#send(tick)) this.#moves.went(moves);
  }

  #send(plain) {
    if (!plain || !this.#seal || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(this.#seal.seal(plain));
    return true;
  }
}
