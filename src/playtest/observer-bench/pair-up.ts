export type Quoted = { quote: string };
export type Overlap = (a: string, b: string) => boolean;

/**
 * Which finding answers which label of one kind in one turn. A lone label takes a finding wherever its quote lies, but
 * none on a hard negative; several labels are told apart by their quotes.
 */
export function pairUp<Wanted extends Quoted, Given extends Quoted>(
  wanted: readonly Wanted[],
  given: readonly Given[],
  { overlap, traps = [] }: { overlap: Overlap; traps?: readonly Quoted[] },
): { pairs: ReadonlyMap<Wanted, Given>; extra: readonly Given[] } {
  const free = new Set(given);
  const pairs = new Map<Wanted, Given>();
  const pair = (label: Wanted, fits: (finding: Given) => boolean) => {
    const finding = [...free].find(fits);
    if (!finding) return;
    free.delete(finding);
    pairs.set(label, finding);
  };
  for (const label of wanted) pair(label, ({ quote }) => overlap(quote, label.quote));
  const [lone] = wanted;
  if (lone && wanted.length === 1 && !pairs.has(lone))
    pair(lone, ({ quote }) => !traps.some((trap) => overlap(quote, trap.quote)));
  return { pairs, extra: [...free] };
}
