/** Plans an A/B test: two arms replay the same checkpoints, pair by pair with the same dice. */
import { join } from "node:path";
import { formatVersion, abPlan, type AbPlan } from "../../../contract/index.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { makeFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import { encodeWholeFile, wholeCheckpoint } from "../../checkpoint/index.ts";
import { completeReadings, HOUSE, loadCheckpoint, NONE } from "../../readings/index.ts";
import { armOf } from "../../compare/index.ts";
import { branchState, pinModels, requireSession } from "../../play/index.ts";
import type { SessionState } from "../../session/index.ts";
import { roomFor } from "../checkpoint-replay.ts";
import { planFile } from "../plan-file.ts";
import { findingAfter } from "./ab-finding.ts";
import { pairAt } from "./ab-pairs.ts";

export const abPlanFile = planFile<AbPlan>({
  name: "ab-plan.json",
  shape: abPlan,
  unreadable: (path, problem) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} is unreadable: ${problem}.`,
      remedy: "Start a new test with `rehearse ab`: this one cannot be resumed without its plan.",
    }),
});

export const { isIn: isAb, read: readAbPlan } = abPlanFile;

export const USUAL_TURNS = 5;
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
      message: `${optionText("turns", asked)} and ${optionText("finding", id)} cannot be combined: a finding sets the turns of each replay.`,
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
    embedded: false,
  };
  const plan = { ...drafted, observer: wish.observer ?? readerForBoth(armsAt(harness, drafted, states)) };
  const arms = armsAt(harness, plan, states);
  requireApart(plan, { files, arms });
  const configs = arms.flatMap(({ a, b }) => [a.config, b.config]);
  const isHouse = (name: string) => harness.catalog.resolve(name).provider === "house";
  const embedded = configs.some(({ narratorModel, group }) =>
    [narratorModel, ...group.players.map(({ model }) => model)].some(isHouse),
  );
  return { plan: { ...plan, embedded, pinned: pinModels(harness, configs) }, states };
}

type Arms = { a: SessionState; b: SessionState };

/** For each checkpoint, how A and B would start from it. */
export const armsAt = (harness: Harness, plan: AbPlan, states: readonly SessionState[]): Arms[] =>
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
  if (configs.some(({ observerModel }) => observerModel === NONE))
    throw new HarnessError({
      code: "missing-option",
      option: "observer",
      message: "Without a reader, points lost cannot be measured, so no pair would have a result.",
      remedy: `Name a reader with ${optionText("observer", "MODEL")}.`,
    });
}

/** Reads the turns of the checkpoints that their reader has not read: once, for all replays. */
export function completeAb(
  harness: Harness,
  {
    plan,
    states,
    checkpoints,
    signal,
  }: { plan: AbPlan; states: readonly SessionState[]; checkpoints: readonly string[]; signal?: AbortSignal },
): Promise<SessionState[]> {
  const budget = createBudget({ cap: plan.budget, spent: 0 });
  // The same reader in both arms.
  const readers = armsAt(harness, plan, states).map(({ a }) => a.config);
  return Promise.all(
    states.map(async (state, index) => ({
      ...state,
      readings: await completeReadings(harness, {
        checkpoint: checkpoints[index]!,
        reader: readers[index]!.observerModel,
        secondLook: readers[index]!.secondLookModel,
        budget,
        signal,
      }),
    })),
  );
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
