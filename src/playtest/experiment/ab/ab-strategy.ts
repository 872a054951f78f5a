/** An A/B test as a strategy: the noise floor first, then pair by pair until it is decided or all are played. */
import type { AbDecision, AbPair, AbPlan } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import type { Play } from "../../compare/index.ts";
import { sessionFoldersIn } from "../../play/index.ts";
import { finishedReplay, startReplay, type Replay } from "../checkpoint-replay.ts";
import {
  runExperiment,
  sessionsFolder,
  spentOnSessions,
  type Experiment,
  type RunOptions,
} from "../run-experiment.ts";
import { isNoise, isRejudged, judgeAgain, noiseReplays } from "./ab-noise.ts";
import { openPairEnds, pairAt, readPair } from "./ab-pairs.ts";
import { AB_RESULT, abFiles, type AbRun } from "./ab-report.ts";
import { decide } from "./decide.ts";
import { abPlanFile } from "./plan-ab.ts";
import { decideOptions, summariseAb } from "./summarise-ab.ts";

export type AbNews = {
  doing: "noise" | "pairs";
  done: number;
  of: number;
  decision?: AbDecision;
  /** Of both rounds, at most. */
  replays: { ended: number; of: number };
  cost: number;
};

export const runAb = (harness: Harness, options: RunOptions<AbPlan, AbNews>): Promise<AbRun> =>
  runExperiment(ab, harness, options);

const ab: Experiment<AbPlan, Replay, AbNews, AbRun> = {
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
  open({ dir, plan, tell }) {
    const ends = openPairEnds(dir);
    const pairs = new Map<number, AbPair>();
    const plays = new Map<number, { a: Play; b: Play }>();
    const options = decideOptions(plan);
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
        else if (doing === "pairs") tellPairs();
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
        return { ...summariseAb(dir, plan, { pairs, plays }), lost, endedBy };
      },
      close: () => ends.close(),
    };

    /** Takes over the finished pairs. A pair that neither arm could play is retried, unless the test is over. */
    function takeUp(): void {
      const known = [...ends.known.values()].filter(({ index }) => index < plan.times);
      const isOver = decide(known, options).decided;
      for (const pair of known) {
        if (!isOver && pair.crashed.length === 2) continue;
        pairs.set(pair.index, pair);
        plays.set(pair.index, readPair(dir, plan, pairAt(plan, pair.index), pair).plays);
      }
    }

    function* openPairs(): Generator<Replay> {
      for (let index = 0; index < plan.times; index++) {
        if (decided().decided) return;
        if (pairs.has(index)) continue;
        const { a, b } = pairAt(plan, index);
        yield a;
        yield b;
      }
    }

    /** A pair counts when both of its arms have ended. */
    function endArm(index: number): void {
      if (!halfEnded.delete(index)) {
        halfEnded.add(index);
        return tellPairs();
      }
      const played = readPair(dir, plan, pairAt(plan, index));
      pairs.set(index, played.pair);
      plays.set(index, played.plays);
      ends.keep(played.pair);
      tellPairs();
    }

    function tellPairs(): void {
      tell({ doing: "pairs", done: pairs.size, of: plan.times, decision: decided(), replays: replays() });
    }

    function tellNoise(): void {
      tell({ doing: "noise", done: noiseDone, of: noise.length, replays: replays() });
    }

    function replays(): AbNews["replays"] {
      return { ended: noiseDone + 2 * pairs.size + halfEnded.size, of: noise.length + 2 * plan.times };
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
