/** What work would cost, from the same planning as `--dry-run`. Nothing is written and no model is called. */
import { relative } from "node:path";
import { wordsOf } from "../../operations/play/replays/ab-run.ts";
import { requireAll } from "../../operations/play/matrix/matrix-plan.ts";
import type { AbRequestBody, MatrixRequestBody, PlayRequest, StartEstimate } from "../../contract/index.ts";
import { problemsOf } from "../../kernel/errors/index.ts";
import { promptEffect } from "../../kernel/models/index.ts";
import { counted, noteLine } from "../../kernel/report/index.ts";
import {
  abOutlook,
  estimateCost,
  estimateMatrix,
  matrixOutlooks,
  outlookText,
  pinMatrix,
  requireAb,
  requireSession,
} from "../../playtest/index.ts";
import { commandOf } from "../command-of.ts";
import { unpricedIn } from "../playtest/index.ts";
import { plannedAbJob } from "./ab-job.ts";
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
  const { systemPrompts, narratorModels } = planned.config;
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
    problems: await problemsOf(() => requireAll(harness, planned)),
    notes: [
      ...matrixOutlooks(planned).map(outlookText),
      ...(Object.keys(systemPrompts).length > 1 ? ignoredPrompt(narratorModels) : []),
    ],
    command: commandOf(harness, "matrix", { ...request, narrators: undefined, narrator: request.narrators }),
  };
}

export async function estimateAb(tools: JobTools, request: AbRequestBody): Promise<StartEstimate> {
  const { harness } = tools;
  const { plan, states, checkpoints } = await plannedAbJob(tools, request);
  const { known, usd, atTurnLimit, replays, missing, reader, power } = abOutlook(harness, plan, {
    states,
    checkpoints,
  });
  return {
    ...known,
    likely: likelyOf(known),
    calls: atTurnLimit.calls,
    unpriced: usd === null ? unpricedIn(harness, plan.pinned?.models) : [],
    count: replays,
    unit: "replay",
    atMost: atTurnLimit.known,
    budget: plan.budget,
    problems: await problemsOf(() => requireAb(harness, plan, states)),
    notes: [
      `At most ${counted(plan.pairs, "pair")} of two replays; fewer if it is decided.`,
      power,
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
    }),
  };
}

type Range = { low: number; high: number };
/** The geometric mean; half of the highest if the range starts at 0. As the estimate of a matrix has it. */
const likelyOf = ({ low, high }: Range): number => (low > 0 ? Math.sqrt(low * high) : high / 2);

const ignoredPrompt = (narrators: readonly string[]): string[] => {
  const effects = [...new Set(narrators.flatMap((name) => promptEffect(name) ?? []))];
  return effects.length === 0 ? [] : [...effects, "To test a prompt, choose a model as the narrator."];
};
