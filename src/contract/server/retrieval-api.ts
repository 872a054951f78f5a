/**
 * What `/api/retrieval` returns: the health of the system under test, test by test, and the sources of its
 * expectations.
 */
import { z } from "zod";
import { cursor, page } from "./answer.ts";
import { checkedTest } from "./check-api.ts";
import { mechanism } from "../retrieval/mechanism.ts";
import { matchDetail } from "../retrieval/mechanisms/pattern.ts";
import { checkOutcome } from "../retrieval/check-outcome.ts";
import { checkSummary } from "../retrieval/check-summary.ts";
import { expectations } from "../retrieval/test-bank.ts";
import { groupScore, missing } from "../retrieval/test-score.ts";
import { verdict } from "../shared/verdict.ts";

const { total_tests, combined_score, health_status, health_reasons, component_scores, not_tested, partial } =
  checkSummary.shape;

const runDigest = z
  .object({
    results: z.string().meta({ description: "The file, as GET /api/results/{name} takes it." }),
    at: z.string(),
    target: z.string(),
    total_tests,
    combined_score,
    health_status,
    /** By offline models: a baseline, not the health of a system. */
    offline: z.boolean(),
    component_scores,
    hard_fails: z.number().int(),
    missing: z.number().int(),
    critical_failures: z.number().int(),
    partial,
    /** Absent in runs of older versions. */
    verdict: verdict.pick({ outcome: true, headline: true }).optional(),
  })
  .meta({ id: "RetrievalRun" });
export type RunDigest = z.infer<typeof runDigest>;

const namedScore = groupScore.extend({ name: z.string() });
export type RetrievalGroup = z.infer<typeof namedScore>;

/** Worst first. `below`: lost points; `missing`: the target did not answer; `not-run`: in no saved run. */
export const testState = z.enum(["critical", "missing", "hard-fail", "below", "not-run", "full"]);
export type TestState = z.infer<typeof testState>;

export const retrievalOverview = z
  .object({
    /** The system under test that the results belong to: by default the server's own. */
    target: z.string(),
    /** The server's own, by its name in results. */
    own: z.string(),
    /** Systems under test that have saved results, newest first. */
    targets: z.array(z.string()),
    can_run: z.object({
      /** As requests name them. */
      targets: z.array(z.string()),
      usual: z.string(),
      /** The target that produces results like those shown; null: not available on this server. */ same: z
        .string()
        .nullable(),
      banks: z.array(z.object({ mechanism, tests: z.number().int() })),
    }),
    /** The newest run of all banks; if there is none, the newest run. */
    latest: z
      .object({
        run: runDigest,
        /** The verdict of its gates, and the comparison with its baseline. Null: a run of an older version. */
        outcome: checkOutcome.nullable(),
        health_reasons,
        not_tested,
        critical: z.array(z.object({ test_id: z.string(), name: z.string() })),
        /** Scores by topic, handler and so on, as each mechanism groups its tests; worst first. */
        groups: z.array(z.object({ mechanism, title: z.string(), scores: z.array(namedScore) })),
        /** The knowledge base has changed since then. */
        kb_changed: z.boolean(),
        /** Later runs of some tests: the list of tests includes them, these scores do not. */
        partial_since: z.number().int(),
      })
      .nullable(),
    /** Oldest first. */
    trend: z.array(runDigest),
    unreadable: z.array(z.object({ results: z.string(), why: z.string() })),
  })
  .meta({ id: "RetrievalOverview" });
export type RetrievalOverview = z.infer<typeof retrievalOverview>;

const testCard = z
  .object({
    test_id: z.string(),
    mechanism,
    name: z.string(),
    /** The question. Absent if a test has no prompt. */
    prompt: z.string().optional(),
    /** Topics, handlers, or the pattern type. */
    groups: z.array(z.string()),
    state: testState,
    score: z.number().nullable(),
    missing: missing.optional(),
    /** Of its expectation, in semantic tests. */
    source: z.string().nullable(),
    overridden: z.boolean(),
    at: z.string().nullable(),
    results: z.string().nullable(),
  })
  .meta({ id: "RetrievalTest" });
export type TestCard = z.infer<typeof testCard>;

export const testQuery = z.strictObject({
  mechanism: mechanism.optional(),
  group: z.string().max(200).optional().meta({ description: "A topic, a handler or a pattern type." }),
  state: testState.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the id, name or prompt." }),
  target: z
    .string()
    .max(500)
    .optional()
    .meta({ description: "The system under test. Default: the server's own." }),
  cursor,
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type TestQuery = z.infer<typeof testQuery>;

export const testPage = page
  .extend({
    tests: z.array(testCard),
    /** The number in each state, of those that pass the other filters. */
    states: z.partialRecord(testState, z.number().int()),
  })
  .meta({ id: "RetrievalTestPage" });
export type TestPage = z.infer<typeof testPage>;

const stageEntity = z.object({
  id: z.string(),
  /** `good`: as expected; `bad`: forbidden; `lost`: expected and absent; `extra`: neither expected nor forbidden. */
  mark: z.enum(["good", "bad", "lost", "extra", "none"]),
});

/** One step of a result, from the question to the expectation, ready for display. */
export const stage = z.object({
  title: z.string(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  matches: z.array(matchDetail).optional(),
  /** Shown if there are no matches. */
  none: z.string().optional(),
  lists: z
    .array(
      z.object({
        heading: z.string().optional(),
        entities: z.array(stageEntity),
        /** Shown if there are no entities. */
        none: z.string().optional(),
      }),
    )
    .optional(),
  note: z.string().optional(),
});
export type Stage = z.infer<typeof stage>;

export const testView = z
  .object({
    /** The system under test that the results belong to: by default the server's own. */
    target: z.string(),
    /** Every system under test with a saved result of it, newest first. */
    targets: z.array(z.string()),
    card: testCard,
    last: z
      .object({
        results: z.string(),
        at: z.string(),
        target: z.string(),
        result: checkedTest.shape.debug.unwrap(),
        /** Why it counts as worse than in the baseline of that run. */
        worse: z.string().optional(),
        /** The result step by step; empty if the viewer draws this mechanism itself. */
        stages: z.array(stage),
      })
      .nullable(),
    /** Its current expectation; null: not a semantic test. */
    expectations: z
      .object({
        today: expectations,
        /** The last result was measured against another expectation. */ changed_since: z.boolean(),
      })
      .nullable(),
    /** Its neighbours in the bank. */
    previous: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({ id: "RetrievalTestView" });
export type TestView = z.infer<typeof testView>;
