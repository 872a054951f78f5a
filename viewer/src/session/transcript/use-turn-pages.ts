import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TurnMark, TurnView } from "../../../../src/contract/index.ts";
import { turnsQuery } from "../session-queries.ts";

const PAGE = 50;

type Where = { id: string; marks: readonly TurnMark[]; as: number | null };

/** All turns, in pages: first the one with the turn `near`, then the others. */
export function useTurnPages({ id, marks, as, near }: Where & { near: number | null }) {
  const [first] = useState(() => pageOf(marks, near));
  const [started, setStarted] = useState(false);
  const pages = Array.from({ length: Math.ceil(marks.length / PAGE) }, (_, page) => page);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...turnsQuery({ id, from: marks[page * PAGE]!.turn, limit: PAGE, as }),
      enabled: started || page === first,
    })),
    combine: (answers) => ({
      turns: new Map<number, TurnView>(
        answers.flatMap(({ data }) => data?.turns.map((turn): [number, TurnView] => [turn.turn, turn]) ?? []),
      ),
      error: answers.find(({ error }) => error)?.error,
      retry: () => answers.forEach((answer) => void answer.refetch()),
    }),
  });
  const isFirstIn = answers.turns.size > 0 || answers.error != null;
  // After the first page is drawn.
  useEffect(() => {
    if (!isFirstIn) return undefined;
    const timer = setTimeout(() => setStarted(true), 100);
    return () => clearTimeout(timer);
  }, [isFirstIn]);
  return answers;
}

function pageOf(marks: readonly TurnMark[], turn: number | null): number {
  const at = marks.findIndex((mark) => mark.turn === turn);
  return Math.floor(Math.max(0, at) / PAGE);
}

/** One turn from the same pages. Undefined while loading. */
export function useTurn({ id, marks, as, turn }: Where & { turn: number }): TurnView | undefined {
  return useQuery({
    ...turnsQuery({ id, from: marks[pageOf(marks, turn) * PAGE]?.turn ?? 1, limit: PAGE, as }),
    select: ({ turns }) => turns.find((one) => one.turn === turn),
  }).data;
}
