/**
 * `rehearse-llm/vitest`: sessions and banks as tests of a Vitest suite, and matchers for their results. A missing score or finding
 * fails every matcher, also after `not`, and the message says why.
 */
import "./kernel/node-version.ts";
import { beforeAll, describe, expect, test } from "vitest";
import {
  isBuiltIn,
  issueTypes,
  type CheckResult,
  type IssueType,
  type Session,
  type SessionResult,
} from "./contract/index.ts";
import { openSession } from "./operations/play/open-session.ts";
import { counted, shorten } from "./kernel/report/index.ts";
import type { PlannedTest } from "./operations/check/check-preview.ts";
import { check, play } from "./operations/library.ts";
import { gateMetrics, judgeGate } from "./playtest/index.ts";
import {
  behindMetric,
  findingText,
  firstOf,
  mostLost,
  place,
  whyFailed,
  whyUnread,
  worstText,
} from "./vitest/failure-words.ts";
import { checkIn, isCheck, sessionIn, unknownName } from "./vitest/received.ts";

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
    const { dir, outcome, why } = await play({ ...options, signal: anyOf(signal, options.signal) });
    // What it lacks would be blamed on the narrator.
    if (outcome === "budget" || outcome === "interrupted")
      expect.fail(`${outcome}: ${why}\nSaved in ${dir}.`);
    await assert(await openSession(dir));
  });
}

export type BankOptions = Omit<NonNullable<Parameters<typeof check>[0]>, "redline"> & Timed;

/**
 * Retrieval banks as tests, grouped by mechanism: one check is run, and each test of the banks is a Vitest test. The last
 * test is about the check as a whole: by default every test passed, and `toPassBank()`.
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
    const failed = result.tests.flatMap((verdict) => whyFailed(verdict) ?? []);
    if (failed.length > 0) expect.fail(failedTests(failed, result.tests.length));
  },
): void {
  const { timeout = TIMEOUT, ...options } = given;
  describe(name, async () => {
    let planned: PlannedTest[];
    try {
      ({ planned } = (await check.estimate(options)) as unknown as { planned: PlannedTest[] });
    } catch (error) {
      // Thrown here, it would leave a file without tests.
      test("the options are valid", () => Promise.reject(error));
      return;
    }
    let result: CheckResult;
    beforeAll(async () => {
      result = await check(options);
    }, timeout);
    for (const [mechanism, tests] of Map.groupBy(planned, (each) => each.mechanism))
      describe(mechanism, () => {
        for (const { test_id, ...asked } of tests)
          test(titleOf(test_id, asked), () => {
            const verdict = result.tests.find((each) => each.test_id === test_id);
            const why = verdict ? whyFailed(verdict) : `${test_id} was not run.`;
            if (why !== undefined) expect.fail(why);
          });
      });
    test("the check as a whole", () => assert(result));
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
  /** A metric of a session where lower is better, as in `--fail-over`: `loops`, `turns-per-pulse`, your own kinds, …. */
  toScoreAtMost(metric: string, most: number): R;
  /** Not CRITICAL, no hard fail, a score for every test, and no regression from the baseline. */
  toPassBank(): R;
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
    const ok = outcome === "completed";
    const says = ok ? "The session completed" : `The session did not complete. Outcome: ${outcome}`;
    return { ok, says: `${says} (${why}).${worstText(session.issues)}${place(session)}` };
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
    const which = kind === undefined ? "findings" : `findings of kind ${kind}`;
    return { ok: true, says: `No ${which}.${place(session)}` };
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
    const { health_status, health_reasons, missing, tests, verdict, report_file } = checkIn(
      received,
      "toPassBank",
    );
    const failed = tests.flatMap((verdict) => whyFailed(verdict) ?? []);
    const problems = [
      ...(health_status === "CRITICAL" ? [`The health is CRITICAL: ${health_reasons.join("; ")}.`] : []),
      ...(failed.length > 0 ? [failedTests(failed, tests.length)] : []),
      ...(verdict.outcome === "failed" ? [verdict.headline] : []),
    ];
    const lines = problems.length === 0 ? [`The bank passed: ${health_status}.`] : problems;
    return {
      ok: missing > 0 ? "missing" : problems.length === 0,
      says: [...lines, report_file === null ? [] : `Report: ${report_file}`].flat().join("\n"),
    };
  }),
});

const failedTests = (why: readonly string[], of: number): string =>
  [`Failed tests: ${why.length} of ${of}.`, ...firstOf(why)].join("\n");

const METRIC = {
  under: "metric of toScoreAtLeast (higher is better)",
  over: "metric of toScoreAtMost (lower is better)",
};

function sessionScore(
  session: SessionResult,
  flag: "under" | "over",
  metric: string,
  bound: number,
): Verdict {
  const own = Object.keys(session.metrics?.failures.others ?? {}).filter((kind) => !isBuiltIn(kind));
  const known = flag === "under" ? gateMetrics.under : [...gateMetrics.over, ...own];
  if (!known.includes(metric)) throw unknownName(METRIC[flag], metric, known);
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
  if (score === null) {
    const missing = [`${metric} has no score`, because ?? []].flat().join(": ");
    return { ok: "missing", says: `${missing} (required: ≥ ${least}).` };
  }
  return score >= least
    ? { ok: true, says: `${metric} ${score} ≥ ${least}.` }
    : { ok: false, says: `${metric} ${score} < ${least}.${mostLost(result.tests, metric)}` };
}

const anyOf = (signal: AbortSignal, own: AbortSignal | undefined): AbortSignal =>
  own ? AbortSignal.any([signal, own]) : signal;
