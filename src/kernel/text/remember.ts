/** Longer texts are rare, and would cost more memory than they save time. */
const LONGEST = 20_000;
const MOST = 500;

/** A memoised function of a text: every turn reads the previous turns again. */
export function remember<Result>(of: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    if (text.length > LONGEST) return of(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST) known.clear();
    const result = of(text);
    known.set(text, result);
    return result;
  };
}
