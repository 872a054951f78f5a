/** Saved runs, read once and kept in short form. */
import { join } from "node:path";
import {
  mechanism,
  type CheckOutcome,
  type CheckResults,
  type ComponentOf,
  type GroupScore,
  type Mechanism,
  type Missing,
  type RetrievalOverview,
  type RunDigest,
  type TestResult,
  type TestState,
} from "../../contract/index.ts";
import { exists, fileInfo, listFolder } from "../../kernel/store/index.ts";
import {
  allResults,
  isCriticalFailure,
  isOffline,
  modules,
  readResults,
  type MechanismModule,
} from "../../retrieval/index.ts";

export type IndexedRun = {
  digest: RunDigest;
  verdicts: ReadonlyMap<string, { state: TestState; score: number | null; missing?: Missing | undefined }>;
  facts: Pick<CheckResults["summary"], "health_reasons" | "not_tested"> & {
    critical: Array<{ test_id: string; name: string }>;
    groups: GroupedScores[];
    kbHash: string;
    outcome: CheckOutcome | null;
  };
};
/** Scores by topic, handler and so on, as the mechanism groups its tests. */
export type GroupedScores = { mechanism: Mechanism; title: string; scores: Record<string, GroupScore> };

export type RunIndex = {
  /** Newest first. A file is read once, as files are never changed. */
  read(): { runs: IndexedRun[]; unreadable: RetrievalOverview["unreadable"] };
  /** Everything that one run found. */
  whole(name: string): CheckResults;
};

/** Older runs are left to GET /api/results: the index must not grow forever. */
const MOST_RUNS = 300;
const MOST_VERDICTS = 200_000;

type Known = { stamp: string; run: IndexedRun } | { stamp: string; why: string };

export function createRunIndex(dir: string): RunIndex {
  let known = new Map<string, Known>();

  function look(name: string): Known | undefined {
    const info = fileInfo(join(dir, name));
    // Deleted meanwhile.
    if (!info) return undefined;
    const stamp = `${info.modifiedMs} ${info.size}`;
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
  const { timestamp: at, target, summary, outcome = null, kb } = found;
  const { total_tests, combined_score, health_status, component_scores, partial } = summary;
  const { health_reasons, not_tested } = summary;
  const tests = allResults(found);
  const critical = tests.filter((test) => stateOf(test) === "critical");
  const verdict = outcome?.verdict;
  return {
    digest: {
      results,
      at,
      target: target.name,
      total_tests,
      combined_score,
      health_status,
      offline: isOffline(found),
      component_scores,
      hard_fails: summary.hard_fail_count,
      missing: summary.missing_count,
      critical_failures: summary.critical_failures.length,
      partial,
      verdict: verdict && { outcome: verdict.outcome, headline: verdict.headline },
    },
    verdicts: new Map(
      tests.map((test) => [test.test_id, { state: stateOf(test), score: test.score, missing: test.missing }]),
    ),
    facts: {
      health_reasons,
      not_tested,
      critical: critical.map(({ test_id, name }) => ({ test_id, name })),
      groups: mechanism.options.flatMap((name) => groupsOf(name, found)),
      kbHash: kb.hash,
      outcome,
    },
  };
}

function groupsOf<Name extends Mechanism>(name: Name, results: CheckResults): GroupedScores[] {
  const module: MechanismModule<Name> = modules[name];
  const component = results[name] as ComponentOf<Name> | undefined;
  const groups = component && module.groups(component);
  return groups ? [{ mechanism: name, ...groups }] : [];
}

function stateOf(result: TestResult): TestState {
  if (isCriticalFailure(result)) return "critical";
  if (result.score === null) return "missing";
  return result.is_hard_fail ? "hard-fail" : result.score < 100 ? "below" : "full";
}

/** File names: `results_2026-11-15-1128.json`, and `…_2.json` for a second of the same minute. */
export const RESULTS_NAME = /^results_(\d{4}-\d{2}-\d{2}-\d{4})(?:_(\d{1,6}))?\.json$/;

/** Names of saved results, newest first. */
export const resultsFiles = (dir: string): string[] =>
  exists(dir)
    ? listFolder(dir)
        // No links: they may lead outside the folder.
        .filter(({ name, kind }) => kind === "file" && RESULTS_NAME.test(name))
        .map(({ name }) => name)
        .sort(newestFirst)
    : [];

/** The tenth run of a minute comes after the ninth. */
function newestFirst(a: string, b: string): number {
  const [, minuteA = "", numberA = "1"] = RESULTS_NAME.exec(a)!;
  const [, minuteB = "", numberB = "1"] = RESULTS_NAME.exec(b)!;
  return minuteA === minuteB ? Number(numberB) - Number(numberA) : minuteA < minuteB ? 1 : -1;
}
