/** Where a rising function crosses 0, by halving. */
export function root(rising: (x: number) => number, [from, to]: readonly [number, number] = [0, 1]): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    // No number lies between them any more.
    if (middle <= low || middle >= high) return middle;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
}
