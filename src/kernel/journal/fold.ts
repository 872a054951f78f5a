import type { AttemptEnd, AttemptStart, JournalLine, Tally, Totals } from "../../contract/index.ts";
import { toPico, toUsd, atMostOf, sumOf } from "./spent.ts";

/** Who spent: a role or, by its seat, one player; on which model, and in which turn. */
type Spender = { role: string; seat?: number; model: string; turn?: number };
/** Every attempt belongs to one spender, so every other total is a sum of these. */
export type Spending = Spender & { tally: Tally };

/** Adds up journal lines one at a time: the only source of totals, live or from a file. */
export type Fold = {
  add(line: JournalLine): void;
  spending(): Spending[];
  totals(): Totals;
  /** `totals().all` alone, in constant time. */
  all(): Tally;
  /** Booked and possibly billed together, in USD: what a budget must count as spent. */
  atMostSpent(): number;
  /** Attempts that started and never ended. */
  open(): AttemptStart[];
};

/** A tally in picodollars. */
type Sums = Required<Tally>;

export function createFold(): Fold {
  const open = new Map<string, AttemptStart>();
  const all = noSums();
  const bySpender = new Map<string, { spender: Spender; sums: Sums }>();
  const calls = { completed: 0, reused: 0 };

  const sumsFor = (start: AttemptStart): Sums[] => {
    const spender = spenderOf(start);
    const name = JSON.stringify(spender);
    const entry = bySpender.get(name) ?? { spender, sums: noSums() };
    bySpender.set(name, entry);
    return [all, entry.sums];
  };
  const spending = () =>
    [...bySpender.values()].map(({ spender, sums }) => ({ ...spender, tally: inUsd(sums) }));

  return {
    add(line) {
      switch (line.type) {
        case "start":
          open.set(key(line), line);
          for (const sums of sumsFor(line)) {
            sums.attempts++;
            // Until its end is known.
            addPossible(sums, line, 1);
          }
          return;
        case "end": {
          // Every end has a start before it: a journal is a prefix of what was written.
          const start = open.get(key(line))!;
          open.delete(key(line));
          for (const sums of sumsFor(start)) {
            addPossible(sums, start, -1);
            book(sums, line, start);
          }
          return;
        }
        case "done":
          calls.completed++;
          if (line.reused) calls.reused++;
      }
    },
    spending,
    totals: () => ({ ...totalsOf(spending(), { ...calls }), all: inUsd(all) }),
    all: () => inUsd(all),
    atMostSpent: () => atMostOf(inUsd(all)),
    open: () => [...open.values()],
  };
}

export function totalsOf(spending: readonly Spending[], calls: Totals["calls"]): Totals {
  return {
    all: sumTallies(spending),
    byRole: tallies(spending, ({ role }) => role),
    byModel: tallies(spending, ({ model }) => model),
    byTurn: tallies(
      spending.filter(({ turn }) => turn !== undefined),
      ({ turn }) => String(turn),
    ),
    calls,
  };
}

const tallies = (spending: readonly Spending[], name: (spender: Spender) => string): Record<string, Tally> =>
  Object.fromEntries([...Map.groupBy(spending, name)].map(([group, own]) => [group, sumTallies(own)]));

export function sumTallies(spending: ReadonlyArray<{ tally: Tally }>): Tally {
  const all = spending.map(({ tally }) => tally);
  const sum = (of: (tally: Tally) => number) => all.reduce((total, tally) => total + of(tally), 0);
  return {
    attempts: sum(({ attempts }) => attempts),
    failed: sum(({ failed }) => failed),
    tokens: {
      input: sum(({ tokens }) => tokens.input),
      cacheRead: sum(({ tokens }) => tokens.cacheRead),
      cacheWrite: sum(({ tokens }) => tokens.cacheWrite),
      output: sum(({ tokens }) => tokens.output),
      reasoning: sum(({ tokens }) => tokens.reasoning),
    },
    saved: toUsd(sum(({ saved }) => toPico(saved))),
    estimated: sum(({ estimated }) => estimated),
    ...sumOf(all),
  };
}

const key = ({ call, attempt }: { call: string; attempt: number }) => `${attempt} ${call}`;

/** The id of a player's call ends with the seat: `turn/7/player/2`, `turn/7/cross-talk/2`. */
function spenderOf({ role, model, turn, call }: AttemptStart): Spender {
  const seat = role === "player" ? /\/(?:player|cross-talk)\/(\d+)$/.exec(call)?.[1] : undefined;
  return { role, seat: seat === undefined ? undefined : Number(seat), model, turn };
}

function book(sums: Sums, end: AttemptEnd, start: AttemptStart): void {
  // A request that the user stopped has not failed.
  if (end.error && end.error.code !== "interrupted") sums.failed++;
  for (const [kind, count = 0] of Object.entries(end.usage ?? {}))
    sums.tokens[kind as keyof Sums["tokens"]] += count;
  sums.saved += toPico(end.saved ?? 0);
  if (end.billing === "estimated") sums.estimated++;
  if (end.recorded !== undefined) {
    sums.recorded.attempts++;
    if (end.recorded === null) sums.recorded.unpriced++;
    else sums.recorded.cost += toPico(end.recorded);
  } else if (end.billing === "possible") addPossible(sums, start, 1);
  else if (end.cost === null) sums.unpriced++;
  else sums.cost += toPico(end.cost);
}

function addPossible({ possiblyBilled }: Sums, start: AttemptStart, attempts: 1 | -1): void {
  possiblyBilled.attempts += attempts;
  if (start.atMost === null) possiblyBilled.unpriced += attempts;
  else possiblyBilled.atMost += attempts * toPico(start.atMost);
}

const inUsd = ({ recorded, ...sums }: Sums): Tally => ({
  ...sums,
  tokens: { ...sums.tokens },
  cost: toUsd(sums.cost),
  saved: toUsd(sums.saved),
  possiblyBilled: { ...sums.possiblyBilled, atMost: toUsd(sums.possiblyBilled.atMost) },
  recorded: recorded.attempts > 0 ? { ...recorded, cost: toUsd(recorded.cost) } : undefined,
});

const noSums = (): Sums => ({
  attempts: 0,
  failed: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  cost: 0,
  saved: 0,
  unpriced: 0,
  estimated: 0,
  possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
  recorded: { attempts: 0, cost: 0, unpriced: 0 },
});
