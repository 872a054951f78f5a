/** Finds the turn after which a session no longer recovers. */
import { problemsOf, type FoundProblem } from "../../../kernel/errors/index.ts";
import { basename } from "node:path";
import { checkpointInput } from "../../../operations/play/checkpoint-input.ts";
import type { BisectPlan } from "../../../contract/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  completeReadings,
  type CostEstimate,
  criterionText,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  loadLatest,
  type MissingEstimate,
  planBisect,
  readArm,
  readCriterion,
  readingsAt,
  replaysOf,
  requireSession,
  type SessionState,
  type TurnLimitEstimate,
  turnPath,
  turnsIn,
  writeBisectPlan,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { timeoutFlag } from "../flags/ci-flags.ts";
import { recordingFlags } from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag } from "../harness/playtest-harness.ts";
import { dryExit, planText, turnLimitLines } from "../harness/dry-run-text.ts";
import { concurrencyFlag, outFlag, playBisect, recordAndPlay, withHarness } from "./play-experiment.ts";

export default defineCommand({
  name: "bisect",
  summary: "Find the turn after which a session no longer recovers",
  description:
    "Plays short replays from the session's own checkpoints with other dice, and counts how often the story recovers from each. It starts with the first and the last turn and halves the distance: 5 replays from a turn, 10 if the first 5 are split. It ends with the turn that lost the session and what was said in it, or says that recovery fades over several turns.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.",
  args: { positionals: [{ name: "dir", help: "The folder of a session that went wrong.", required: true }] },
  flags: {
    criterion: {
      type: "string",
      value: "METRIC>=N",
      help: "What counts as recovered in a replay's own turns: METRIC>=N or METRIC<=N, in quotes. Default: a new beat or the story's end, and no issue of severity error.",
    },
    turns: {
      type: "integer",
      value: "N",
      min: 1,
      default: 8,
      help: "Turns per replay: the time allowed to recover.",
    },
    with: {
      type: "list",
      value: "K=V",
      help: "Changes for the replays: prompt=NAME, guide=NAME, narrator=MODEL. Finds the last turn at which the change would have helped.",
    },
    ...allowNarratorFlag,
    concurrency: concurrencyFlag("Replays played at once."),
    budget: budgetFlag("The maximum cost of the whole search."),
    ...settingsFlags,
    ...recordingFlags,
    out: outFlag("search", "bisects"),
    dryRun: {
      type: "boolean",
      help: "Print the number of replays and the estimated cost and stop.",
    },
    ...timeoutFlag,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse bisect sessions/abc123 --budget 5",
      does: "Find the turn, for at most five dollars.",
    },
    {
      command: "rehearse bisect sessions/abc123 --with prompt=pulse-aware",
      does: "Until which turn would another prompt have helped?",
    },
    {
      command: "rehearse bisect sessions/abc123 --criterion 'points-lost<=5' --turns 5 --dry-run",
      does: "Another criterion, and its estimated cost.",
    },
  ],
  async run({ flags, positionals: [sessionDir], io, signal }) {
    const criterion = readCriterion(flags.criterion);
    const config = await configFrom({ ...flags, seed: undefined });
    return withHarness("bisect", { config, flags, io, signal }, async (harness) => {
      const changed = readArm(flags.with, harness);
      harness.permits.allow(flags.allowNarrator);
      const { turns, concurrency } = flags;
      const { budget } = config.settings;
      const { plan: planned, middle } = planBisect(harness, sessionDir, {
        changed,
        criterion,
        turns,
        budget,
      });
      if (flags.dryRun) {
        const dry = await dryRun(harness, { plan: planned, middle, sessionDir });
        if (flags.json) io.json(dry);
        else io.out(dryText(dry, harness));
        return dryExit(dry);
      }
      await requireSession(harness, middle.config, budget);
      const dir = newRunFolder(flags.out, planned.sessionId, harness.clock.date());
      const plan = { ...planned, bisectId: basename(dir) };
      return recordAndPlay(
        { harness, io, flags },
        {
          command: "bisect",
          inputs: () => ({
            session: checkpointInput(loadLatest(sessionDir).state),
            with: { name: changed.label, ...changed.wish },
            criterion: flags.criterion,
            turns,
          }),
          models: planned.pinned?.models,
          async writePlan() {
            const checkpoint = turnPath(sessionDir, turnsIn(sessionDir).at(-1)!);
            await completeReadings(harness, { checkpoint, signal });
            await writeBisectPlan(dir, plan, sessionDir);
          },
          play: () => playBisect({ harness, io, dir, plan, concurrency, signal }),
        },
      );
    });
  },
});

type DryRun = {
  sessionId: string;
  config: SessionState["config"];
  criterion: string;
  changed: string;
  from: number;
  to: number;
  turns: number;
  /** If all replays before the lost turn recover and none after it do; and at most. */
  replays: { usual: number; most: number };
  estimate: CostEstimate;
  missing?: MissingEstimate;
  cost: { low: number; high: number } | null;
  /** Cost of all replays if each runs to its last turn. */
  atTurnLimit: TurnLimitEstimate;
  budget?: number;
  problems: FoundProblem[];
};

/** A replay from the middle stands for all replays: earlier ones send less history, later ones more. */
async function dryRun(
  harness: Harness,
  { plan, middle, sessionDir }: { plan: BisectPlan; middle: SessionState; sessionDir: string },
): Promise<DryRun> {
  const { sessionId, turns, checkpoints, budget } = plan;
  const replays = replaysOf(plan);
  const last = turnPath(sessionDir, turnsIn(sessionDir).at(-1)!);
  const readings = readingsAt(last, middle.config.observerModel);
  const estimate = estimateCost(middle.config, harness.catalog, {
    from: middle,
    turns,
  });
  const { records } = loadCheckpoint(last).state;
  const missing = estimateMissing({ ...middle, records }, harness.catalog, readings);
  const once = missing === undefined ? { low: 0, high: 0 } : missing.total;
  const cost = estimate.total &&
    once && {
      low: estimate.total.low * replays.usual + once.low,
      high: estimate.total.high * replays.most + once.high,
    };
  return {
    sessionId,
    config: { ...middle.config, budget },
    criterion: criterionText(plan.criterion),
    changed: plan.changed.label,
    from: checkpoints[0]!.turn,
    to: checkpoints.at(-1)!.turn,
    turns,
    replays,
    estimate,
    missing,
    cost,
    atTurnLimit: {
      ...estimate.atTurnLimit,
      calls: estimate.atTurnLimit.calls * replays.most + (missing?.calls.high ?? 0),
      known: estimate.atTurnLimit.known * replays.most + (missing?.known.high ?? 0),
      total:
        estimate.atTurnLimit.total === null || once === null
          ? null
          : estimate.atTurnLimit.total * replays.most + once.high,
    },
    budget,
    problems: await problemsOf(() => requireSession(harness, middle.config, budget)),
  };
}

function dryText(
  {
    sessionId,
    config,
    criterion,
    changed,
    from,
    to,
    turns,
    replays: { usual, most },
    estimate,
    missing,
    cost,
    atTurnLimit,
    problems,
  }: DryRun,
  harness: Harness,
): string {
  const head = [
    `Replays of ${sessionId} from turns ${from} to ${to}, ${turns} turns each; changed: ${changed === "unchanged" ? "nothing but the dice" : changed}.`,
    `Recovered means: ${criterion}.`,
    `About ${usual} replays if one turn lost it, at most ${most}: ${costText(cost)}.`,
    ...turnLimitLines({ turns: estimate.turns, atTurnLimit }, { what: `all ${most} replays run` }),
    "",
    "One replay, from the middle:",
  ];
  return `${terminalText(head.join("\n"))}\n${planText({ config, estimate, missing, budgetFor: "for all replays together", problems }, harness)}`;
}

function costText(cost: DryRun["cost"]): string {
  if (cost === null) return "price unknown";
  return cost.high === 0 ? "no cost" : `probably $${cost.low.toFixed(4)} to $${cost.high.toFixed(4)} in all`;
}
