/** Tests whether more sessions fail, crash or run out of turns than in the baseline. */
import type { BaselineResult, MatrixRow, PlannedSession } from "../../../../contract/index.ts";
import { counted, pText } from "../../../../kernel/report/index.ts";
import { fisher, holm, worseThanBefore } from "../../../../kernel/stats/index.ts";

export type RowPair = { before: MatrixRow; after: MatrixRow };

/** `strict`: more than `tolerate` sessions that failed and did not in the baseline are a regression. */
export type GateOptions = { strict?: boolean; tolerate?: number };

/** One-sided. See `ALPHA_OF_METRIC` for the rest of the gate's 5 %. */
export const ALPHA_OF_OUTCOMES = 0.038;
/** With a pool this many times as large, pairing would gain little and waste most of the pool. */
const LARGE_POOL = 3;

const failed = ({ outcome }: MatrixRow): boolean => outcome === "failed" || outcome === "crashed";
const timeout = ({ outcome }: MatrixRow): boolean => outcome === "timeout";
const endedBadly = (row: MatrixRow): boolean => failed(row) || timeout(row);

/** Crashed sessions count as failed. */
export function outcomesOf(pairs: readonly RowPair[]): BaselineResult["outcomes"] {
  const count = (of: "before" | "after") => ({
    failed: pairs.filter((pair) => failed(pair[of])).length,
    timeout: pairs.filter((pair) => timeout(pair[of])).length,
  });
  return { before: count("before"), after: count("after") };
}

type OutcomeTest = NonNullable<BaselineResult["prompts"][number]["outcomeTest"]>;
type PromptTest = {
  prompt: string;
  pairs: readonly RowPair[];
  test: OutcomeTest;
  /** The p of the worst possible result, before correction. */ leastP: number;
};

/**
 * Some sessions end badly by chance, so one more is not evidence. Each prompt is tested separately, with Holm's correction: pooled, one
 * bad prompt would be diluted by the others. A prompt without pairs is not tested.
 */
export function testOutcomes(
  prompts: ReadonlyArray<{ prompt: string; pairs: readonly RowPair[] }>,
  { before, now }: { before: readonly MatrixRow[]; now: readonly MatrixRow[] },
): PromptTest[] {
  const pool = before.filter(isSameArm(now));
  const tests = prompts
    .filter(({ pairs }) => pairs.length > 0)
    .map(({ prompt, pairs }) => ({
      prompt,
      pairs,
      ...testPrompt(
        pairs,
        pool.filter((row) => row.prompt === prompt),
      ),
    }));
  const adjusted = holm(tests.map(({ test }) => test.p));
  return tests.map((each, at) => ({ ...each, test: { ...each.test, p: adjusted[at]! } }));
}

/** Selects rows with a combination of story, prompt and narrator that `rows` have too. */
export function isSameArm(rows: readonly PlannedSession[]): (row: PlannedSession) => boolean {
  const armOf = ({ story, prompt, narrator }: PlannedSession) => JSON.stringify([story, prompt, narrator]);
  const arms = new Set(rows.map(armOf));
  return (row) => arms.has(armOf(row));
}

/** Sessions of one group are correlated, so a group counts once. The choice of test depends on the numbers played, never on outcomes. */
function testPrompt(
  pairs: readonly RowPair[],
  baseline: readonly MatrixRow[],
): Pick<PromptTest, "test" | "leastP"> {
  const groups = groupsOf(pairs, ({ after }) => after);
  const pool = groupsOf(baseline, (row) => row);
  const alpha = ALPHA_OF_OUTCOMES;
  const leastP = leastPOf(
    groups.map(([pair]) => pair!.after.story),
    pool.map(([row]) => row!.story),
  );
  if (isLargePool(pool.length, groups.length)) {
    // Stories differ in how often they end badly, so each is compared with itself.
    const ended = (all: ReadonlyArray<readonly MatrixRow[]>, story: string) => {
      const own = all.filter(([row]) => row!.story === story);
      return { bad: own.filter(mostly).length, of: own.length };
    };
    const played = groups.map((group) => group.map(({ after }) => after));
    const strata = [...new Set(pool.map(([row]) => row!.story))].map((story) => ({
      now: ended(played, story),
      before: ended(pool, story),
    }));
    return {
      test: {
        method: "Fisher against all baseline sessions",
        groups: groups.length,
        now: strata.reduce((sum, { now }) => sum + now.bad, 0),
        pool: pool.length,
        before: strata.reduce((sum, { before }) => sum + before.bad, 0),
        p: fisher(strata),
        alpha,
      },
      leastP,
    };
  }
  const changes = groups.map((group) =>
    Math.sign(
      group.reduce(
        (sum, { before, after }) => sum + Number(endedBadly(after)) - Number(endedBadly(before)),
        0,
      ),
    ),
  );
  const worse = changes.filter((change) => change > 0).length;
  const better = changes.filter((change) => change < 0).length;
  return {
    test: {
      method: "worse against better groups",
      groups: groups.length,
      worse,
      better,
      p: worseThanBefore({ worse, better, pairs: groups.length }),
      alpha,
    },
    leastP,
  };
}

export const isLargePool = (pool: number, groups: number): boolean => pool >= LARGE_POOL * groups;

/** The p of the worst possible result. Groups and pool are given by their stories. */
export function leastPOf(groups: readonly string[], pool: readonly string[]): number {
  if (!isLargePool(pool.length, groups.length)) return allWorse(groups.length);
  const count = (all: readonly string[], story: string) => all.filter((each) => each === story).length;
  return fisher(
    [...new Set(pool)].map((story) => ({
      now: { bad: count(groups, story), of: count(groups, story) },
      before: { bad: 0, of: count(pool, story) },
    })),
  );
}

/** The p if all groups get worse. */
const allWorse = (groups: number): number => 2 ** -groups;

/** With this many prompts, fewer groups cannot be significant, even if all get worse. */
export function fewestGroups(prompts: number): number {
  let groups = 1;
  while (allWorse(groups) * prompts > ALPHA_OF_OUTCOMES) groups += 1;
  return groups;
}

/** With very few groups even the worst outcome is not significant. */
export const canAlarm = (tests: ReadonlyArray<Pick<PromptTest, "leastP">>): boolean =>
  tests.some(({ leastP }) => leastP * tests.length <= ALPHA_OF_OUTCOMES);

export const groupsOf = <Item, Row extends Pick<MatrixRow, "story" | "seed">>(
  items: readonly Item[],
  row: (item: Item) => Row,
): Item[][] => [...Map.groupBy(items, (item) => `${row(item).story}/${row(item).seed}`).values()];

const mostly = (rows: readonly MatrixRow[]): boolean => 2 * rows.filter(endedBadly).length >= rows.length;

export function worseOutcomes(
  pairs: readonly RowPair[],
  tests: readonly PromptTest[],
  { strict = false, tolerate = 0 }: GateOptions,
): string[] {
  const first = pairs.filter(({ before, after }) => failed(after) && !failed(before));
  if (strict && first.length > tolerate)
    return [
      `${first.length} of ${counted(pairs.length, "paired session")} failed or crashed for the first time${tolerate > 0 ? ` (--strict, tolerated: ${tolerate})` : " (--strict)"}.`,
    ];
  return tests
    .filter(({ test }) => test.p <= test.alpha)
    .map(({ prompt, pairs: own, test }) => {
      const what = `More sessions of the prompt ${prompt} failed or ran out of turns`;
      const { before, after } = outcomesOf(own);
      return test.method === "worse against better groups"
        ? `${what}: ${before.failed + before.timeout} before, ${after.failed + after.timeout} now, of ${counted(own.length, "paired session")} (${test.method}, one-sided ${pText(test.p)}).`
        : `${what}: ${test.before} of ${counted(test.pool, "group")} before, ${test.now} of ${test.groups} now (${test.method}, story by story, one-sided ${pText(test.p)}).`;
    });
}
