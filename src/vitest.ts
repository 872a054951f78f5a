/**
 * `rehearse-llm/vitest`: sessions and banks as tests of a Vitest suite, and matchers for their results. A missing score or finding
 * fails every matcher, also after `not`, and the message says why.
 */
import { beforeAll, describe, expect, test } from "vitest";
import {
  healthStatus,
  isBuiltIn,
  issueTypes,
  type CheckResult,
  type HealthStatus,
  type IssueType,
  type Session,
  type SessionResult,
} from "./contract/index.ts";
import { openSession } from "./operations/play/open-session.ts";
import { counted, shorten } from "./kernel/report/index.ts";
import type { PlannedTest } from "./operations/check/check-preview.ts";
import { check, play } from "./operations/library.ts";
import { gateMetrics, judgeGate } from "./playtest/index.ts";
import { mostLost, whyFailed } from "./vitest/lost-points.ts";
import { checkIn, isCheck, sessionIn, unknownName } from "./vitest/received.ts";
import { behindMetric, findingText, place, whyUnread, worstText } from "./vitest/session-words.ts";

type Timed = {
  /** Milliseconds. Default: ten minutes. */
  timeout?: number;
};
const TIMEOUT = 600_000;

/**
 * One session as a test. With `recording` it runs in CI without keys, requests or cost.
 *
 * @example
 * import { playtest } from "rehearse-llm/vitest";
 * import { expect } from "vitest";
 *
 * playtest("no loops", { narrator: "house", seed: 7, maxTurns: 5 }, (session) => {
 *   expect(session).toHaveNoFindings("loop");
 * });
 */
export function playtest(
  name: string,
  given: NonNullable<Parameters<typeof play>[0]> & Timed,
  assert: (session: Session) => void | Promise<void> = (session) => expect(session).toComplete(),
): void {
  const { timeout = TIMEOUT, ...options } = given;
  test(name, { timeout }, async ({ signal }) => {
    const { dir } = await play({ ...options, signal: anyOf(signal, options.signal) });
    await assert(await openSession(dir));
  });
}

export type BankOptions = Omit<NonNullable<Parameters<typeof check>[0]>, "redline"> &
  Timed & {
    /** A test fails below this score. Default: only a hard fail fails. */
    minScore?: number;
  };

/**
 * Retrieval banks as tests, grouped by mechanism: one check is run, and each test of the banks is a Vitest test. The last
 * test is about the whole: by default every test passed, and `toPassBank()`.
 *
 * @example
 * import { bank } from "rehearse-llm/vitest";
 *
 * bank("retrieval", { target: "offline", banks: ["state", "always"] });
 */
export function bank(
  name: string,
  given: BankOptions,
  assert: (result: CheckResult) => void | Promise<void> = (result) => {
    expect(result).toPassBank();
    const failed = result.tests.filter((verdict) => whyFailed(verdict, given.minScore) !== undefined);
    if (failed.length > 0) expect.fail(`${failed.length} of ${counted(result.tests.length, "test")} failed.`);
  },
): void {
  const { timeout = TIMEOUT, minScore, ...options } = given;
  describe(name, async () => {
    const { planned } = (await check.estimate(options)) as unknown as { planned: PlannedTest[] };
    let result: CheckResult;
    beforeAll(async () => {
      result = await check(options);
    }, timeout);
    for (const [mechanism, tests] of Map.groupBy(planned, (each) => each.mechanism))
      describe(mechanism, () => {
        for (const { test_id, ...asked } of tests)
          test(titleOf(test_id, asked), () => {
            const verdict = result.tests.find((each) => each.test_id === test_id);
            const why = verdict ? whyFailed(verdict, minScore) : `${test_id} was not run.`;
            if (why !== undefined) expect.fail(why);
          });
      });
    test("the whole", () => assert(result));
  });
}

const LONGEST_TITLE = 120;

/** The question, where there is one, says more than a name. */
function titleOf(id: string, { name, question = name }: Pick<PlannedTest, "name" | "question">): string {
  return question === "" ? id : `${id}: ${shorten(question.replaceAll(/\s+/g, " "), LONGEST_TITLE)}`;
}

/** Matchers for a session (of `playtest`, `openSession` or `play`) or for the result of a `check`. */
interface RehearseMatchers<R> {
  /** The session reached the end of its story. */
  toComplete(): R;
  /** The reader found nothing, or nothing of this kind, caused by the narrator. */
  toHaveNoFindings(kind?: IssueType): R;
  /** A metric of a session, as in `--fail-under` (`overall`, `completion`, …), or of a check (`combined`, `semantic`, …). */
  toScoreAtLeast(metric: string, least: number): R;
  /** A metric of a session where lower is better, as in `--fail-over`: `loops`, `turns-per-pulse`, …. */
  toScoreAtMost(metric: string, most: number): R;
  /** Not CRITICAL, a score for every test, and no regression from the baseline. */
  toPassBank(): R;
  /** The health of a check is this or better. */
  toHaveHealth(least: HealthStatus): R;
}

declare module "vitest" {
  // oxlint-disable-next-line no-unused-vars -- The type parameters are Vitest's.
  interface Matchers<R, T> extends RehearseMatchers<R> {}
}

type Verdict = { ok: boolean | "missing"; says: string };

/** A missing value fails an expectation and its negation. */
const matcher = <Args extends unknown[]>(judge: (received: unknown, ...args: Args) => Verdict) =>
  function (this: { isNot: boolean }, received: unknown, ...args: Args) {
    const { ok, says } = judge(received, ...args);
    return { pass: ok === "missing" ? this.isNot : ok, message: () => says };
  };

expect.extend({
  toComplete: matcher((received) => {
    const session = sessionIn(received, "toComplete");
    const { outcome, why } = session;
    return {
      ok: outcome === "completed",
      says: `The session ${outcome === "completed" ? "completed" : `did not complete. Outcome: ${outcome}`} (${why}).${worstText(session.issues)}${place(session)}`,
    };
  }),

  toHaveNoFindings: matcher((received, kind?: IssueType) => {
    const session = sessionIn(received, "toHaveNoFindings");
    const kinds = [...issueTypes, ...Object.keys(session.metrics?.failures.others ?? {})];
    if (kind !== undefined && !kinds.includes(kind)) throw unknownName("kind of finding", kind, kinds);
    const found = session.issues.filter((issue) => kind === undefined || issue.kind === kind);
    if (found.length > 0)
      return {
        ok: false,
        says: `${counted(found.length, "finding")}:\n${found.map(findingText).join("\n")}${place(session)}`,
      };
    const missing = whyUnread(session, kind);
    if (missing !== undefined)
      return {
        ok: "missing",
        says: `It is not known whether there are findings: ${missing}.${place(session)}`,
      };
    return { ok: true, says: `No findings${kind === undefined ? "" : ` of kind ${kind}`}.${place(session)}` };
  }),

  toScoreAtLeast: matcher((received, metric: string, least: number) =>
    isCheck(received)
      ? checkScore(received, metric, least)
      : sessionScore(sessionIn(received, "toScoreAtLeast"), "under", metric, least),
  ),

  toScoreAtMost: matcher((received, metric: string, most: number) =>
    sessionScore(sessionIn(received, "toScoreAtMost"), "over", metric, most),
  ),

  toPassBank: matcher((received) => {
    const { health_status, health_reasons, missing, tests, baseline, report_file } = checkIn(
      received,
      "toPassBank",
    );
    const unscored = tests.filter(({ score }) => score === null);
    const problems = [
      ...(health_status === "CRITICAL" ? [`The health is CRITICAL. ${health_reasons.join(" ")}`] : []),
      ...(missing > 0 ? [`${counted(missing, "test has", "tests have")} no score:`] : []),
      ...unscored.map((verdict) => `  ${whyFailed(verdict, undefined)}`),
      ...(baseline && baseline.verdict.outcome !== "passed"
        ? [`Against the baseline: ${baseline.verdict.headline}`]
        : []),
    ];
    const report = report_file === null ? "" : `\nReport: ${report_file}`;
    return {
      ok: missing > 0 ? "missing" : problems.length === 0,
      says: `${problems.length === 0 ? `The bank passed: ${health_status}.` : problems.join("\n")}${report}`,
    };
  }),

  toHaveHealth: matcher((received, least: HealthStatus) => {
    const { health_status, health_reasons, combined_score } = checkIn(received, "toHaveHealth");
    if (!healthStatus.options.includes(least)) throw unknownName("health", least, healthStatus.options);
    const reasons = health_reasons.map((reason) => `\n  ${reason}`).join("");
    if (combined_score === null)
      return { ok: "missing", says: `The health is not known: no test has a score.${reasons}` };
    return {
      ok: ORDER.indexOf(health_status) >= ORDER.indexOf(least),
      says: `The health is ${health_status} (expected: ${least} or better).${reasons}`,
    };
  }),
});

const ORDER: readonly HealthStatus[] = ["CRITICAL", "POOR", "FAIR", "GOOD", "EXCELLENT"];

function sessionScore(
  session: SessionResult,
  flag: "under" | "over",
  metric: string,
  bound: number,
): Verdict {
  const own = Object.keys(session.metrics?.failures.others ?? {}).filter((kind) => !isBuiltIn(kind));
  const known = flag === "under" ? gateMetrics.under : [...gateMetrics.over, ...own];
  if (!known.includes(metric)) throw unknownName("metric", metric, known);
  const gate = flag === "under" ? { metric, least: bound } : { metric, most: bound };
  const { is, says } = judgeGate(gate, session);
  return is === "passed"
    ? { ok: true, says: `${says}${place(session)}` }
    : {
        ok: is === "missing" ? "missing" : false,
        says: `${says}${behindMetric(session, metric)}${place(session)}`,
      };
}

function checkScore(result: CheckResult, metric: string, least: number): Verdict {
  const scores: Record<string, number | null> = {
    combined: result.combined_score,
    ...result.component_scores,
  };
  if (!Object.hasOwn(scores, metric)) throw unknownName("score of this check", metric, Object.keys(scores));
  const score = scores[metric] ?? null;
  const because = result.tests.find(
    ({ mechanism, missing }) => missing && (metric === "combined" || mechanism === metric),
  )?.missing?.message;
  return score === null
    ? {
        ok: "missing",
        says: `${metric} has no score${because === undefined ? "" : `: ${because}`} (required: ≥ ${least}).`,
      }
    : score >= least
      ? { ok: true, says: `${metric} ${score} ≥ ${least}.` }
      : { ok: false, says: `${metric} ${score} < ${least}.${mostLost(result.tests, metric)}` };
}

const anyOf = (signal: AbortSignal, own: AbortSignal | undefined): AbortSignal =>
  own ? AbortSignal.any([signal, own]) : signal;
