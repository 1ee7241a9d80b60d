// What the phone remembers: who it is, and which pad it was. In a private window until it is closed.

const here = {};

export function kept(name) {
  try {
    return localStorage.getItem(name) ?? here[name] ?? "";
  } catch {
    return here[name] ?? "";
  }
}

export function keep(name, value) {
  here[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // There is no room for it: it is known here.
  }
}

/** The phone's own name for itself, for good: 32 hexadecimal digits. */
export function ownId() {
  if (!/^[0-9a-f]{32}$/.test(kept("id"))) {
    const random = crypto.getRandomValues(new Uint8Array(16));
    keep("id", [...random].map((one) => one.toString(16).padStart(2, "0")).join(""));
  }
  return kept("id");
}
