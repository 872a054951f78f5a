/** The words that differ between two texts. Texts with too many changes are compared by lines. */
export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** The search takes time and memory by the square of this many changes. */
const MOST_CHANGES = 1_500;

/** The parts in order: the same and removed ones make up `before`, the same and added ones `after`. */
export function diffWords(before: string, after: string, { mostChanges = MOST_CHANGES } = {}): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  return (
    diffTokens(wordsOf(before), wordsOf(after), mostChanges) ??
    diffTokens(linesOf(before), linesOf(after), mostChanges) ??
    joined([
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ])
  );
}

const wordsOf = (text: string): string[] => text.match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}_'’-]+|./gsu) ?? [];
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

function diffTokens(
  before: readonly string[],
  after: readonly string[],
  mostChanges: number,
): DiffPart[] | undefined {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const middle = shortestEdit(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    mostChanges,
  );
  return (
    middle &&
    joined([
      { kind: "same", text: before.slice(0, head).join("") },
      ...middle,
      { kind: "same", text: before.slice(before.length - tail).join("") },
    ])
  );
}

/** Myers' greedy search. Undefined: more changes than allowed. */
function shortestEdit(
  a: readonly string[],
  b: readonly string[],
  mostChanges: number,
): DiffPart[] | undefined {
  const bound = Math.min(a.length + b.length, mostChanges);
  // How far into `a` each diagonal has come; diagonal k is at k + offset.
  const offset = bound + 1;
  const reached = new Int32Array(2 * offset + 1);
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= bound; changes += 1) {
    trace.push(reached.slice(offset - changes - 1, offset + changes + 2));
    for (let k = -changes; k <= changes; k += 2) {
      let x = stepsDown(reached, offset, k, changes)
        ? reached[k + 1 + offset]!
        : reached[k - 1 + offset]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      reached[k + offset] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(a, b, trace);
    }
  }
  return undefined;
}

const stepsDown = (reached: Int32Array, offset: number, k: number, changes: number): boolean =>
  k === -changes || (k !== changes && reached[k - 1 + offset]! < reached[k + 1 + offset]!);

function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    // Each snapshot holds the diagonals -changes - 1 to changes + 1.
    const [reached, offset, k] = [trace[changes]!, changes + 1, x - y];
    const isDown = stepsDown(reached, offset, k, changes);
    const from = changes === 0 ? 0 : reached[k + (isDown ? 1 : -1) + offset]!;
    const fromY = changes === 0 ? 0 : from - (k + (isDown ? 1 : -1));
    while (x > from && y > fromY) {
      parts.push({ kind: "same", text: a[(x -= 1)]! });
      y -= 1;
    }
    if (changes === 0) break;
    if (isDown) parts.push({ kind: "added", text: b[(y -= 1)]! });
    else parts.push({ kind: "removed", text: a[(x -= 1)]! });
  }
  return parts.toReversed();
}

/** Neighbours of a kind joined, removed before added. Spaces alone between two changes count as changed. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let [removed, added, spaces] = ["", "", ""];
  const flush = () => {
    if (removed !== "") out.push({ kind: "removed", text: removed });
    if (added !== "") out.push({ kind: "added", text: added });
    [removed, added] = ["", ""];
    if (spaces !== "") out.push({ kind: "same", text: spaces });
    spaces = "";
  };
  for (const { kind, text } of parts) {
    if (text === "") continue;
    if (kind !== "same") {
      removed += spaces + (kind === "removed" ? text : "");
      added += spaces + (kind === "added" ? text : "");
      spaces = "";
    } else if ((removed !== "" || added !== "") && /^[^\S\n]+$/.test(text)) spaces += text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === "same") last.text += text;
      else out.push({ kind, text });
    }
  }
  flush();
  return out;
}

type FoldedPart = DiffPart | { kind: "folded"; lines: number; text: string };

/** The parts with unchanged lines folded, except `context` lines around each change. */
export function folded(parts: readonly DiffPart[], context: number): FoldedPart[] {
  return parts.flatMap((part, at): FoldedPart[] => {
    if (part.kind !== "same") return [part];
    const lines = linesOf(part.text);
    // The first line ends the changed line before it.
    const head = at === 0 ? 0 : context + 1;
    const tail = at === parts.length - 1 ? 0 : context + (part.text.endsWith("\n") ? 0 : 1);
    const hidden = lines.length - head - tail;
    if (hidden < 2) return [part];
    const shown: FoldedPart[] = [
      { kind: "same", text: lines.slice(0, head).join("") },
      { kind: "folded", lines: hidden, text: lines.slice(head, head + hidden).join("") },
      { kind: "same", text: lines.slice(head + hidden).join("") },
    ];
    return shown.filter(({ text }) => text !== "");
  });
}
