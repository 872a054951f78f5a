/** An A/B test as a strategy: pair by pair, until it is decided or all are played. And its result. */
import { relative, join } from "node:path";
import {
  type AbDecision,
  type AbPair,
  type AbPlan,
  type AbResult,
  abResult,
  formatVersion,
  type SessionConfig,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, ofBudget, spentText } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { lastResult } from "../../play/index.ts";
import { finishedReplay, startReplay, type Replay } from "../checkpoint-replay.ts";
import {
  runExperiment,
  sessionsFolder,
  sessionsOf,
  spentOnSessions,
  type Experiment,
  type RunOptions,
  modelsIn,
  notesIn,
} from "../run-experiment.ts";
import { endedPairs, openPairLog, pairAt, readPair, inOrder, decide } from "./ab-pairs.ts";
import { abPlanFile } from "./plan-ab.ts";
import { resolveInside } from "../../../kernel/store/index.ts";
import { loadCheckpoint } from "../../readings/index.ts";
import { experimentReport, readResultFile } from "../experiment-files.ts";
import { quoteFrom } from "../../compare/index.ts";
import { abVerdict, type AbVerdictOptions } from "./ab-verdict.ts";

const AB_RESULT = "ab.json";

export type AbNews = {
  /** Pairs that have ended. */
  done: number;
  of: number;
  decision: AbDecision;
  replays: { ended: number; of: number };
  cost: number;
};

type AbRun = { result: AbResult; endedBy?: HarnessError };

export const runAb = (harness: Harness, options: RunOptions<AbPlan, AbNews>): Promise<AbRun> =>
  runExperiment(ab, harness, options);

const ab: Experiment<AbPlan, Replay, AbNews, AbRun> = {
  planFile: abPlanFile,
  resultFile: AB_RESULT,
  files: ({ result }) => ({
    result: `${JSON.stringify(result, null, 2)}\n`,
    report: experimentReport(`Is ${result.plan.b.label} better than ${result.plan.a.label}?`, result),
  }),
  open({ harness, dir, plan, tell }) {
    const log = openPairLog(dir);
    const pairs = new Map<number, AbPair>();
    const decision = () => decide([...pairs.values()]);
    const halfEnded = new Set<number>();
    let crash: HarnessError | undefined;
    let isOver = false;
    takeUp();
    return {
      finished: (replay) => finishedReplay(dir, plan, replay),
      start: (replay, watch) => startReplay(harness, { dir, plan, replay, ...watch }),
      metered: sessionsOf(dir),
      spentBefore: atMostOf(spentOnSessions(dir)),
      nextRound() {
        if (isOver) return undefined;
        tellAll();
        return openPairs();
      },
      onEnd({ sessionId }, end) {
        if (end.how === "stopped") return;
        if (end.how === "crashed") crash = end.error;
        endArm(Number.parseInt(sessionId, 10) - 1);
      },
      onRoundEnd() {
        isOver = true;
        return nothingPlayed();
      },
      found: ({ endedBy }) => ({
        result: abResultNow(dir, plan, {
          pairs: [...pairs.values()],
          endedBy: endedBy?.message ?? null,
          command: harness.command,
          at: placeIn(harness.workspace, dir),
        }),
        endedBy,
      }),
      close: () => log.close(),
    };

    /** Takes over the pairs that have ended. Those with a crash are played again, unless the test is decided. */
    function takeUp(): void {
      const known = endedPairs(dir, plan);
      const { decided } = decide(known);
      for (const pair of known) if (decided || pair.crashed.length === 0) pairs.set(pair.index, pair);
    }

    function* openPairs(): Generator<Replay> {
      for (let index = 0; index < plan.pairs; index++) {
        if (decision().decided) return;
        if (pairs.has(index)) continue;
        const { a, b } = pairAt(plan, index);
        yield a;
        yield b;
      }
    }

    /** A pair counts when both of its arms have ended. */
    function endArm(index: number): void {
      if (halfEnded.delete(index)) {
        const pair = readPair(dir, plan, pairAt(plan, index));
        pairs.set(index, pair);
        void log.append(pair);
      } else halfEnded.add(index);
      tellAll();
    }

    function tellAll(): void {
      const ended = 2 * pairs.size + halfEnded.size;
      const { pairs: of } = plan;
      tell({ done: pairs.size, of, decision: decision(), replays: { ended, of: 2 * of } });
    }

    function nothingPlayed(): HarnessError | undefined {
      if (!crash || ![...pairs.values()].every(({ crashed }) => crashed.length > 0)) return undefined;
      return new HarnessError({
        code: "no-result",
        exit: 3,
        message: `No pair could be played: a replay crashed in each. ${crash.message}`,
        remedy: crash.remedy,
        cause: crash,
      });
    }
  },
};

/** A folder outside the workspace is named in full. */
const placeIn = (workspace: string, dir: string): string => {
  const inside = relative(workspace, dir);
  return inside.startsWith("..") ? dir : inside;
};

/** Undefined: there is no `ab.json`. */
export const readAbResult = (dir: string): AbResult | undefined =>
  readResultFile(join(dir, AB_RESULT), abResult);

/** Nothing is written. */
export function abResultNow(
  dir: string,
  plan: AbPlan,
  {
    pairs,
    endedBy = null,
    ...options
  }: Omit<AbVerdictOptions, "quoteOf"> & {
    pairs: readonly AbPair[];
    endedBy?: string | null;
  },
): AbResult {
  const summary = abResult.shape.plan.parse(plan);
  const spent = spentOnSessions(dir);
  return {
    version: formatVersion,
    dir,
    verdict: abVerdict(
      summary,
      { pairs, cost: ofBudget(spentText(spent), plan), stopped: endedBy !== null, models: modelsIn(dir) },
      { ...options, quoteOf: quoteFrom((replay) => lastResult(join(sessionsFolder(dir), replay))) },
    ),
    decision: decide(pairs),
    plan: summary,
    pairs: inOrder(pairs),
    spent,
    notes: notesIn(dir),
    endedBy,
  };
}

/** The settings of A and of B at the first checkpoint, to show how they differ. */
export function armConfigs(dir: string, { checkpoints: [first], a, b }: AbPlan): SessionConfig[] {
  const { config } = loadCheckpoint(resolveInside(dir, first!.file)).state;
  return [a, b].map(({ wish }) => ({
    ...config,
    prompt: wish.prompt?.name ?? config.prompt,
    systemPrompt: wish.prompt?.text ?? config.systemPrompt,
    story: wish.storyGuide?.id ?? config.story,
    storyGuide: wish.storyGuide ?? config.storyGuide,
    guideForm: wish.guide ?? config.guideForm,
    narratorModel: wish.narrator ?? config.narratorModel,
  }));
}
