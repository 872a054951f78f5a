import type { AttemptEnd, AttemptStart, JournalLine, Tally, Totals } from "../../contract/index.ts";
import { toPico, toUsd, atMostOf } from "./spent.ts";

/** Adds up journal lines one at a time: the only source of totals, live or from a file. */
export type Fold = {
  add(line: JournalLine): void;
  totals(): Totals;
  /** `totals().all` alone, in constant time. */
  all(): Tally;
  /** Booked and possibly billed together, in USD: what a budget must count as spent. */
  atMostSpent(): number;
  /** Attempts that started and never ended. */
  open(): AttemptStart[];
};

type Sums = {
  attempts: number;
  failed: number;
  input: number;
  cacheRead: number;
  cacheWrite: number;
  output: number;
  reasoning: number;
  cost: number;
  saved: number;
  unpriced: number;
  estimated: number;
  possible: { attempts: number; atMost: number; unpriced: number };
  recorded: { attempts: number; cost: number; unpriced: number };
};

export function createFold(): Fold {
  const open = new Map<string, AttemptStart>();
  const all = noSums();
  const byRole = new Map<string, Sums>();
  const byModel = new Map<string, Sums>();
  const byTurn = new Map<string, Sums>();
  /** By turn, then by role. */
  const inTurn = new Map<string, Map<string, Sums>>();
  let completed = 0;
  let reused = 0;

  const rolesOf = (turn: string): Map<string, Sums> => {
    const found = inTurn.get(turn) ?? new Map<string, Sums>();
    inTurn.set(turn, found);
    return found;
  };
  const groupsOf = (start: AttemptStart | undefined): Sums[] => [
    all,
    group(byRole, start?.role ?? "unknown"),
    group(byModel, start?.model ?? "unknown"),
    ...(start?.turn === undefined
      ? []
      : [group(byTurn, String(start.turn)), group(rolesOf(String(start.turn)), start.role)]),
  ];

  return {
    add(line) {
      switch (line.type) {
        case "start":
          open.set(key(line), line);
          for (const sums of groupsOf(line)) sums.attempts++;
          return;
        case "end": {
          const start = open.get(key(line));
          open.delete(key(line));
          for (const sums of groupsOf(start)) book(sums, line, start);
          return;
        }
        case "done":
          completed++;
          if (line.reused) reused++;
      }
    },
    totals: () => ({
      all: tallyOf(all, [...open.values()]),
      byRole: tallies(byRole, open, (start) => start.role),
      byModel: tallies(byModel, open, (start) => start.model),
      byTurn: Object.fromEntries(
        Object.entries(tallies(byTurn, open, (start) => String(start.turn))).map(([turn, tally]) => [
          turn,
          { ...tally, byRole: shares(rolesOf(turn)) },
        ]),
      ),
      calls: { completed, reused },
    }),
    all: () => tallyOf(all, [...open.values()]),
    atMostSpent: () => atMostOf(tallyOf(all, [...open.values()])),
    open: () => [...open.values()],
  };
}

const key = ({ call, attempt }: { call: string; attempt: number }) => `${attempt} ${call}`;

function book(sums: Sums, end: AttemptEnd, start: AttemptStart | undefined): void {
  if (end.error) sums.failed++;
  sums.input += end.usage?.input ?? 0;
  sums.cacheRead += end.usage?.cacheRead ?? 0;
  sums.cacheWrite += end.usage?.cacheWrite ?? 0;
  sums.output += end.usage?.output ?? 0;
  sums.reasoning += end.usage?.reasoning ?? 0;
  sums.saved += toPico(end.saved ?? 0);
  if (end.recorded !== undefined) {
    sums.recorded.attempts++;
    if (end.recorded === null) sums.recorded.unpriced++;
    else sums.recorded.cost += toPico(end.recorded);
  }
  if (end.billing === "estimated") sums.estimated++;
  if (end.recorded !== undefined) return;
  if (end.billing === "possible") addPossible(sums.possible, start);
  else if (end.cost === null) sums.unpriced++;
  else sums.cost += toPico(end.cost);
}

function addPossible(possible: Sums["possible"], start: AttemptStart | undefined): void {
  possible.attempts++;
  if (start?.atMost == null) possible.unpriced++;
  else possible.atMost += toPico(start.atMost);
}

function tallies(
  groups: Map<string, Sums>,
  open: Map<string, AttemptStart>,
  name: (start: AttemptStart) => string,
): Record<string, Tally> {
  const starts = Map.groupBy(open.values(), name);
  return Object.fromEntries(
    [...groups].map(([group, sums]) => [group, tallyOf(sums, starts.get(group) ?? [])]),
  );
}

const shares = (roles: Map<string, Sums>) =>
  Object.fromEntries(
    [...roles].map(([role, { input, output, cost, unpriced }]) => [
      role,
      { tokens: input + output, cost: toUsd(cost), unpriced },
    ]),
  );

/** A start without an end is possibly billed: the tally counts it, the settled sums do not. */
function tallyOf(sums: Sums, open: AttemptStart[]): Tally {
  const possible = { ...sums.possible };
  for (const start of open) addPossible(possible, start);
  return {
    attempts: sums.attempts,
    failed: sums.failed,
    tokens: {
      input: sums.input,
      cacheRead: sums.cacheRead,
      cacheWrite: sums.cacheWrite,
      output: sums.output,
      reasoning: sums.reasoning,
    },
    cost: toUsd(sums.cost),
    saved: toUsd(sums.saved),
    unpriced: sums.unpriced,
    estimated: sums.estimated,
    possiblyBilled: { ...possible, atMost: toUsd(possible.atMost) },
    ...(sums.recorded.attempts > 0 && {
      recorded: { ...sums.recorded, cost: toUsd(sums.recorded.cost) },
    }),
  };
}

function group(groups: Map<string, Sums>, name: string): Sums {
  const found = groups.get(name) ?? noSums();
  groups.set(name, found);
  return found;
}

const noSums = (): Sums => ({
  attempts: 0,
  failed: 0,
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  cost: 0,
  saved: 0,
  unpriced: 0,
  estimated: 0,
  possible: { attempts: 0, atMost: 0, unpriced: 0 },
  recorded: { attempts: 0, cost: 0, unpriced: 0 },
});
