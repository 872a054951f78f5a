/** Shared members in proportion to all of them; 0 where there are none. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = sharedMembers(a, b);
  return shared === 0 ? 0 : shared / (a.size + b.size - shared);
}

/** How much of `part` is found in `whole`; 0 where there is nothing to find. */
export const containment = (part: ReadonlySet<string>, whole: ReadonlySet<string>): number =>
  part.size === 0 ? 0 : sharedMembers(part, whole) / part.size;

function sharedMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const member of small) if (large.has(member)) shared += 1;
  return shared;
}
