import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { TurnMark, TurnView } from "../../../../src/contract/index.ts";
import { turnsQuery } from "../session-queries.ts";

const PAGE = 50;

type Where = { id: string; marks: readonly TurnMark[]; as: number | null };

/**
 * All turns, in pages: first the one with the turn `near`, then the others around it, one after another whenever the
 * browser has nothing else to do. Wherever the reader goes meanwhile, that page is next.
 */
export function useTurnPages({ id, marks, as, near }: Where & { near: number | null }) {
  const at = pageOf(marks, near);
  const [first] = useState(at);
  const [wanted, setWanted] = useState(1);
  const pages = Array.from({ length: Math.ceil(marks.length / PAGE) }, (_, page) => page);
  const due = new Set([
    at,
    ...pages.toSorted((a, b) => Math.abs(a - first) - Math.abs(b - first)).slice(0, wanted),
  ]);
  const answers = useQueries({
    queries: pages.map((page) => ({
      ...turnsQuery({ id, from: marks[page * PAGE]!.turn, limit: PAGE, as }),
      enabled: due.has(page),
    })),
    combine: (answers) => ({
      turns: new Map<number, TurnView>(
        answers.flatMap(({ data }) => data?.turns.map((turn): [number, TurnView] => [turn.turn, turn]) ?? []),
      ),
      error: answers.find(({ error }) => error)?.error,
      retry: () => answers.forEach((answer) => void (answer.error && answer.refetch())),
      waiting: answers.filter(({ isPending, fetchStatus }) => isPending && fetchStatus !== "idle").length,
    }),
  });
  const isReady = answers.waiting === 0 && wanted < pages.length;
  useEffect(() => (isReady ? whenIdle(() => setWanted(wanted + 1)) : undefined), [isReady, wanted]);
  return answers;
}

/** Not every browser tells when it is idle. Returns what calls it off. */
function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(then, 30);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(then, { timeout: 500 });
  return () => cancelIdleCallback(request);
}

function pageOf(marks: readonly TurnMark[], turn: number | null): number {
  const at = marks.findIndex((mark) => mark.turn === turn);
  return Math.floor(Math.max(0, at) / PAGE);
}
