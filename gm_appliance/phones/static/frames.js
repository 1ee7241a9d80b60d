// What is in the frames between this phone and the phones' process, as `frames.py` lays them out.

export const MOVES = 6;
export const PRESSED = 1, RELEASED = 0, HELD = 2, CANCELLED = 3;

const TICK = 1, JSON_TEXT = 2;
const TICK_BYTES = 64;
const ASK_BLOCK = 256, LONGEST_ASK = 1024;

/** A tick of this phone: always of one size, whether anything is pressed or not. */
export function phoneTick({ clock, echo, visible, clip, moves }) {
  const frame = new Uint8Array(TICK_BYTES);
  const view = new DataView(frame.buffer);
  view.setUint8(0, TICK);
  view.setUint8(1, (visible ? 1 : 0) | (clip ? 2 : 0));
  view.setUint32(2, clock);
  view.setUint32(6, echo);
  view.setUint8(10, moves.length);
  for (const [number, { seq, half, move, at }] of moves.entries()) {
    const start = 11 + 8 * number;
    view.setUint16(start, seq);
    view.setUint8(start + 2, (half << 4) | move);
    view.setUint32(start + 4, at);
  }
  return frame;
}

/** A tick of the process: { clock, ack, content, lease, boot, pad, closed, quiet, thumbs, lamp }. */
function processTick(view) {
  const flags = view.getUint8(1);
  return {
    type: "tick",
    clock: view.getUint32(2),
    ack: view.getUint16(10),
    content: view.getUint16(12),
    lease: view.getUint8(14) * 10, // milliseconds
    boot: view.getUint32(15),
    pad: view.getUint8(19),
    closed: Boolean(flags & 1),
    quiet: Boolean(flags & 2),
    thumbs: Boolean(flags & 4),
    lamp: Boolean(flags & 8),
  };
}

/** What the process sent: a tick, or { type: "content", … }. Throws for anything else. */
export function read(frame) {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const type = view.getUint8(0);
  if (type === TICK && frame.length === TICK_BYTES) return processTick(view);
  if (type !== JSON_TEXT) throw new Error("an unknown frame");
  const size = view.getUint16(1);
  return { ...JSON.parse(new TextDecoder().decode(frame.subarray(3, 3 + size))), type: "content" };
}

/** A request, padded. Returns null if it is too long. */
export function ask(asked) {
  const text = new TextEncoder().encode(JSON.stringify(asked));
  const size = Math.ceil((3 + text.length) / ASK_BLOCK) * ASK_BLOCK;
  if (size > LONGEST_ASK) return null;
  const frame = new Uint8Array(size);
  frame.set([JSON_TEXT, text.length >> 8, text.length & 255]);
  frame.set(text, 3);
  return frame;
}
