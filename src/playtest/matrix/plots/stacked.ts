/** A mark and its distance to the next. */
export const LEVEL = 9;
/** Beyond these, marks lie on each other: a row must not become a page. */
const MOST_LEVELS = 12;

/** Marks that would touch are put below each other: each on the first level that has room for it, from left to right. An empty lane keeps its place. */
export function stacked<Mark extends { x: number }>(
  marks: readonly Mark[],
): { marks: Array<Mark & { level: number }>; levels: number } {
  const ends: number[] = [];
  const placed = marks
    .toSorted((a, b) => a.x - b.x)
    .map((mark) => {
      const free = ends.findIndex((end) => mark.x - end >= LEVEL);
      const level = free === -1 ? Math.min(ends.length, MOST_LEVELS - 1) : free;
      ends[level] = mark.x;
      return { ...mark, level };
    });
  return { marks: placed, levels: Math.max(1, ends.length) };
}
