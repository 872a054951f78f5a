/** A line that only one of two texts has. */
export type ChangedLine = { sign: "-" | "+"; line: string };

/** Past this, two texts have so little in common that pairing their lines tells nothing. */
const MOST_CELLS = 4_000_000;

/** What to take away from one list of lines, and what to put in, to get the other; in the order of the text. */
export function lineDiff(before: readonly string[], after: readonly string[]): ChangedLine[] {
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start++;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return pairUp(before.slice(start, before.length - end), after.slice(start, after.length - end));
}

function pairUp(a: readonly string[], b: readonly string[]): ChangedLine[] {
  const removed = (lines: readonly string[]) => lines.map((line): ChangedLine => ({ sign: "-", line }));
  const added = (lines: readonly string[]) => lines.map((line): ChangedLine => ({ sign: "+", line }));
  if (a.length * b.length > MOST_CELLS) return [...removed(a), ...added(b)];
  const width = b.length + 1;
  /** The most lines that what is left of both has in common, from each pair of places on. */
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  const changes: ChangedLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
      changes.push({ sign: "-", line: a[i++]! });
    else changes.push({ sign: "+", line: b[j++]! });
  }
  return [...changes, ...removed(a.slice(i)), ...added(b.slice(j))];
}
