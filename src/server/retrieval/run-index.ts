import { statSync } from "node:fs";
import { join } from "node:path";
import type {
  CheckResults,
  Missing,
  RetrievalOverview,
  RunDigest,
  TestResult,
  TestState,
} from "../../contract/index.ts";
import { allResults, readResults } from "../../retrieval/index.ts";
import { resultsFiles } from "./results-files.ts";

/** What is kept in mind of a saved run: its scores, and no text but names. */
export type IndexedRun = {
  digest: RunDigest;
  verdicts: ReadonlyMap<string, { state: TestState; score: number | null; missing?: Missing }>;
  facts: Pick<CheckResults["summary"], "health_reasons" | "by_built_in"> & {
    critical: Array<{ test_id: string; name: string }>;
    groups: Record<"topics" | "handlers" | "patterns", Groups>;
    metrics: NonNullable<RetrievalOverview["latest"]>["metrics"];
    kbHash: string;
  };
};
type Groups = Record<string, { avg: number | null; tests: number; hard_fails: number }>;

export type RunIndex = {
  /** Newest first. A file is read once, as files are never changed. */
  read(): { runs: IndexedRun[]; unreadable: RetrievalOverview["unreadable"] };
  /** All that one run found. */
  whole(name: string): CheckResults;
};

/** Older runs than these are left to GET /api/results: an index must not grow with the years. */
const MOST_RUNS = 300;
const MOST_VERDICTS = 200_000;

type Known = { stamp: string; run: IndexedRun } | { stamp: string; why: string };

export function createRunIndex(dir: string): RunIndex {
  let known = new Map<string, Known>();

  function look(name: string): Known | undefined {
    const stats = statSync(join(dir, name), { throwIfNoEntry: false });
    // Deleted meanwhile.
    if (!stats) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const before = known.get(name);
    if (before?.stamp === stamp) return before;
    try {
      return { stamp, run: indexed(name, readResults(join(dir, name))) };
    } catch (error) {
      return { stamp, why: (error as Error).message };
    }
  }

  return {
    read() {
      const seen = new Map<string, Known>();
      const runs: IndexedRun[] = [];
      const unreadable: RetrievalOverview["unreadable"] = [];
      let verdicts = 0;
      for (const name of resultsFiles(dir).slice(0, MOST_RUNS)) {
        const found = verdicts < MOST_VERDICTS ? look(name) : undefined;
        if (!found) continue;
        seen.set(name, found);
        if ("why" in found) unreadable.push({ results: name, why: found.why });
        else runs.push(found.run);
        verdicts += "run" in found ? found.run.verdicts.size : 0;
      }
      known = seen;
      return { runs, unreadable };
    },
    whole: (name) => readResults(join(dir, name)),
  };
}

function indexed(results: string, found: CheckResults): IndexedRun {
  const { timestamp: at, target, summary, semantic, state, pattern, kb } = found;
  const {
    total_tests,
    combined_score,
    health_status,
    component_scores,
    hard_fail_count: hard_fails,
    missing_count: missing,
    critical_failures,
    partial,
    health_reasons,
    by_built_in,
  } = summary;
  const tests = allResults(found);
  const critical = tests.flatMap((test) =>
    stateOf(test) === "critical" ? [{ test_id: test.test_id, name: test.name }] : [],
  );
  return {
    digest: {
      results,
      at,
      target: target.name,
      total_tests,
      combined_score,
      health_status,
      component_scores,
      hard_fails,
      missing,
      critical_failures: critical_failures.length,
      partial,
    },
    verdicts: new Map(
      tests.map((test) => [
        test.test_id,
        { state: stateOf(test), score: test.score, ...(test.missing && { missing: test.missing }) },
      ]),
    ),
    facts: {
      health_reasons,
      by_built_in,
      critical,
      groups: {
        topics: semantic?.topic_scores ?? {},
        handlers: state?.handler_scores ?? {},
        patterns: pattern?.pattern_type_scores ?? {},
      },
      metrics: semantic?.metrics ?? null,
      kbHash: kb.hash,
    },
  };
}

function stateOf(result: TestResult): TestState {
  if (result.mechanism === "pattern" && result.is_critical_failure) return "critical";
  if (result.score === null) return "missing";
  return result.is_hard_fail ? "hard-fail" : result.score < 100 ? "below" : "full";
}
