/** This matrix beside an earlier one: did a prompt get worse, or do sessions end worse? */
import type { BaselineResult, MatrixConfig, MatrixRow } from "../../../../contract/index.ts";
import { counted, pText } from "../../../../kernel/report/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import {
  compareArms,
  groups,
  judgeTogether,
  type ArmComparison,
  type MetricName,
  type Play,
} from "../../../compare/index.ts";
import { comparable } from "../matrix-rows.ts";
import { partnersIn, whyUnpaired } from "./session-partners.ts";
import type { StoredMatrix } from "../matrix-result-file.ts";
import { number, signed } from "../report/comparison-sections.ts";
import { fisher, worseThanBefore } from "../../../../kernel/stats/index.ts";

type Now = Pick<StoredMatrix, "config" | "seed" | "rows">;

/** `strict`: any failure is a regression where none failed before, past what is tolerated. */
type GateOptions = { strict?: boolean; tolerate?: number };

/** Sessions of the same group, prompt and narrator are pairs. Prompts are matched by name; that their text has changed is what is tested. */
export function compareBaseline(
  before: StoredMatrix,
  now: Now,
  primary: MetricName,
  gate: GateOptions = {},
): BaselineResult {
  const partnerOf = partnersIn(comparable(before.rows));
  const pairs = comparable(now.rows).flatMap((after) => {
    const partner = partnerOf(after);
    return partner ? [{ before: partner, after }] : [];
  });
  const prompts = [...new Set(now.rows.map(({ prompt }) => prompt))].filter((prompt) =>
    before.rows.some((row) => row.prompt === prompt),
  );
  const compared = judgeTogether(
    prompts.map((prompt) =>
      comparePrompt(
        pairs.filter(({ after }) => after.prompt === prompt),
        { name: prompt, primary },
      ),
    ),
    ALPHA_OF_METRIC,
  );
  const outcomeTest = testOutcomes(pairs, comparable(before.rows).filter(isSameArm(now.rows)));
  const partsNotes = [...new Set(compared.flatMap(({ parts }) => parts ?? []))];
  return {
    baseline: before.name,
    primaryMetric: primary,
    paired: pairs.length,
    notes: [
      ...unpairedNotes(before, now, pairs.length),
      ...changedNotes(before.config, now.config),
      ...partsNotes,
    ],
    prompts: compared.map(
      ({
        b: prompt,
        primary: { pairs: units, meanA, meanB, meanDifference, interval, adjusted, verdict },
      }) => ({
        prompt,
        pairs: units,
        before: meanA,
        after: meanB,
        difference: meanDifference,
        interval: interval ? { low: interval.low, high: interval.high } : null,
        p: adjusted,
        verdict,
      }),
    ),
    outcomes: outcomesOf(pairs),
    ...(outcomeTest && { outcomeTest }),
    testable: gate.strict === true || canAlarm(outcomeTest),
    regressions: [...compared.flatMap(worseMetric), ...worseOutcomes(pairs, outcomeTest, gate)],
  };
}

function comparePrompt(
  pairs: readonly RowPair[],
  { name, primary }: { name: string; primary: MetricName },
): ArmComparison {
  const play = ({ story, seed, narrator, outcome, metrics }: MatrixRow): Play => ({
    pair: `${story}/${seed}/${narrator}`,
    cluster: `${story}/${seed}`,
    outcome,
    metrics,
  });
  return compareArms({
    a: { name: "before", plays: pairs.map((pair) => play(pair.before)) },
    b: { name, plays: pairs.map((pair) => play(pair.after)) },
    primary,
    thing: groups,
  });
}

const worseMetric = ({
  b: prompt,
  primary: { metric, meanA, meanB, meanDifference, adjusted, verdict },
}: ArmComparison): string[] =>
  verdict === "worse"
    ? [
        `${metric} of the prompt ${prompt} is worse: ${number(meanA!)} → ${number(meanB!)} (${signed(meanDifference)}, ${pText(adjusted!)}).`,
      ]
    : [];

function unpairedNotes(before: StoredMatrix, now: Now, paired: number): string[] {
  const why = whyUnpaired(
    { ...before, called: "the baseline" },
    { ...now, called: "this matrix" },
    { paired, by: ["story", "prompt", "narrator"] },
  );
  if (paired === now.rows.length || (paired === 0 && why.length > 0)) return why;
  return [
    ...why,
    `${now.rows.length - paired} of ${counted(now.rows.length, "session")} could not be paired, and ${before.rows.length - paired} of the baseline's ${before.rows.length}: no partner, not played to the end, or broken by players.`,
  ];
}

/** Other settings that changed: a difference may come from them. */
function changedNotes(first: MatrixConfig, second: MatrixConfig): string[] {
  const [before, now] = [first, second].map((config) => ({
    ...config,
    guide: guideFormOf({ guideForm: config.guide }),
  })) as [MatrixConfig, MatrixConfig];
  const names = [
    "judge",
    "observer",
    "classifier",
    "playerModel",
    "maxTurnsPerSession",
    "variation",
    "guide",
  ] as const;
  const changed = names.filter((name) => before[name] !== now[name]);
  return changed.length === 0
    ? []
    : [
        `Settings have changed, not only the prompt: ${changed.map((name) => `${name} was ${before[name] ?? "not set"} and is ${now[name] ?? "not set"}`).join("; ")}.`,
      ];
}

/** Of a story, a prompt and a narrator that are played together now too. */
function isSameArm(rows: readonly MatrixRow[]): (row: MatrixRow) => boolean {
  const armOf = ({ story, prompt, narrator }: MatrixRow) => JSON.stringify([story, prompt, narrator]);
  const arms = new Set(rows.map(armOf));
  return (row) => arms.has(armOf(row));
}

type RowPair = { before: MatrixRow; after: MatrixRow };

/**
 * The gate's 5 % are shared: 3.8 for sessions that end worse, of which there are few to go by, and 1.2 for a metric that is worse,
 * whose two-sided p counts in one direction only.
 */
const ALPHA_OF_OUTCOMES = 0.038;
const ALPHA_OF_METRIC = 2 * 0.012;
/** With a pool this many times as large, its rate is known so well that pairing adds little and wastes the rest. */
const LARGE_POOL = 3;

const failed = ({ outcome }: MatrixRow): boolean => outcome === "failed" || outcome === "crashed";
const timeout = ({ outcome }: MatrixRow): boolean => outcome === "timeout";
const endedBadly = (row: MatrixRow): boolean => failed(row) || timeout(row);

/** A session that crashed is counted as failed. */
function outcomesOf(pairs: readonly RowPair[]): BaselineResult["outcomes"] {
  const count = (of: "before" | "after") => ({
    failed: pairs.filter((pair) => failed(pair[of])).length,
    timeout: pairs.filter((pair) => timeout(pair[of])).length,
  });
  return { before: count("before"), after: count("after") };
}

type OutcomeTest = NonNullable<BaselineResult["outcomeTest"]>;

/**
 * Do sessions end worse than before: failed, crashed or out of turns? Some do by chance, so one more is no evidence. Sessions of one
 * group share their luck, so a group counts once. The test is chosen by how much was played, never by how it ended.
 */
export function testOutcomes(
  pairs: readonly RowPair[],
  baseline: readonly MatrixRow[],
): OutcomeTest | undefined {
  const groups = groupsOf(pairs, ({ after }) => after);
  const pool = groupsOf(baseline, (row) => row);
  if (groups.length === 0) return undefined;
  const alpha = ALPHA_OF_OUTCOMES;
  if (pool.length >= LARGE_POOL * groups.length) {
    // Stories differ in how often they end badly: each is compared with itself.
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
      method: "Fisher against all baseline sessions",
      groups: groups.length,
      now: strata.reduce((sum, { now }) => sum + now.bad, 0),
      pool: pool.length,
      before: strata.reduce((sum, { before }) => sum + before.bad, 0),
      p: fisher(strata),
      alpha,
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
    method: "worse against better groups",
    groups: groups.length,
    worse,
    better,
    p: worseThanBefore({ worse, better, pairs: groups.length }),
    alpha,
  };
}

/** With very few groups even the worst outcome is not significant. */
const canAlarm = (test: OutcomeTest | undefined): boolean =>
  test !== undefined &&
  (test.method !== "worse against better groups" ||
    worseThanBefore({ worse: test.groups, better: 0, pairs: test.groups }) <= test.alpha);

const groupsOf = <Item>(items: readonly Item[], row: (item: Item) => MatrixRow): Item[][] => [
  ...Map.groupBy(items, (item) => `${row(item).story}/${row(item).seed}`).values(),
];

const mostly = (rows: readonly MatrixRow[]): boolean => 2 * rows.filter(endedBadly).length >= rows.length;

function worseOutcomes(
  pairs: readonly RowPair[],
  test: OutcomeTest | undefined,
  { strict = false, tolerate = 0 }: GateOptions,
): string[] {
  const { before, after } = outcomesOf(pairs);
  const line = (what: string, from: number, to: number, why: string) =>
    `${what}: ${from} before, ${to} now, of ${counted(pairs.length, "paired session")}${why}.`;
  if (strict && before.failed === 0 && after.failed > tolerate)
    return [
      line(
        "More sessions failed",
        before.failed,
        after.failed,
        tolerate > 0 ? ` (--strict, tolerated: ${tolerate})` : " (--strict)",
      ),
    ];
  if (!test || test.p > test.alpha) return [];
  const what = "More sessions failed or ran out of turns";
  return test.method === "worse against better groups"
    ? [
        line(
          what,
          before.failed + before.timeout,
          after.failed + after.timeout,
          ` (${test.method}, one-sided ${pText(test.p)})`,
        ),
      ]
    : [
        `${what}: ${test.before} of ${counted(test.pool, "group")} before, ${test.now} of ${test.groups} now (${test.method}, story by story, one-sided ${pText(test.p)}).`,
      ];
}
