/** What a branch changes, where it starts and how it is called: for every operation that plays from a checkpoint. */
import { hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { recordedBranch, type RecordedBranch, type SessionConfig } from "../../../contract/index.ts";
import { portableName } from "../../../kernel/addresses/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { isInside } from "../../../kernel/store/index.ts";
import { isAb, isBisect, isMatrix, type BranchChanges, type SessionState } from "../../../playtest/index.ts";
import type { Context } from "../../declaration.ts";

/** The given changes; what is not given, as in the recorded branch. */
export const changesFrom = (given: BranchChanges, before: RecordedBranch | undefined): BranchChanges => {
  const { checkpoint: _, ...recorded } = before ?? {};
  const { checkpoint: __, ...changes } = recordedBranch.shape;
  const own = Object.entries(given).filter(
    ([name, value]) => (name === "budget" || name in changes) && value !== undefined,
  );
  return { ...recorded, ...Object.fromEntries(own) };
};

/** What a recording keeps of a branch: its changes, with their content. */
export const branchInputs = (
  { prompt, storyGuide, narrator, rubric, budget: _budget, ...changes }: BranchChanges,
  { parent, config }: { parent: SessionState; config: SessionConfig },
) => ({
  checkpoint: checkpointInput(parent),
  prompt: prompt && { name: config.prompt, text: config.systemPrompt },
  storyGuide: storyGuide && config.storyGuide,
  narrator: narrator && portableName(config.narratorModel),
  ...changes,
  rubric: rubric && config.judgeRubric,
});

/** A checkpoint is recognised by its words: the ids of sessions differ. */
export const checkpointInput = ({ turn, records }: Pick<SessionState, "turn" | "records">) => {
  const words = records.map(({ narrator, players, relay }) => [
    narrator.text,
    players.map(({ says }) => says),
    relay?.text,
  ]);
  return {
    turn,
    name: `turn ${turn}`,
    words: hash("sha256", JSON.stringify(words), "base64url").slice(0, 22),
  };
};

/** The name of a branch in recordings. */
export const branchName = (replicate: number): string => `branch-${replicate + 1}`;

/**
 * A branch goes next to its parent's folder, if it may be written there, but not among the sessions of an experiment,
 * which it is no part of.
 */
export function branchFolder(
  checkpoint: string,
  { root, harness: { within } }: Pick<Context, "root"> & { harness: Pick<Harness, "within"> },
): string {
  const beside = join(dirname(checkpoint), "..");
  const isSession = /^turn-\d+\.json$/.test(basename(checkpoint)) && (!within || isInside(within, beside));
  return isSession && ![beside, join(beside, "..")].some(isExperiment) ? beside : join(root, "sessions");
}

export const isExperiment = (dir: string): boolean => isMatrix(dir) || isAb(dir) || isBisect(dir);
