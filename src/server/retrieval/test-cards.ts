import { testState, type TestCard, type TestPage, type TestQuery } from "../../contract/index.ts";
import { cutPage, hasWords } from "../playtest/index.ts";
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
    prompt,
    groups,
    state: verdict?.state ?? "not-run",
    score: verdict?.score ?? null,
    missing: verdict?.missing,
    source: expected?.source ?? null,
    overridden: expected?.source.startsWith("human_override") ?? false,
    at: run?.digest.at ?? null,
    results: run?.digest.results ?? null,
  };
}

const severity = (card: TestCard): number => testState.options.indexOf(card.state);

/** Worst first. */
export function testPageOf(
  cards: readonly TestCard[],
  { mechanism, group, state, q, cursor, limit }: TestQuery,
): TestPage {
  const has = ({ test_id, name, prompt = "", groups }: TestCard) =>
    q === undefined || hasWords([test_id, name, prompt, ...groups].join("\n"), q);
  const others = cards.filter(
    (card) =>
      (mechanism === undefined || card.mechanism === mechanism) &&
      (group === undefined || card.groups.includes(group)) &&
      has(card),
  );
  const states: TestPage["states"] = {};
  for (const card of others) states[card.state] = (states[card.state] ?? 0) + 1;
  // The sort is stable: equals stay in the bank's order.
  const found = others
    .filter((card) => state === undefined || card.state === state)
    .sort((a, b) => severity(a) - severity(b) || (a.score ?? 0) - (b.score ?? 0));
  const { rows: tests, ...page } = cutPage(found, { cursor, limit, keyOf: ({ test_id }) => test_id });
  return { tests, ...page, states };
}
