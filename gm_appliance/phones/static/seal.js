// Sealed frames, as `seal.py` has them: who does not know the evening's token can neither read nor make one.

import { xchacha20poly1305 } from "./noble/ciphers/chacha.js";
import { blake2b } from "./noble/hashes/blake2.js";

export const CHALLENGE_BYTES = 16;
export const TO_PHONE = 0;
export const FROM_PHONE = 1;

const LABEL = new TextEncoder().encode("gm-appliance phones");
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The 16 bytes of the token in the address, in base32; null if it is none. */
export function tokenOf(fragment) {
  if (!/^[A-Z2-7]{26}$/.test(fragment)) return null;
  const token = new Uint8Array(16);
  let bits = 0, rest = 0, at = 0;
  for (const letter of fragment) {
    rest = ((rest << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits >= 8) token[at++] = rest >> (bits -= 8);
  }
  return token;
}

/** The key of one direction. process, phone: the challenges of both ends. */
export function keyOf(token, direction, process, phone) {
  const parts = [LABEL, [direction], token, process, phone];
  return blake2b(Uint8Array.from(parts.flatMap((part) => [...part])), { dkLen: 32 });
}

/** Seals the frames of one direction of a connection, in order; or opens them, where others throw. */
export class Seal {
  #key;
  #count = 0n;

  constructor(key) {
    this.#key = key;
  }

  seal(plain) {
    return xchacha20poly1305(this.#key, this.#nonce()).encrypt(plain);
  }

  open(frame) {
    return xchacha20poly1305(this.#key, this.#nonce()).decrypt(frame);
  }

  #nonce() {
    const nonce = new Uint8Array(24);
    new DataView(nonce.buffer).setBigUint64(16, this.#count++);
    return nonce;
  }
}
