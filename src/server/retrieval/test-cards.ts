import { testState, type TestCard, type TestPage, type TestQuery } from "../../contract/index.ts";
import { invalid } from "../problem.ts";
import type { BankState, BankTest } from "./bank-index.ts";
import { runsOf, type Shown } from "./overview.ts";
import type { IndexedRun } from "./run-index.ts";

export function testCards({ tests }: BankState, shown: Shown): TestCard[] {
  const newest = newestOf(runsOf(shown));
  return tests.map((test) => cardOf(test, newest.get(test.test_id)));
}

/** In one pass over the runs, newest first. */
function newestOf(runs: readonly IndexedRun[]): Map<string, IndexedRun> {
  const newest = new Map<string, IndexedRun>();
  for (const run of runs) for (const id of run.verdicts.keys()) if (!newest.has(id)) newest.set(id, run);
  return newest;
}

function cardOf(
  { test_id, mechanism, name, prompt, groups, expected }: BankTest,
  run: IndexedRun | undefined,
): TestCard {
  const verdict = run?.verdicts.get(test_id);
  return {
    test_id,
    mechanism,
    name,
    ...(prompt !== undefined && { prompt }),
    groups,
    state: verdict?.state ?? "not-run",
    score: verdict?.score ?? null,
    ...(verdict?.missing && { missing: verdict.missing }),
    source: expected?.source ?? null,
    overridden: expected?.source.startsWith("human_override") ?? false,
    stale: expected?.stale ?? [],
    contested: expected?.contestedBy !== undefined,
    at: run?.digest.at ?? null,
    results: run?.digest.results ?? null,
  };
}

const marked = (card: TestCard, mark: TestQuery["mark"]): boolean =>
  mark === undefined || (mark === "stale" ? card.stale.length > 0 : card[mark]);

const severity = (card: TestCard): number => testState.options.indexOf(card.state);

export function testPageOf(
  cards: readonly TestCard[],
  { mechanism, group, state, mark, q, sort, cursor, limit }: TestQuery,
): TestPage {
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const has = ({ test_id, name, prompt = "", groups }: TestCard) => {
    const text = [test_id, name, prompt, ...groups].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const others = cards.filter(
    (card) =>
      (mechanism === undefined || card.mechanism === mechanism) &&
      (group === undefined || card.groups.includes(group)) &&
      marked(card, mark) &&
      has(card),
  );
  const states: TestPage["states"] = {};
  for (const card of others) states[card.state] = (states[card.state] ?? 0) + 1;
  const found = others.filter((card) => state === undefined || card.state === state);
  // The sort is stable: equals stay in the bank's order.
  if (sort === "worst") found.sort((a, b) => severity(a) - severity(b) || (a.score ?? 0) - (b.score ?? 0));
  const at = cursor === undefined ? -1 : found.findIndex(({ test_id }) => test_id === cursor);
  if (cursor !== undefined && at < 0) throw invalid("cursor", `${JSON.stringify(cursor)} is not in the list`);
  const tests = found.slice(at + 1, at + 1 + limit);
  return {
    tests,
    next: at + 1 + limit < found.length ? (tests.at(-1)?.test_id ?? null) : null,
    total: found.length,
    states,
  };
}
