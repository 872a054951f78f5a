import type { MatrixView } from "../../../src/contract/index.ts";

type Row = MatrixView["failures"][number];
export type RankedList = { title: string; rows: readonly Row[] };

const MOST = 10;

/** Sessions worth reading first. Where there are few, none is both among the best and the worst. */
export function rankedLists({
  rankings: { best, worst },
  failures,
}: Pick<MatrixView, "rankings" | "failures">): RankedList[] {
  const shown = new Set(best.slice(0, MOST).map(({ session }) => session));
  return [
    { title: "Best sessions", rows: best },
    { title: "Worst sessions", rows: worst.filter(({ session }) => !shown.has(session)) },
    { title: "Failed sessions", rows: failures },
  ].flatMap(({ title, rows }) => (rows.length === 0 ? [] : [{ title, rows: rows.slice(0, MOST) }]));
}

/** What tells two sessions of one cell apart: their number in the matrix, and the group that played. */
export function placeOf({ sessionId, pair }: Pick<Row, "sessionId" | "pair">): string {
  const number = /^\d+/.exec(sessionId)?.[0];
  return `${number === undefined ? sessionId : `no. ${Number(number)}`}, group ${pair.slice(pair.lastIndexOf("/") + 1)}`;
}
