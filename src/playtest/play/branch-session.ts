import { join } from "node:path";
import type { SessionConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { loadCheckpoint, saveStart } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";
import { loadPrompt, loadStory } from "../story/index.ts";
import { castSession, neededModels, type CastWish } from "./cast-session.ts";
import { goOn, type GoOnOptions, type Played } from "./go-on.ts";
import { diceSeed } from "./play-session.ts";

/** What a branch may change. History, players and spokesperson stay. */
export type BranchWish = Pick<CastWish, "narrator"> & {
  prompt?: string;
  storyGuide?: string;
  seed?: string | number;
  /** Play only so many turns on. */
  turns?: number;
};

export type BranchOptions = Pick<GoOnOptions, "signal" | "onStep" | "onTurn"> & {
  checkpoint: string;
  wish: BranchWish;
  /** Which throw of the dice; 0 is the parent's. */
  replicate: number;
  out: string;
  sessionId: string;
};

/** One branch from a checkpoint, in a folder of its own that needs nothing of its parent's, which is never touched. */
export async function branchSession(harness: Harness, { checkpoint, wish, replicate, out, sessionId, ...watch }: BranchOptions): Promise<Played> {
  const { state: parent } = loadCheckpoint(checkpoint);
  const state = branchState({ harness, parent, wish, replicate, sessionId });
  harness.requireReady(neededModels(state.config, harness));
  const run = await harness.openRun(join(out, sessionId), { seed: diceSeed(state.config) });
  try {
    const chain = await saveStart(run.dir, state);
    return await goOn({ harness, run, state, chain, ...watch });
  } finally {
    await run.close();
  }
}

/** The parent's state with another config: what differs is on record. */
export function branchState({ harness, parent, wish, replicate, sessionId }: { harness: Harness; parent: SessionState; wish: BranchWish; replicate: number; sessionId: string }): SessionState {
  if (parent.ending) {
    throw new HarnessError({ code: "session-over", message: `The session ended at turn ${parent.turn}: ${parent.ending.why}.`, remedy: `Replay from an earlier turn, such as turn-${Math.max(0, parent.turn - 1)}.json.` });
  }
  if (parent.records.some(({ narrator }) => narrator.keepsState) && wish.narrator === undefined) {
    throw new HarnessError({ code: "narrator-keeps-state", message: `The narrator ${parent.config.narratorModel} keeps its state on its own side: the past cannot be replayed to it.`, remedy: "Replay with another --narrator, or have it return its state with each turn (docs/guide/narrators.md)." });
  }
  const before = parent.config;
  const prompt = wish.prompt === undefined ? undefined : loadPrompt(wish.prompt);
  const guide = wish.storyGuide === undefined ? undefined : loadStory(wish.storyGuide);
  const config: SessionConfig = {
    ...before,
    ...(prompt ? { prompt: prompt.name, systemPrompt: prompt.text } : {}),
    ...(guide ? { story: guide.id, storyGuide: guide, expectedPulses: guide.pulses.length } : {}),
    ...(wish.narrator === undefined ? {} : { narratorModel: castSession(harness, { narrator: wish.narrator }).narrator.name }),
    seed: wish.seed ?? before.seed,
    replicate: before.replicate + replicate,
    maxTurns: wish.turns === undefined ? before.maxTurns : Math.min(before.maxTurns, parent.turn + wish.turns),
  };
  return { ...parent, sessionId, config, branchedFrom: { sessionId: parent.sessionId, turn: parent.turn, changed: changes(before, config), replicate } };
}

function changes(before: SessionConfig, after: SessionConfig): string[] {
  return [
    before.systemPrompt === after.systemPrompt ? "" : `prompt: ${before.prompt} → ${after.prompt}`,
    JSON.stringify(before.storyGuide) === JSON.stringify(after.storyGuide) ? "" : `story guide: ${before.story} → ${after.story}`,
    before.narratorModel === after.narratorModel ? "" : `narrator: ${before.narratorModel} → ${after.narratorModel}`,
    before.seed === after.seed ? "" : `seed: ${before.seed} → ${after.seed}`,
    before.maxTurns === after.maxTurns ? "" : `turns: up to ${after.maxTurns}`,
  ].filter((change) => change !== "");
}
