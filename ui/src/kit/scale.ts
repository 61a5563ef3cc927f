// Where a value stands in a picture, in hundredths of its width.

/** From a stretch of values to 0–100; a stretch of one value stands in the middle. */
export function scale(from: number, to: number): (value: number) => number {
  const wide = to - from;
  return (value) => (wide <= 0 ? 50 : ((value - from) / wide) * 100);
}

/** The last of some rising starts that is not behind `place`; none before the first. */
export function lastFrom(starts: readonly number[], place: number): number | null {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}
