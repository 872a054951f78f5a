/** The result of a bisect: from its replays, also while another process plays them, and as its files have it. */
import { basename, join } from "node:path";
import {
  bisectResult,
  formatVersion,
  type BisectFinding,
  type BisectPlan,
  type BisectProbe,
  type BisectResult,
  type LostCalls,
} from "../../../contract/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { quoted } from "../../../kernel/report/index.ts";
import { exists, readStoredJson } from "../../../kernel/store/index.ts";
import { sessionFoldersIn } from "../../play/index.ts";
import { loadLatest } from "../../readings/index.ts";
import type { SessionState } from "../../session/index.ts";
import { finishedReplay, type Replay } from "../checkpoint-replay.ts";
import { EMBEDDED, experimentReport, unreadableResult } from "../experiment-report.ts";
import { notesIn, sessionsFolder, spentOnSessions } from "../run-experiment.ts";
import { MANY, searchOn } from "./bisect-search.ts";
import { bisectVerdict, type CommandOptions } from "./bisect-verdict.ts";
import { criterionText, recoveryOf } from "./criterion.ts";
import { PINNED } from "./plan-bisect.ts";

export const BISECT_RESULT = "bisect.json";

/** Undefined: there is no `bisect.json`. */
export function readBisectResult(dir: string): BisectResult | undefined {
  const path = join(dir, BISECT_RESULT);
  if (!exists(path)) return undefined;
  return { ...readStoredJson(path, bisectResult, (problem) => unreadableResult(path, problem)), dir };
}

/** The k-th replay from a turn. Each has dice of its own: with shared ones, neighbouring turns would repeat a chance. */
export function replayAt({ checkpoints, changed, maxTurns }: BisectPlan, turn: number, k: number): Replay {
  const checkpoint = checkpoints.findIndex((each) => each.turn === turn);
  return {
    sessionId: `t${turn}-${String(k).padStart(2, "0")}`,
    checkpoint,
    replicate: checkpoint * MANY + k,
    wish: { ...changed.wish, maxTurns },
  };
}

/** A replay that has ended. Without a result it crashed. */
export function readProbe(
  dir: string,
  plan: BisectPlan,
  { replay, error }: { replay: Replay; error?: HarnessError },
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
  sessionFoldersIn(sessionsFolder(dir)).flatMap((folder) => {
    const [, turn, k] = /^t(\d+)-(\d+)$/.exec(basename(folder)) ?? [];
    if (!plan.checkpoints.some((each) => String(each.turn) === turn)) return [];
    const replay = replayAt(plan, Number(turn), Number(k));
    return finishedReplay(dir, plan, replay) ? [readProbe(dir, plan, { replay })] : [];
  });

type Known = CommandOptions & {
  probes?: readonly BisectProbe[];
  lost?: LostCalls[];
  endedBy?: string | null;
};

/** Nothing is written. */
export function bisectResultNow(
  dir: string,
  plan: BisectPlan,
  { probes = endedProbes(dir, plan), lost = [], endedBy = null, ...options }: Known,
): BisectResult {
  const { bisectId, sessionId, turns } = plan;
  const { state } = loadLatest(join(dir, PINNED));
  const spent = spentOnSessions(dir);
  const found = {
    finding: searchOn(plan, probes).finding,
    probes: probes.toSorted((a, b) => a.replicate - b.replicate),
    criterion: criterionText(plan.criterion),
    changed: plan.changed.label,
    turns,
    endedBy,
  };
  const cautions = isHouse(plan, state) ? [EMBEDDED] : [];
  const prompt = plan.changed.wish.prompt?.name ?? state.config.prompt;
  return {
    version: formatVersion,
    bisectId,
    dir,
    sessionId,
    verdict: bisectVerdict({ ...found, ...options, sessionId, cost: spentText(spent), cautions, prompt }),
    ...found,
    said: saidIn(state, found.finding),
    spent,
    lost,
    notes: notesIn(dir),
  };
}

const isHouse = ({ changed }: BisectPlan, { config }: SessionState): boolean =>
  [changed.wish.narrator ?? config.narratorModel, ...config.group.players.map(({ model }) => model)].some(
    (model) => model === "house" || model.startsWith("house/"),
  );

function saidIn({ records }: SessionState, { kind, lost }: BisectFinding): BisectResult["said"] {
  const record = kind === "turn" ? records.find(({ turn }) => turn === lost?.to) : undefined;
  if (!record) return null;
  return { turn: record.turn, narrator: record.narrator.text, relay: record.relay?.text ?? null };
}

export const bisectReport = (result: BisectResult): string =>
  experimentReport(`Which turn lost ${result.sessionId}?`, result, saidSection(result));

const saidSection = ({ said }: BisectResult): string[] =>
  said === null
    ? []
    : [
        `## What was said in turn ${said.turn}`,
        `**Narrator**\n\n${quoted(said.narrator)}`,
        ...(said.relay === null ? [] : [`**Spokesperson (for the group)**\n\n${quoted(said.relay)}`]),
      ];
