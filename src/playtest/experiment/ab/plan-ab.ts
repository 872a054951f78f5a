/** Plans an A/B test: two arms replay the same checkpoints, pair by pair with the same dice. */
import { join, basename, dirname } from "node:path";
import { formatVersion, abPlan, type AbPlan, type AbFinding, type Episode } from "../../../contract/index.ts";
import { about, HarnessError, optionText, suggestion } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { makeFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import { encodeWholeFile, wholeCheckpoint } from "../../checkpoint/index.ts";
import { allReadings, HOUSE, loadCheckpoint, NONE } from "../../readings/index.ts";
import { armOf } from "../../compare/index.ts";
import {
  aboutReader,
  branchState,
  estimateCost,
  pinModels,
  requireSession,
  sumEstimates,
  type SummedEstimate,
} from "../../play/index.ts";
import type { SessionState } from "../../session/index.ts";
import { roomFor } from "../checkpoint-replay.ts";
import { planFile } from "../experiment-files.ts";
import { pairAt } from "./ab-pairs.ts";
import { noteLine, shortList } from "../../../kernel/report/index.ts";
import { measureSession } from "../../metrics/index.ts";

export const abPlanFile = planFile<AbPlan>({
  name: "ab-plan.json",
  shape: abPlan,
  remedy: "Start a new test with `rehearse ab`: this one cannot be resumed without its plan.",
});

export const { isIn: isAb, read: readAbPlan } = abPlanFile;

const USUAL_TURNS = 5;
export const USUAL_PAIRS = 40;

export type AbRequest = Pick<
  AbPlan,
  "a" | "b" | "observer" | "playerModel" | "classifier" | "seed" | "budget"
> & {
  checkpoints: readonly string[];
  /** The id of a finding. Its replays run to two turns after it. */
  finding?: string;
  turns?: number;
  pairs?: number;
};

/** Refuses a test that cannot answer its question. `requireAb` checks keys, prices and modules. */
export function planAb(
  harness: Harness,
  { checkpoints: files, finding: id, turns: asked, pairs = USUAL_PAIRS, ...wish }: AbRequest,
): { plan: AbPlan; states: SessionState[] } {
  const states = about("checkpoint", () => files.map((file) => loadCheckpoint(file).state));
  if (id !== undefined && asked !== undefined)
    throw new HarnessError({
      code: "bad-combination",
      option: "turns",
      message:
        `${optionText("turns", asked)} and ${optionText("finding", id)} cannot be combined: ` +
        "a finding sets the turns of each replay.",
      remedy: `Remove ${optionText("turns")}, or ${optionText("finding")}.`,
    });
  const { finding, turns } =
    id === undefined
      ? { turns: asked ?? USUAL_TURNS }
      : findingAfter(id, { checkpoints: files, turn: states[0]!.turn });
  const drafted: AbPlan = {
    ...wish,
    version: formatVersion,
    kind: "ab",
    abId: "planned",
    checkpoints: states.map((state, index) => ({
      file: `checkpoint-${index + 1}.json`,
      sessionId: state.sessionId,
      turn: state.turn,
      maxTurns: roomFor(turns, state),
    })),
    turns,
    pairs,
    finding,
  };
  // The reader that reported a finding says whether it comes back.
  const observer = wish.observer ?? finding?.reader ?? readerForBoth(armsAt(harness, drafted, states));
  const plan = { ...drafted, observer };
  const arms = armsAt(harness, plan, states);
  requireApart(plan, { files, arms });
  const configs = arms.flatMap(({ a, b }) => [a.config, b.config]);
  return { plan: { ...plan, pinned: pinModels(harness, configs) }, states };
}

type Arms = { a: SessionState; b: SessionState };

/** For each checkpoint, how A and B would start from it. */
const armsAt = (harness: Harness, plan: AbPlan, states: readonly SessionState[]): Arms[] =>
  states.map((parent, index) => {
    const pair = pairAt(plan, index);
    const { turns, observer } = plan;
    const start = (arm: "a" | "b") =>
      branchState({
        harness,
        parent,
        changes: { ...pair[arm].wish, turns, observer },
        replicate: 1,
        sessionId: "planned",
      });
    return { a: start("a"), b: start("b") };
  });

/** `house` reads only house narrators. If one arm needs another reader, both get it, to stay comparable. */
const readerForBoth = (arms: readonly Arms[]): string | undefined =>
  arms
    .map(({ a, b }) => [a.config.observerModel, b.config.observerModel])
    .filter(([a, b]) => a !== b)
    .flat()
    .find((reader) => reader !== HOUSE);

/** By content, not by name: a prompt with another name may have the same text. */
function requireApart(
  { a, b }: AbPlan,
  { files, arms }: { files: readonly string[]; arms: readonly Arms[] },
): void {
  const same = files.filter((_, index) => armOf(arms[index]!.a.config) === armOf(arms[index]!.b.config));
  if (same.length === 0) return;
  const where = same.length === files.length ? "" : ` at ${same.join(" and ")}`;
  throw new HarnessError({
    code: "not-comparable",
    message: `A (${a.label}) and B (${b.label}) are identical${where}: same prompt, guide and narrator. There is nothing to compare.`,
    remedy: `Change one of them${where === "" ? "" : ", or leave that checkpoint out"}.`,
  });
}

/** A reader, keys, prices under a budget, modules that cannot be loaded: checked before a folder is made. */
export async function requireAb(
  harness: Harness,
  plan: AbPlan,
  states: readonly SessionState[],
): Promise<void> {
  const configs = armsAt(harness, plan, states).flatMap(({ a, b }) => [a.config, b.config]);
  for (const config of configs) await requireSession(harness, config, plan.budget);
  const unread = configs.find(({ observerModel }) => observerModel === NONE);
  if (unread)
    throw new HarnessError({
      code: "missing-option",
      option: "observer",
      message: [
        "Without an observer, points lost cannot be measured, so no pair would have a result.",
        ...unread.castingNotes.filter(aboutReader).map(noteLine),
      ].join(" "),
      remedy: `Name a model with ${optionText("observer", "MODEL")}.`,
    });
}

/** What it costs if all pairs are played. */
export function estimateAb(
  harness: Harness,
  plan: AbPlan,
  states: readonly SessionState[],
): SummedEstimate & { reader: string } {
  const { catalog } = harness;
  const { pairs, turns } = plan;
  const arms = armsAt(harness, plan, states);
  const replays = arms.flatMap(({ a, b }, index) => {
    // Checkpoints alternate.
    const each = Math.ceil((pairs - index) / states.length);
    return [a, b].map((from) => ({
      ...estimateCost(from.config, catalog, { from, turns }),
      times: { low: each, high: each },
    }));
  });
  return {
    ...sumEstimates(replays),
    reader: [...new Set(arms.map(({ a }) => a.config.observerModel))].join(", "),
  };
}

/** The checkpoints are copied, so that the test does not depend on the sessions they come from. */
export async function writeAbPlan(dir: string, plan: AbPlan, states: readonly SessionState[]): Promise<void> {
  makeFolder(dir);
  for (const [index, state] of states.entries())
    await writeFileSafely(join(dir, plan.checkpoints[index]!.file), encodeWholeFile(wholeCheckpoint(state)));
  await abPlanFile.write(dir, plan);
}

/** The same test with more pairs: the e-process allows it at any time. */
export function longerAb(plan: AbPlan, pairs = plan.pairs): AbPlan {
  if (pairs < plan.pairs)
    throw new HarnessError({
      code: "bad-value",
      option: "pairs",
      message: `${optionText("pairs", pairs)} is less than the ${plan.pairs} pairs that this test started with.`,
      remedy: `Leave ${optionText("pairs")} out, or give a larger number.`,
    });
  return { ...plan, pairs };
}

/** A replay may tell what was lost this many turns later. */
const LATER = 2;

/** It must begin after the checkpoint, so that a replay can avoid it. `turns`: of each replay. */
function findingAfter(
  id: string,
  { checkpoints, turn }: { checkpoints: readonly string[]; turn: number },
): { finding: AbFinding; turns: number } {
  const [checkpoint, ...others] = checkpoints;
  if (others.length > 0)
    throw badFinding(
      `${optionText("finding")} needs a single checkpoint.`,
      `Give one ${optionText("checkpoint")} of the finding's session.`,
    );
  const known = episodesBeside(checkpoint!);
  const ids = [...new Set(known.filter((episode) => episode.turn > turn).map((episode) => episode.id))];
  const listed =
    ids.length === 0 ? "It has none after that turn." : `Known after turn ${turn}: ${shortList(ids)}.`;
  const found = known.find((episode) => episode.id === id);
  if (!found)
    throw badFinding(`"${id}" is not a finding of ${dirname(checkpoint!)}. ${suggestion(id, ids)}`, listed);
  if (found.turn <= turn)
    throw badFinding(
      `${id} begins in turn ${found.turn}, so replays from turn ${turn} cannot avoid it.`,
      `Start from turn-${found.turn - 1}.json or earlier. ${listed}`,
    );
  const { kind, lastTurn, reader } = found;
  return { finding: { id, kind, lastTurn, reader }, turns: lastTurn + LATER - turn };
}

/** Those of the session first, then those that only another reader reported. */
function episodesBeside(checkpoint: string): Array<Episode & { reader?: string | undefined }> {
  if (!/^turn-\d+\.json$/.test(basename(checkpoint)))
    throw badFinding(
      `${checkpoint} is a single file: the findings of its session are not there.`,
      "Give a turn-N.json in the folder of the session.",
    );
  return allReadings(dirname(checkpoint)).flatMap((state) => {
    const reader = state.readAfterwards && state.config.observerModel;
    return measureSession(state).episodes.map((episode) => ({ ...episode, reader }));
  });
}

const badFinding = (message: string, remedy: string) =>
  new HarnessError({ code: "bad-value", option: "finding", message: message.trim(), remedy });
