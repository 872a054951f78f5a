/** Shared members in proportion to all of them; 0 where there are none. Of fingerprints. */
export function jaccard(a: Uint32Array, b: Uint32Array): number {
  const shared = sharedMembers(a, b);
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}

/** How much of `part` is found in `whole`; 0 where there is nothing to find. */
export const containment = (part: Uint32Array, whole: Uint32Array): number => (part.length === 0 ? 0 : sharedMembers(part, whole) / part.length);

/** Both are sorted: one pass. */
function sharedMembers(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  let at = 0;
  for (const member of a) {
    while (at < b.length && b[at]! < member) at += 1;
    if (b[at] === member) shared += 1;
  }
  return shared;
}
