/** What `/api/retrieval` says: how healthy the system under test is, test by test, and whose word its expectations are. */
import { z } from "zod";
import { checkedTest } from "./check-api.ts";
import { mechanism } from "../retrieval/mechanism.ts";
import { matchDetail } from "../retrieval/mechanisms/pattern.ts";
import { semanticMetrics } from "../retrieval/mechanisms/semantic.ts";
import { checkSummary } from "../retrieval/retrieval-result.ts";
import { expectations } from "../retrieval/test-bank.ts";
import { missing } from "../retrieval/test-score.ts";

const { total_tests, combined_score, health_status, health_reasons, component_scores, by_built_in, partial } =
  checkSummary.shape;

export const runDigest = z
  .object({
    results: z.string().meta({ description: "The file, as GET /api/results/{name} takes it." }),
    at: z.string(),
    target: z.string(),
    total_tests,
    combined_score,
    health_status,
    component_scores,
    hard_fails: z.number().int(),
    missing: z.number().int(),
    critical_failures: z.number().int(),
    partial,
  })
  .meta({ id: "RetrievalRun" });
export type RunDigest = z.infer<typeof runDigest>;

const groupScore = z.object({
  name: z.string(),
  avg: z.number().nullable(),
  tests: z.number().int(),
  hard_fails: z.number().int(),
});
export type RetrievalGroup = z.infer<typeof groupScore>;

/** Worst first. `below`: it lost points; `missing`: the target did not answer; `not-run`: no saved run has it. */
export const testState = z.enum(["critical", "missing", "hard-fail", "below", "not-run", "full"]);
export type TestState = z.infer<typeof testState>;

export const retrievalOverview = z
  .object({
    /** The system under test whose results are shown: the server's own, unless another was asked for. */
    target: z.string(),
    /** The server's own, by the name that results have it by. */
    own: z.string(),
    /** Systems under test that have saved results, newest first. */
    targets: z.array(z.string()),
    can_run: z.object({
      targets: z.array(
        z.object({
          /** What a run is asked for by. */ ask: z.string(),
          /** What its results call it. */ saved_as: z.string(),
        }),
      ),
      usual: z.string(),
      /** The target to ask for results like those that are shown; null: this server cannot. */ same: z
        .string()
        .nullable(),
      banks: z.array(z.object({ mechanism, tests: z.number().int() })),
    }),
    /** The newest run of all banks; where there is none, the newest. */
    latest: z
      .object({
        run: runDigest,
        health_reasons,
        by_built_in,
        critical: z.array(z.object({ test_id: z.string(), name: z.string() })),
        /** Scores by topic, handler and so on, as each mechanism groups its tests; worst first. */
        groups: z.array(z.object({ mechanism, title: z.string(), scores: z.array(groupScore) })),
        /** The same for three mechanisms, for scripts that know these names. */
        topics: z.array(groupScore),
        handlers: z.array(groupScore),
        patterns: z.array(groupScore),
        metrics: semanticMetrics.nullable(),
        /** The knowledge base is not what it was then. */
        kb_changed: z.boolean(),
        /** Runs of some tests that came after it: the tests' list has them, these scores have not. */
        partial_since: z.number().int(),
      })
      .nullable(),
    /** Oldest first. */
    trend: z.array(runDigest),
    /** Where today's expectations come from, and how many want to be looked at. */
    expectations: z.object({
      original: z.number().int(),
      opus: z.number().int(),
      human_override: z.number().int(),
      stale: z.number().int(),
      contested: z.number().int(),
    }),
    unreadable: z.array(z.object({ results: z.string(), why: z.string() })),
  })
  .meta({ id: "RetrievalOverview" });
export type RetrievalOverview = z.infer<typeof retrievalOverview>;

export const testCard = z
  .object({
    test_id: z.string(),
    mechanism,
    name: z.string(),
    /** What is asked; absent where a test has no prompt. */
    prompt: z.string().optional(),
    /** Topics, handlers, or the pattern type. */
    groups: z.array(z.string()),
    state: testState,
    score: z.number().int().nullable(),
    missing: missing.optional(),
    /** Of its expectation, in semantic tests. */
    source: z.string().nullable(),
    overridden: z.boolean(),
    /** Entities of the expectation that changed after it was made. */
    stale: z.array(z.string()),
    /** A newer calibration disagrees with a person's override. */
    contested: z.boolean(),
    at: z.string().nullable(),
    results: z.string().nullable(),
  })
  .meta({ id: "RetrievalTest" });
export type TestCard = z.infer<typeof testCard>;

export const testMark = z.enum(["stale", "overridden", "contested"]);
export type TestMark = z.infer<typeof testMark>;

export const testQuery = z.strictObject({
  mechanism: mechanism.optional(),
  group: z.string().max(200).optional().meta({ description: "A topic, a handler or a pattern type." }),
  state: testState.optional(),
  mark: testMark.optional(),
  q: z.string().max(200).optional().meta({ description: "Words in the id, name or prompt." }),
  sort: z.enum(["worst", "bank"]).default("worst"),
  target: z
    .string()
    .max(500)
    .optional()
    .meta({ description: "The system under test. Default: the server's own." }),
  cursor: z.string().max(200).optional().meta({ description: "The `next` of the previous page." }),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});
export type TestQuery = z.infer<typeof testQuery>;

export const testPage = z
  .object({
    tests: z.array(testCard),
    /** Pass it as `cursor` for the next page; null: that was all. */
    next: z.string().nullable(),
    total: z.number().int(),
    /** How many are in which state, of those that the other filters let through. */
    states: z.partialRecord(testState, z.number().int()),
  })
  .meta({ id: "RetrievalTestPage" });
export type TestPage = z.infer<typeof testPage>;

const historyStep = z.object({
  /** Null: it stands in the bank. */
  at: z.string().nullable(),
  by: z.enum(["bank", "model", "person"]),
  /** The model or the person. */
  who: z.string().nullable(),
  trigger: z.string().nullable(),
  kb_version: z.string().nullable(),
  /** A model's reasoning or a person's reason. */
  why: z.string().nullable(),
  /** Null: it was looked at and left as it was. */
  expectations: expectations.nullable(),
  in_force: z.boolean(),
});
export type HistoryStep = z.infer<typeof historyStep>;

const stageEntity = z.object({
  id: z.string(),
  /** `good`: as expected; `bad`: forbidden; `lost`: expected and absent; `extra`: neither expected nor forbidden. */
  mark: z.enum(["good", "bad", "lost", "extra", "none"]),
});

/** One step of a result from the question to the expectation, ready to be shown. */
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
    /** Whose results these are: the server's own system under test's, unless another was asked for. */
    target: z.string(),
    /** Every system under test that has a saved result of it, newest first, with that result in short. */
    targets: z.array(
      z.object({ target: z.string(), at: z.string(), state: testState, score: z.number().int().nullable() }),
    ),
    card: testCard,
    last: z
      .object({
        results: z.string(),
        at: z.string(),
        target: z.string(),
        result: checkedTest.shape.debug.unwrap(),
        /** The result step by step; empty if the viewer draws this mechanism itself. */
        stages: z.array(stage),
      })
      .nullable(),
    /** Its scores in saved runs of the same target, oldest first. */
    past: z.array(
      z.object({
        results: z.string(),
        at: z.string(),
        score: z.number().int().nullable(),
        partial: z.boolean(),
      }),
    ),
    /** What it expects today; null: not a semantic test. */
    expectations: z
      .object({
        today: expectations,
        contested_by: z.string().nullable(),
        /** The last result was measured against another. */ changed_since: z.boolean(),
      })
      .nullable(),
    /** Oldest first; empty: not a semantic test. */
    history: z.array(historyStep),
    /** Its neighbours in the bank. */
    previous: z.string().nullable(),
    next: z.string().nullable(),
  })
  .meta({ id: "RetrievalTestView" });
export type TestView = z.infer<typeof testView>;
