/** What work would cost, from the same planning as `--dry-run`. Nothing is written and no model is called. */
import { relative } from "node:path";
import { requireAll } from "../../api/matrix.ts";
import type { AbRequestBody, MatrixRequestBody, PlayRequest, StartEstimate } from "../../contract/index.ts";
import { problemsOf } from "../../kernel/errors/index.ts";
import { promptEffect } from "../../kernel/models/index.ts";
import { counted, noteLine } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  abOutlook,
  capText,
  estimateCost,
  estimateMatrix,
  matrixPower,
  pinMatrix,
  requireAb,
  requireSession,
} from "../../playtest/index.ts";
import { commandOf } from "../command-of.ts";
import { plannedAbJob, wordsOf } from "./ab-job.ts";
import type { JobTools } from "./job-tools.ts";
import { plannedMatrixJob } from "./matrix-job.ts";
import { plannedPlay } from "./play-job.ts";

export async function estimatePlay(tools: JobTools, request: PlayRequest): Promise<StartEstimate> {
  const { harness } = tools;
  const config = plannedPlay(tools, request);
  const { known, calls, turns, atTurnLimit, byRole } = estimateCost(config, harness.catalog);
  return {
    ...known,
    likely: likelyOf(known),
    calls: calls.high,
    unpriced: [...new Set(byRole.filter(({ usd }) => usd === null).map(({ model }) => model))],
    count: 1,
    unit: "session",
    atMost: atTurnLimit.known,
    budget: config.budget,
    problems: await problemsOf(() => requireSession(harness, config)),
    notes: [
      turns.low === turns.high
        ? `${counted(turns.low, "turn")}.`
        : `Probably ${turns.low} to ${turns.high} turns, at most ${config.maxTurns}.`,
      ...ignoredPrompt([config.narratorModel]),
      ...config.castingNotes.map(noteLine),
    ],
    command: commandOf(harness, "play", request),
  };
}

export async function estimateMatrixStart(
  tools: JobTools,
  request: MatrixRequestBody,
): Promise<StartEstimate> {
  const { harness } = tools;
  const planned = await plannedMatrixJob(tools, request);
  const { concurrency } = request;
  const { known, likely, calls, sessions, time, atTurnLimit, total } = estimateMatrix(harness, planned, {
    concurrency,
  });
  const { smallest, compared } = matrixPower(planned, {});
  const { systemPrompts, narratorModels, primaryMetric } = planned.config;
  return {
    ...known,
    likely,
    calls: calls.high,
    unpriced: total === null ? unpricedIn(harness, pinMatrix(harness, planned).models) : [],
    count: sessions,
    unit: "session",
    atMost: atTurnLimit.known,
    budget: planned.budget,
    time,
    problems: await problemsOf(() => requireAll(harness, planned, {})),
    notes: [
      ...(compared === "nothing"
        ? []
        : [
            smallest === null
              ? "Too few sessions to show a difference between the prompts or narrators."
              : `A difference in ${primaryMetric} of ${smallest.deviations.toFixed(2)} standard deviations is detected with 80 % power.`,
          ]),
      ...(Object.keys(systemPrompts).length > 1 ? ignoredPrompt(narratorModels) : []),
    ],
    command: commandOf(harness, "matrix", { ...request, narrators: undefined, narrator: request.narrators }),
  };
}

export async function estimateAb(tools: JobTools, request: AbRequestBody): Promise<StartEstimate> {
  const { harness } = tools;
  const { planned, states, checkpoints } = await plannedAbJob(tools, request);
  const { known, usd, atTurnLimit, replays, missing, detectable, units, unit, reader } = await abOutlook(
    harness,
    planned,
    { states, checkpoints },
  );
  return {
    ...known,
    likely: likelyOf(known),
    calls: atTurnLimit.calls,
    unpriced: usd === null ? unpricedIn(harness, planned.pinned?.models) : [],
    count: replays,
    unit: "replay",
    atMost: atTurnLimit.known,
    budget: planned.budget,
    problems: await problemsOf(() => requireAb(harness, planned, states)),
    notes: [
      ...(planned.untilDecided
        ? [`At most ${counted(planned.times, "pair")}, fewer if decided early.`, capText(planned)]
        : detectable === null
          ? [`${counted(units, unit)} cannot show a difference: at least 6 are needed.`]
          : [
              `With ${counted(units, unit)}, a true difference of ${detectable.toFixed(2)} standard deviations is detected with 80 % power.`,
            ]),
      ...(replays > 2 * planned.times
        ? [
            `Each pair is two replays. ${counted(replays - 2 * planned.times, "more replay")} of the unchanged checkpoint measure noise.`,
          ]
        : []),
      ...(missing
        ? [`First, ${reader} reads ${counted(missing.turns, "unread turn")} of the checkpoints.`]
        : []),
      ...((request.a.prompt ?? request.b.prompt) === undefined
        ? []
        : ignoredPrompt(
            [request.a, request.b].flatMap(
              ({ narrator }) => narrator ?? states.map(({ config }) => config.narratorModel),
            ),
          )),
    ],
    command: commandOf(harness, "ab", {
      ...request,
      checkpoints: undefined,
      checkpoint: checkpoints.map((file) => relative(harness.workspace, file)),
      a: wordsOf(request.a),
      b: wordsOf(request.b),
      noise: request.noise.dice === 0 ? "0" : `${request.noise.dice}x${request.noise.repeats}`,
    }),
  };
}

type Range = { low: number; high: number };
/** The geometric mean; half of the highest if the range starts at 0. As the estimate of a matrix has it. */
const likelyOf = ({ low, high }: Range): number => (low > 0 ? Math.sqrt(low * high) : high / 2);

const unpricedIn = ({ catalog }: Harness, models: Readonly<Record<string, unknown>> = {}): string[] =>
  Object.keys(models).filter((name) => catalog.resolve(name).price === undefined);

const ignoredPrompt = (narrators: readonly string[]): string[] => {
  const effects = [...new Set(narrators.flatMap((name) => promptEffect(name) ?? []))];
  return effects.length === 0 ? [] : [...effects, "To test a prompt, choose a model as the narrator."];
};
