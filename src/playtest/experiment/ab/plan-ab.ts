/** Plans an A/B test: two arms replay the same checkpoints, pair by pair with the same dice. */
import { join } from "node:path";
import { formatVersion, abPlan, type AbPlan, type SessionConfig } from "../../../contract/index.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { HarnessError, suggestion } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { makeFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import { encodeWholeFile, wholeCheckpoint } from "../../checkpoint/index.ts";
import { completeReadings, HOUSE, loadCheckpoint } from "../../readings/index.ts";
import { armOf, betterOf, isJudged, metricNames, pastOf, type MetricName } from "../../compare/index.ts";
import { minimumWins } from "../../../kernel/stats/index.ts";
import { branchState, pinModels, requireSession } from "../../play/index.ts";
import type { SessionState } from "../../session/index.ts";
import { layoutOf, unitOf, unitsIn, usualTimes, type Layout } from "./ab-pairs.ts";
import { roomFor } from "../checkpoint-replay.ts";
import { planFile } from "../plan-file.ts";

export const abPlanFile = planFile<AbPlan>({
  name: "ab-plan.json",
  shape: abPlan,
  unreadable: (path, problem) =>
    new HarnessError({
      code: "bad-ab-plan",
      message: `${path} is unreadable: ${problem}.`,
      remedy: "Start a new test with `rehearse ab`: this one cannot be resumed without its plan.",
    }),
});

export const { isIn: isAb, read: readAbPlan } = abPlanFile;

type AbRequest = Omit<AbPlan, "version" | "kind" | "abId" | "checkpoints" | "embedded" | "times"> & {
  checkpoints: readonly string[];
  /** Default: the usual number. */
  times?: number;
};

/** Refuses a test that cannot answer its question. `requireAb` checks keys, prices and modules. */
export function planAb(harness: Harness, wish: AbRequest): { plan: AbPlan; states: SessionState[] } {
  if (!(metricNames as readonly string[]).includes(wish.metric))
    throw new HarnessError({
      code: "bad-metric",
      message: `"${wish.metric}" is not a metric. ${suggestion(wish.metric, metricNames)}`.trim(),
      remedy: `Choose one of ${metricNames.join(", ")}.`,
    });
  requireMetric(wish.metric as MetricName, wish.judge);
  const states = wish.checkpoints.map((file) => loadCheckpoint(file).state);
  requireDistinct(wish.checkpoints, states);
  const layout = { untilDecided: wish.untilDecided, checkpoints: states.length };
  const times = wish.times ?? usualTimes(layout);
  requireDecidable({ ...layout, times, alpha: wish.alpha });
  const observer = wish.observer ?? readerForBoth(armsAt(harness, wish, states));
  const arms = armsAt(harness, { ...wish, observer }, states);
  if (!wish.aa) requireApart(wish, arms);
  const embedded = arms
    .flat()
    .some(({ narratorModel, group }) =>
      [narratorModel, ...group.players.map(({ model }) => model)].some(
        (name) => harness.catalog.resolve(name).provider === "house",
      ),
    );
  const checkpoints = states.map((state, index) => ({
    file: `checkpoint-${index + 1}.json`,
    sessionId: state.sessionId,
    turn: state.turn,
    maxTurns: roomFor(wish.turns, state),
  }));
  const pinned = pinModels(harness, arms.flat());
  return {
    plan: {
      ...wish,
      times,
      observer,
      version: formatVersion,
      kind: "ab",
      abId: "planned",
      checkpoints,
      embedded,
      pinned,
    },
    states,
  };
}

/** `house` reads only house narrators. If one arm needs another reader, both get it, to stay comparable. */
const readerForBoth = (arms: ReadonlyArray<readonly SessionConfig[]>): string | undefined =>
  arms
    .filter(([a, b]) => a!.observerModel !== b!.observerModel)
    .flatMap((both) => both.map(({ observerModel }) => observerModel))
    .find((reader) => reader !== HOUSE);

/** The metrics that can decide an A/B test. */
export const abMetrics = metricNames.filter((name) => name !== "completion" && betterOf(name) !== null);

function requireMetric(metric: MetricName, judge: string | undefined): void {
  const refused = (message: string, remedy: string) =>
    new HarnessError({ code: "bad-metric", message, remedy });
  if (isJudged(metric) && judge === undefined)
    throw refused(`${metric} needs a judge.`, "Name one with --judge MODEL, or choose another --metric.");
  if (metric === "completion")
    throw refused(
      "completion cannot be measured in short replays.",
      "Choose another --metric, or compare whole sessions with `rehearse matrix`.",
    );
  if (betterOf(metric) === null)
    throw refused(
      `${metric} cannot be the primary metric: neither direction is better.`,
      "Choose another --metric, such as overall.",
    );
}

/** One checkpoint under two names is one checkpoint: it would count twice. */
function requireDistinct(files: readonly string[], states: readonly SessionState[]): void {
  const same = [
    ...Map.groupBy(
      files,
      (_, index) => `${states[index]!.config.story}/${pastOf(states[index]!, states[index]!.turn)}`,
    ).values(),
  ].find((group) => group.length > 1);
  if (same)
    throw new HarnessError({
      code: "same-checkpoint",
      message: `${same.join(" and ")} are the same checkpoint: their turns are identical.`,
      remedy: "Give each checkpoint once; --times sets how often it is replayed.",
    });
}

/** Refuses a test that no run of wins could decide. */
function requireDecidable(wish: Layout & { alpha: number }): void {
  if (!wish.untilDecided || unitOf(wish) === "pair" || minimumWins(unitsIn(wish), wish.alpha) !== null)
    return;
  throw new HarnessError({
    code: "cannot-be-decided",
    message: `${unitsIn(wish)} checkpoints are too few: each counts once, and with alpha ${wish.alpha} no winner could be found even if one arm won all of them.`,
    remedy:
      "Give more checkpoints (8 are enough for alpha .05) with at least as many --times; or leave out --until-decided; or give fewer than six, for a result about these only.",
  });
}

/** Keys, prices under a budget, modules that cannot be loaded: checked before a folder is made. */
export async function requireAb(
  harness: Harness,
  plan: AbPlan,
  states: readonly SessionState[],
): Promise<void> {
  for (const config of armsAt(harness, plan, states).flat())
    await requireSession(harness, config, plan.budget);
}

/** For each checkpoint, the configuration of A and of B. */
const armsAt = (
  harness: Harness,
  { a, b, observer, judge, turns }: Pick<AbPlan, "a" | "b" | "observer" | "judge" | "turns">,
  states: readonly SessionState[],
): SessionConfig[][] =>
  states.map((parent) =>
    [a, b].map(
      ({ wish }) =>
        branchState({
          harness,
          parent,
          changes: { ...wish, observer, judge, turns, maxTurns: roomFor(turns, parent) },
          replicate: 1,
          sessionId: "planned",
        }).config,
    ),
  );

/** By content, not by name: a prompt with another name may have the same text. */
function requireApart(
  { a, b, checkpoints }: Pick<AbRequest, "a" | "b" | "checkpoints">,
  arms: ReadonlyArray<readonly SessionConfig[]>,
): void {
  const same = checkpoints.filter((_, index) => armOf(arms[index]![0]!) === armOf(arms[index]![1]!));
  if (same.length === 0) return;
  const where = same.length === checkpoints.length ? "" : ` at ${same.join(" and ")}`;
  throw new HarnessError({
    code: "same-arms",
    message: `A (${a.label}) and B (${b.label}) are identical${where}: same prompt, guide and narrator. Any difference would be chance.`,
    remedy: `Change one of them${where === "" ? "" : ", or leave that checkpoint out"}. --aa plays identical arms, to measure chance alone.`,
  });
}

export const completeAb = (
  harness: Harness,
  {
    plan,
    states,
    checkpoints,
    signal,
  }: {
    plan: Pick<AbPlan, "a" | "b" | "observer" | "judge" | "turns" | "budget">;
    states: readonly SessionState[];
    checkpoints: readonly string[];
    signal?: AbortSignal;
  },
): Promise<SessionState[]> => {
  const budget = createBudget({ cap: plan.budget, spent: 0 });
  const arms = armsAt(harness, plan, states);
  return Promise.all(
    states.map(async (state, index) => ({
      ...state,
      readings: await completeReadings(harness, {
        checkpoint: checkpoints[index]!,
        // The same in both.
        reader: arms[index]![0]!.observerModel,
        secondLook: arms[index]![0]!.secondLookModel,
        budget,
        signal,
      }),
    })),
  );
};

/** The checkpoints are copied, so that the test does not depend on the sessions they come from. */
export async function writeAbPlan(dir: string, plan: AbPlan, states: readonly SessionState[]): Promise<void> {
  makeFolder(dir);
  for (const [index, state] of states.entries())
    await writeFileSafely(join(dir, plan.checkpoints[index]!.file), encodeWholeFile(wholeCheckpoint(state)));
  await abPlanFile.write(dir, plan);
}

/** The same test with more pairs. Only the e-process, which allows a test after every pair, can be extended. */
export function longerAb(plan: AbPlan, times: number | undefined): AbPlan {
  if (times === undefined || times === plan.times) return plan;
  const refused = (message: string, remedy: string) =>
    new HarnessError({ code: "bad-times", message, remedy });
  if (times < plan.times)
    throw refused(
      `--times ${times} is less than the ${plan.times} pairs that this test started with.`,
      "Leave --times out, or give a larger number.",
    );
  if (!plan.untilDecided)
    throw refused(
      `This test was planned with --times ${plan.times} and is tested once, when all are played. Adding pairs after seeing the result would test twice.`,
      "Start a new test with more --times, or with --until-decided, which can be extended.",
    );
  if (unitOf(layoutOf(plan)) === "checkpoint")
    throw refused(
      `The share of each of the ${plan.checkpoints.length} checkpoints in ${plan.times} pairs was fixed when the test started.`,
      "Start a new test with more checkpoints.",
    );
  return { ...plan, times };
}
