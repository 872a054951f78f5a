import { useQueries, useQuery } from "@tanstack/react-query";
import type { TurnMark, TurnView } from "../../../../src/contract/index.ts";
import { turnsQuery } from "../session-queries.ts";

const PAGE = 40;

type Where = { id: string; marks: readonly TurnMark[]; as: number | null };

/** The turns around those in view, fetched in pages. */
export function useTurnPages({ id, marks, as, first, last }: Where & { first: number; last: number }) {
  const pages = Array.from(
    { length: Math.floor(last / PAGE) - Math.floor(first / PAGE) + 1 },
    (_, at) => Math.floor(first / PAGE) + at,
  ).flatMap((page) => {
    const from = marks[page * PAGE]?.turn;
    return from === undefined ? [] : [from];
  });
  return useQueries({
    queries: pages.map((from) => turnsQuery({ id, from, limit: PAGE, as })),
    combine: (answers) => ({
      turns: new Map<number, TurnView>(
        answers.flatMap(({ data }) => data?.turns.map((turn): [number, TurnView] => [turn.turn, turn]) ?? []),
      ),
      error: answers.find(({ error }) => error)?.error,
      retry: () => answers.forEach((answer) => void answer.refetch()),
    }),
  });
}

/** One turn from the same pages. Undefined while loading. */
export function useTurn({ id, marks, as, turn }: Where & { turn: number }): TurnView | undefined {
  const at = marks.findIndex((mark) => mark.turn === turn);
  const from = marks[Math.floor(Math.max(0, at) / PAGE) * PAGE]?.turn ?? 1;
  return useQuery({
    ...turnsQuery({ id, from, limit: PAGE, as }),
    select: ({ turns }) => turns.find((one) => one.turn === turn),
  }).data;
}
