/** This matrix beside an earlier one: did a prompt get worse, or do sessions end worse? */
import type { BaselineResult, MatrixConfig, MatrixRow } from "../../../../contract/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
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
import { number, p, signed } from "../report/comparison-sections.ts";
import { mcnemar } from "../../../../kernel/stats/index.ts";

type Now = Pick<StoredMatrix, "config" | "seed" | "rows">;

/** Sessions of the same group, prompt and narrator are pairs. Prompts are matched by name; that their text has changed is what is tested. */
export function compareBaseline(
  before: StoredMatrix,
  now: Now,
  primary: MetricName,
  { tolerate }: { tolerate?: number } = {},
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
  );
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
    regressions: [...compared.flatMap(worseMetric), ...worseOutcomes(pairs, { tolerate })],
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
        `${metric} of the prompt ${prompt} is worse: ${number(meanA!)} → ${number(meanB!)} (${signed(meanDifference)}, p ${p(adjusted)}).`,
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
        `Not only the prompt may have changed: ${changed.map((name) => `${name} was ${before[name] ?? "not set"} and is ${now[name] ?? "not set"}`).join("; ")}.`,
      ];
}

type RowPair = { before: MatrixRow; after: MatrixRow };

const ALPHA = 0.05;

const failed = ({ outcome }: MatrixRow): boolean => outcome === "failed" || outcome === "crashed";
const timeout = ({ outcome }: MatrixRow): boolean => outcome === "timeout";

/** A session that crashed is counted as failed. */
function outcomesOf(pairs: readonly RowPair[]): BaselineResult["outcomes"] {
  const count = (of: "before" | "after") => ({
    failed: pairs.filter((pair) => failed(pair[of])).length,
    timeout: pairs.filter((pair) => timeout(pair[of])).length,
  });
  return { before: count("before"), after: count("after") };
}

/**
 * Did sessions end worse than before? Sessions also end badly by chance, so one more is no evidence: McNemar's
 * test over groups decides. Only where nothing failed before does any failure count, past what is tolerated.
 */
export function worseOutcomes(
  pairs: readonly RowPair[],
  { tolerate = 0 }: { tolerate?: number } = {},
): string[] {
  const { before, after } = outcomesOf(pairs);
  const line = (what: string, from: number, to: number, why: string) =>
    `${what}: ${from} before, ${to} now, of ${counted(pairs.length, "paired session")}${why}.`;
  const tested = (is: (row: MatrixRow) => boolean) => {
    const value = testOf(pairs, is);
    return value !== null && value <= ALPHA ? ` (McNemar over groups, p ${p(value)})` : null;
  };
  const fresh =
    before.failed === 0 && after.failed > tolerate ? (tolerate > 0 ? ` (tolerated: ${tolerate})` : "") : null;
  const moreFailed = fresh ?? tested(failed);
  if (moreFailed !== null) return [line("More sessions failed", before.failed, after.failed, moreFailed)];
  // One that failed and now runs out of turns has not got worse; one that ended and now runs out of turns has.
  const moreBad = tested((row) => failed(row) || timeout(row));
  return moreBad === null
    ? []
    : [
        line(
          "More sessions failed or ran out of turns",
          before.failed + before.timeout,
          after.failed + after.timeout,
          moreBad,
        ),
      ];
}

/** Null: it did not get worse. Sessions of one group share their luck, so a group counts once. */
function testOf(pairs: readonly RowPair[], is: (row: MatrixRow) => boolean): number | null {
  const changes = [...Map.groupBy(pairs, ({ after }) => `${after.story}/${after.seed}`).values()].map(
    (group) =>
      Math.sign(group.reduce((sum, { before, after }) => sum + Number(is(after)) - Number(is(before)), 0)),
  );
  const [worse, better] = [
    changes.filter((change) => change > 0).length,
    changes.filter((change) => change < 0).length,
  ];
  return worse <= better ? null : mcnemar(worse, better);
}
