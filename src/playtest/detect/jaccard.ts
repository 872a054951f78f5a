/** Shared members in proportion to all of them; 0 where there are none, or where it comes to less than `least`. Of fingerprints. */
export function jaccard(a: Uint32Array, b: Uint32Array, least = 0): number {
  const shared = sharedMembers(a, b, (least * (a.length + b.length)) / (1 + least));
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}

/** How much of `part` is found in `whole`; 0 where there is nothing to find, or less than `least`. */
export const containment = (part: Uint32Array, whole: Uint32Array, least = 0): number =>
  part.length === 0 ? 0 : sharedMembers(part, whole, least * part.length) / part.length;

const PLACES = 1 << 13;
const places = new Uint8Array(PLACES);

/** Says of many others how many members they can share with one at the most: few are worth a comparison. */
export function mostShared(one: Uint32Array, others: readonly Uint32Array[]): number[] {
  for (let at = 0; at < one.length; at += 1) places[one[at]! & (PLACES - 1)] = 1;
  const most: number[] = [];
  for (const other of others) {
    let sum = 0;
    for (let at = 0; at < other.length; at += 1) sum += places[other[at]! & (PLACES - 1)]!;
    most.push(sum);
  }
  for (let at = 0; at < one.length; at += 1) places[one[at]! & (PLACES - 1)] = 0;
  return most;
}

/** Both are sorted: one pass, which ends where so few have been found that `least` is out of reach. */
function sharedMembers(a: Uint32Array, b: Uint32Array, least: number): number {
  // A hair's breadth for what fractions lose.
  let spare = Math.floor(a.length - least + 1e-9);
  let shared = 0;
  let at = 0;
  for (let index = 0; index < a.length && spare >= 0; index += 1) {
    const member = a[index]!;
    while (at < b.length && b[at]! < member) at += 1;
    if (b[at] === member) shared += 1;
    else spare -= 1;
  }
  return spare < 0 ? 0 : shared;
}
