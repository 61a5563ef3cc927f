/** A made-up SHA-256 that starts with these digits and is the same every time. */
export function digest(start: string): string {
  let state = Number.parseInt(start.slice(0, 7), 16) || 1;
  let digits = start;
  while (digits.length < 64) {
    state = (state * 48271) % 2147483647;
    digits += state.toString(16).padStart(8, "0");
  }
  return digits.slice(0, 64);
}

const utf8 = new TextEncoder();

export function bytesOf(text: string): number {
  return utf8.encode(text).length;
}
