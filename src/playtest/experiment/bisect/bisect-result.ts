/** The result of a bisect: from its replays, also while another process plays them, and as its files have it. */
import { basename, join } from "node:path";
import {
  bisectResult,
  formatVersion,
  type BisectPlan,
  type BisectProbe,
  type BisectResult,
} from "../../../contract/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { ofBudget, spentText } from "../../../kernel/journal/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { houseCaution } from "../../report/index.ts";
import { finishedReplay, type Replay } from "../checkpoint-replay.ts";
import { experimentReport, readResultFile } from "../experiment-files.ts";
import { modelsIn, notesIn, sessionsOf, spentOnSessions } from "../run-experiment.ts";
import { MANY, searchOn } from "./bisect-search.ts";
import { bisectVerdict, type CommandOptions } from "./bisect-verdict.ts";
import { criterionText, recoveryOf } from "./criterion.ts";
import { PINNED } from "./plan-bisect.ts";

export const BISECT_RESULT = "bisect.json";

/** Undefined: there is no `bisect.json`. */
export function readBisectResult(dir: string): BisectResult | undefined {
  const result = readResultFile(join(dir, BISECT_RESULT), bisectResult);
  return result && { ...result, dir };
}

/** The k-th replay from a turn. Each has dice of its own: with shared ones, neighbouring turns would repeat a chance. */
export function replayAt({ checkpoints, maxTurns }: BisectPlan, turn: number, k: number): Replay {
  const checkpoint = checkpoints.findIndex((each) => each.turn === turn);
  return {
    sessionId: `t${turn}-${String(k).padStart(2, "0")}`,
    checkpoint,
    replicate: checkpoint * MANY + k,
    wish: { maxTurns },
  };
}

/** A replay that has ended. Without a result it crashed. */
export function readProbe(
  dir: string,
  plan: BisectPlan,
  { replay, error }: { replay: Replay; error?: HarnessError | undefined },
): BisectProbe {
  const { sessionId, replicate, checkpoint } = replay;
  const { turn } = plan.checkpoints[checkpoint]!;
  const result = finishedReplay(dir, plan, replay);
  const own = { sessionId, turn, replicate };
  if (!result) return { ...own, recovered: null, why: error?.message ?? "it is unfinished" };
  const { state } = loadLatest(result.dir);
  const turns = { from: turn + 1, to: state.turn };
  const points = result.metrics?.score.points;
  return { ...own, ...recoveryOf(state, { turns, criterion: plan.criterion, points }) };
}

/** The replays that have ended, from their folders. */
export const endedProbes = (dir: string, plan: BisectPlan): BisectProbe[] =>
  sessionsOf(dir).flatMap((folder) => {
    const [, turn, k] = /^t(\d+)-(\d+)$/.exec(basename(folder)) ?? [];
    if (!plan.checkpoints.some((each) => String(each.turn) === turn)) return [];
    const replay = replayAt(plan, Number(turn), Number(k));
    return finishedReplay(dir, plan, replay) ? [readProbe(dir, plan, { replay })] : [];
  });

type Known = CommandOptions & {
  probes?: readonly BisectProbe[];
  endedBy?: string | null;
};

/** Nothing is written. */
export function bisectResultNow(
  dir: string,
  plan: BisectPlan,
  { probes = endedProbes(dir, plan), endedBy = null, ...options }: Known,
): BisectResult {
  const { bisectId, sessionId, turns } = plan;
  const { state } = loadLatest(join(dir, PINNED));
  const spent = spentOnSessions(dir);
  const found = {
    finding: searchOn(plan, probes).finding,
    probes: probes.toSorted((a, b) => a.replicate - b.replicate),
    criterion: criterionText(plan.criterion),
    turns,
    endedBy,
  };
  const cautions = [houseCaution(modelsIn(dir), "replay") ?? []].flat();
  const { kind, lost } = found.finding;
  const said = kind === "turn" ? state.records.find(({ turn }) => turn === lost?.to) : undefined;
  return {
    version: formatVersion,
    bisectId,
    dir,
    sessionId,
    verdict: bisectVerdict({
      ...found,
      ...options,
      sessionId,
      cost: ofBudget(spentText(spent), plan),
      cautions,
      config: state.config,
      said,
    }),
    ...found,
    spent,
    notes: notesIn(dir),
  };
}

export const bisectReport = (result: BisectResult): string =>
  experimentReport(`Which turn lost ${result.sessionId}?`, result);
