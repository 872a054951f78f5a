/** An A/B test as its files have it, also while another process plays it. Nothing is written. */
import { join } from "node:path";
import { abResult, type AbPair, type AbPlan, type SessionConfig } from "../../../contract/index.ts";
import { exists, readStoredJson, resolveInside } from "../../../kernel/store/index.ts";
import type { ArmComparison, Play } from "../../compare/index.ts";
import { loadCheckpoint } from "../../readings/index.ts";
import { endedPairs, pairAt, readPair } from "./ab-pairs.ts";
import { unreadableResult } from "../experiment-report.ts";
import { AB_RESULT, type AbRun } from "./ab-report.ts";
import { summariseAb } from "./summarise-ab.ts";

export type AbOutcome = Omit<AbRun, "endedBy"> & { endedBy: string | null };

/** Undefined: there is no `ab.json`. */
export function readAbOutcome(dir: string): AbOutcome | undefined {
  const path = join(dir, AB_RESULT);
  if (!exists(path)) return undefined;
  const result = readStoredJson(path, abResult, (problem) => unreadableResult(path, problem));
  const { version: _version, comparison, ...rest } = result;
  return { ...rest, comparison: comparison as ArmComparison | null };
}

/** Reads something of these sessions, unless it was read before and they have not changed. */
export type Remember = <Value>(name: string, sessions: readonly string[], read: () => Value) => Value;

/** From the replays. */
export function abOutcome(
  dir: string,
  plan: AbPlan,
  remember: Remember = (_name, _sessions, read) => read(),
): AbOutcome {
  const pairs = new Map<number, AbPair>();
  const plays = new Map<number, { a: Play; b: Play }>();
  for (const pair of endedPairs(dir).values()) {
    if (pair.index >= plan.times) continue;
    pairs.set(pair.index, pair);
    const planned = pairAt(plan, pair.index);
    const replays = [planned.a.sessionId, planned.b.sessionId];
    plays.set(
      pair.index,
      remember(`pair ${pair.index}`, replays, () => readPair(dir, plan, planned, pair).plays),
    );
  }
  return { ...summariseAb(dir, plan, { pairs, plays }), lost: [], endedBy: null };
}

/** The settings of A and of B at the first checkpoint, to show how they differ. */
export function armConfigs(dir: string, { checkpoints: [first], a, b }: AbPlan): SessionConfig[] {
  const { config } = loadCheckpoint(resolveInside(dir, first!.file)).state;
  return [a, b].map(({ wish }) => ({
    ...config,
    ...(wish.prompt && { prompt: wish.prompt.name, systemPrompt: wish.prompt.text }),
    ...(wish.storyGuide && { story: wish.storyGuide.id, storyGuide: wish.storyGuide }),
    ...(wish.guide && { guideForm: wish.guide }),
    ...(wish.narrator !== undefined && { narratorModel: wish.narrator }),
  }));
}
