/** An A/B test as a strategy: the noise floor first, then pair by pair until it is decided or all are played. */
import type { AbDecision, AbPair, AbPlan } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  compareArms,
  higherIsBetter,
  type ArmComparison,
  type MetricComparison,
  type MetricName,
  type Play,
} from "../../compare/index.ts";
import { sessionFoldersIn } from "../../play/index.ts";
import { finishedReplay, startReplay, type Replay } from "../checkpoint-replay.ts";
import {
  deviationsIn,
  runExperiment,
  sessionsFolder,
  spentOnSessions,
  type Experiment,
  type RunOptions,
} from "../run-experiment.ts";
import { isNoise, isRejudged, judgeAgain, noiseReplays, readNoise } from "./ab-noise.ts";
import { layoutOf, openPairEnds, pairAt, readPair } from "./ab-pairs.ts";
import { AB_RESULT, abFiles, type AbRun } from "./ab-report.ts";
import { decide, differenceInterval, type DecideOptions } from "./decide.ts";
import { abPlanFile } from "./plan-ab.ts";

export type AbNews = {
  doing: "noise" | "pairs";
  done: number;
  of: number;
  decision?: AbDecision;
  cost: number;
};

export const runAb = (harness: Harness, options: RunOptions<AbPlan, AbNews>): Promise<AbRun> =>
  runExperiment(ab, harness, options);

export const ab: Experiment<AbPlan, Replay, AbNews, AbRun> = {
  planFile: abPlanFile,
  resultFile: AB_RESULT,
  files: abFiles,
  player: ({ harness, dir, plan }) => ({
    finished: (replay) => finishedReplay(dir, plan, replay),
    start: (replay, watch) => startReplay(harness, { dir, plan, replay, ...watch }),
    async afterwards(replay, _, watch) {
      const result = isNoise(replay) && isRejudged(plan) ? finishedReplay(dir, plan, replay) : undefined;
      if (result) await judgeAgain(harness, result, watch);
    },
  }),
  open({ dir, plan, retry, tell }) {
    const ends = openPairEnds(dir);
    const pairs = new Map<number, AbPair>();
    const plays = new Map<number, { a: Play; b: Play }>();
    const options: DecideOptions = {
      ...layoutOf(plan),
      alpha: plan.alpha,
      higherIsBetter: higherIsBetter(plan.metric as MetricName),
    };
    const decided = () => decide([...pairs.values()], options);
    const noise = noiseReplays(plan).flat();
    const rounds = [...(noise.length > 0 ? (["noise"] as const) : []), "pairs" as const];
    let doing: (typeof rounds)[number] | undefined;
    const halfEnded = new Set<number>();
    let noiseDone = 0;
    let crash: HarnessError | undefined;
    takeUp();
    return {
      metered: sessionFoldersIn(sessionsFolder(dir)),
      spentBefore: atMostOf(spentOnSessions(dir)),
      nextRound() {
        doing = rounds.shift();
        if (doing === "noise") tellNoise();
        return doing === "noise" ? noise : doing === "pairs" ? openPairs() : undefined;
      },
      onEnd({ sessionId }, end) {
        if (doing === "noise") {
          noiseDone++;
          return tellNoise();
        }
        if (end.how === "stopped") return;
        if (end.how === "crashed") crash = end.error;
        endArm(Number.parseInt(sessionId, 10) - 1);
      },
      onRoundEnd: () => (doing === "pairs" ? nothingPlayed() : undefined),
      found({ lost, endedBy }) {
        const decision: AbDecision = {
          ...decided(),
          interval: differenceInterval([...pairs.values()], options),
        };
        const used = Array.from({ length: decision.pairsUsed }, (__, index) => plays.get(index)!);
        return {
          decision,
          pairs: [...pairs.values()].toSorted((x, y) => x.index - y.index),
          comparison: compareUsed(plan, used, decision),
          noise: noise.length === 0 ? null : readNoise(dir, plan),
          spent: spentOnSessions(dir),
          lost,
          deviations: deviationsIn(dir),
          endedBy,
        };
      },
      close: () => ends.close(),
    };

    /** Takes over the finished pairs. A pair that neither arm could play is retried, unless the test is over or one session is. */
    function takeUp(): void {
      const known = [...ends.known.values()].filter(({ index }) => index < plan.times);
      const isOver = decide(known, options).decided;
      for (const pair of known) {
        if (isRetried(pair.index) || (!isOver && retry === undefined && pair.crashed.length === 2)) continue;
        pairs.set(pair.index, pair);
        plays.set(pair.index, readPair(dir, plan, pairAt(plan, pair.index), pair).plays);
      }
    }

    function isRetried(index: number): boolean {
      const { a, b } = pairAt(plan, index);
      return a.sessionId === retry || b.sessionId === retry;
    }

    function* openPairs(): Generator<Replay> {
      for (let index = 0; index < plan.times; index++) {
        if (retry === undefined && decided().decided) return;
        if (retry === undefined ? pairs.has(index) : !isRetried(index)) continue;
        const { a, b } = pairAt(plan, index);
        yield a;
        yield b;
      }
    }

    /** A pair counts when both of its arms have ended. */
    function endArm(index: number): void {
      if (!halfEnded.delete(index)) return void halfEnded.add(index);
      const played = readPair(dir, plan, pairAt(plan, index));
      pairs.set(index, played.pair);
      plays.set(index, played.plays);
      ends.keep(played.pair);
      tell({ doing: "pairs", done: pairs.size, of: plan.times, decision: decided() });
    }

    function tellNoise(): void {
      tell({ doing: "noise", done: noiseDone, of: noise.length });
    }

    function nothingPlayed(): HarnessError | undefined {
      // The other arm of a retried one may not be played yet.
      if (pairs.size === 0 || ![...pairs.values()].every(({ crashed }) => crashed.length === 2))
        return undefined;
      return new HarnessError({
        code: "nothing-played",
        exit: 3,
        message: `No pair could be played: both arms crashed in every pair.${crash ? ` ${crash.message}` : ""}`,
        remedy: crash?.remedy ?? "Try again later.",
        cause: crash,
      });
    }
  },
};

/**
 * Every metric over the pairs that the decision uses. The primary metric is tested once, by the decision, and has its p
 * and verdict. Null: no pairs.
 */
export function compareUsed(
  { a, b, metric, alpha }: AbPlan,
  used: ReadonlyArray<{ a: Play; b: Play }>,
  { p, verdict, why, crashed, interval }: AbDecision,
): ArmComparison | null {
  if (used.length === 0) return null;
  const arm = (name: "a" | "b", label: string) => ({
    name: `${name.toUpperCase()} (${label})`,
    plays: used.map((pair) => pair[name]),
  });
  const { note: _note, ...compared } = compareArms({
    a: arm("a", a.label),
    b: arm("b", b.label),
    primary: metric as MetricName,
  });
  if (verdict === null) return untested(compared);
  const undone = verdict === "insufficient evidence" && p !== null && p <= alpha;
  const notes = [
    ...(undone ? [sentence(why)] : []),
    ...(crashed.a + crashed.b > 0 ? [`${sentence(metric)} is tested by wins, since an arm crashed`] : []),
  ];
  return {
    ...compared,
    primary: {
      ...compared.primary,
      p,
      adjusted: p,
      verdict,
      ...(crashed.a + crashed.b > 0 && { interval: undefined }),
      // From the same flips as p. The table's intervals are 95 %.
      ...(interval &&
        alpha === 0.05 && {
          interval: { low: interval.low, high: interval.high, method: "inverted sign-flip" },
        }),
    },
    ...(notes.length > 0 && { note: notes.join(". ") }),
  };
}

/** A test that stopped early or is incomplete must not be tested again as if its size were fixed. */
function untested({ primary, others, completed, ...comparison }: ArmComparison): ArmComparison {
  const bare = (metric: MetricComparison): MetricComparison => ({
    ...metric,
    p: null,
    adjusted: null,
    verdict: null,
    interval: undefined,
  });
  return {
    ...comparison,
    primary: bare(primary),
    others: others.map(bare),
    completed: { ...completed, p: null, adjusted: null, verdict: "insufficient evidence" },
  };
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}`;
