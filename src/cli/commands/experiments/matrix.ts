/** Plays many sessions, from a preset or a plan file. */
import { newMatrix, plannedMatrix, requireAll } from "../../../api/matrix.ts";
import { shardFrom } from "../../../config.ts";
import type { MatrixPlan } from "../../../contract/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  estimateMatrix,
  gateMetrics,
  matrixOutlooks,
  plannedConfig,
  presetNames,
  shardOf,
  type StoredMatrix,
  writePlan,
} from "../../../playtest/index.ts";
import { defineCommand } from "../../frame/index.ts";
import { ciFlags, markerName } from "../flags/ci-flags.ts";
import {
  budgetFlag,
  configFrom,
  guideFlag,
  judgeFlags,
  observerFlag,
  settingsFlags,
} from "../flags/settings-flags.ts";
import { dryExit } from "../harness/dry-run-text.ts";
import { readGates, requireMeasurable } from "../flags/gate-flags.ts";
import { recordingFlags } from "../flags/recording-flags.ts";
import { sayContent, sayPromptIgnored } from "../harness/content-notes.ts";
import { mergeMatrix, refuseMergeFlags } from "./matrix-merge.ts";
import { type MatrixDryRun, matrixPlanText, shardText } from "./matrix-plan-text.ts";
import { concurrencyFlag, outFlag, playMatrix, recordAndPlay, withHarness } from "./play-experiment.ts";

export default defineCommand({
  name: "matrix",
  summary: "Many sessions: stories × prompts × narrators",
  description:
    "Plays every story with every prompt and narrator, a given number of times. The seed sets groups, backstories, moods and dice for each story and round, so every prompt and narrator gets the same groups and can be compared in pairs.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.\n\n" +
    "With --shard, this process plays one part; other processes, on any machine, play the rest. `matrix merge` combines the shard folders (or one folder that contains them) into one matrix and checks the gates.",
  usage: "[flags] | merge <dir>... [--fail-under METRIC=N] [--baseline FILE] …",
  args: {
    positionals: [
      { name: "action", help: "merge: collect the shards of a matrix.", choices: ["merge"] },
      { name: "dir", help: "merge: folders of shards, or folders that hold them.", variadic: true },
    ],
  },
  flags: {
    preset: {
      type: "choice",
      choices: presetNames,
      help: "smoke: 5 sessions; mini: 20; standard: 100; full: 300, on three narrators.",
    },
    plan: {
      type: "string",
      value: "FILE",
      help: "Your own matrix: YAML, or TypeScript with a default export.",
    },
    stories: {
      type: "list",
      value: "A,B",
      help: "Only these stories. With --prompts no preset or plan is needed.",
    },
    prompts: {
      type: "list",
      value: "A,B",
      help: "Only these prompts. The first is the reference: the others are compared with it.",
    },
    narrator: {
      type: "list",
      value: "MODEL",
      help: "The narrators. With --preset smoke, mini or standard: one.",
    },
    sessions: {
      type: "integer",
      value: "N",
      min: 1,
      help: "Sessions per combination. Default: the preset's or the plan's; without these, 1.",
    },
    seed: {
      type: "string",
      value: "SEED",
      help: "The seed for groups and dice. Default: the plan's or the settings' seed, or a new one, which is printed.",
    },
    maxTurns: {
      type: "integer",
      value: "N",
      min: 3,
      help: "Maximum number of turns per session.",
    },
    ...guideFlag,
    playerModel: { type: "string", value: "MODEL", help: "One model for all players." },
    classifier: {
      type: "string",
      value: "MODEL",
      help: "The model that classifies. none: the narrator's own markers only.",
    },
    ...observerFlag,
    judge: judgeFlags.judge,
    shard: {
      type: "string",
      value: "I/N",
      help: "Play part I of N, such as 2/3: every N-th group of players. auto/N takes I from Kubernetes, AWS Batch, GitLab or Slurm; auto also takes N from GitLab. Needs a seed. Limits and --budget are divided by N. Repeat the command to resume.",
    },
    concurrency: concurrencyFlag("Sessions played at once, within the providers' limits."),
    budget: budgetFlag("The maximum cost of the whole matrix."),
    ...settingsFlags,
    ...recordingFlags,
    failUnder: {
      type: "list",
      value: "METRIC=N",
      help: `Exit 1 if the mean of a metric over the sessions of any prompt and narrator is below N, or is missing: overall=70. Metrics: ${gateMetrics.under.join(", ")}.`,
    },
    failOver: {
      type: "list",
      value: "METRIC=N",
      help: `Exit 1 if the mean of a metric over the sessions of any prompt and narrator is above N, or is missing: turns-per-pulse=3, loops=0. Metrics: ${gateMetrics.over.join(", ")}.`,
    },
    baseline: {
      type: "string",
      value: "FILE",
      help: "An earlier matrix (its folder, or matrix.json) to compare each prompt and narrator with: exit 1 if overall fell significantly, exit 3 if too few pairs have a score. Without --seed, its seed is used.",
    },
    dryRun: {
      type: "boolean",
      help: "Print sessions, calls, estimated cost and time, and what the matrix could show; then stop.",
    },
    ...ciFlags,
    out: outFlag("matrix", "matrices"),
    json: { type: "boolean", help: "Print one JSON document." },
  },
  renamed: { settings: "config" },
  examples: [
    {
      command: "rehearse matrix --preset smoke --narrator house",
      does: "Five sessions with the embedded cast: no key, no cost.",
    },
    {
      command: "rehearse matrix --stories innsmouth --prompts baseline,my-prompt.md --sessions 6",
      does: "Two prompts on one story, with six groups of players.",
    },
    {
      command: "rehearse matrix --preset mini --narrator grok-4 --dry-run",
      does: "Estimated cost, and what it could show.",
    },
    {
      command: "rehearse matrix --preset standard --narrator grok-4 --budget 200 --judge opus-4.5",
      does: "A hundred sessions for at most two hundred dollars.",
    },
    {
      command: "rehearse matrix --plan matrix.yaml --baseline matrices/before/matrix.json",
      does: "For CI: exit 1 if a prompt or narrator got worse.",
    },
    {
      command: "rehearse matrix --preset standard --narrator grok-4 --seed 7 --shard 2/3",
      does: "The second of three parts, on any machine.",
    },
    {
      command: "rehearse matrix merge matrices/shards/standard-0f3a… --fail-under overall=70",
      does: "One matrix of all parts, and its gate.",
    },
  ],
  async run({ flags, positionals: [action, ...dirs], io, signal, ci }) {
    ci.name =
      flags.name ??
      flags.preset ??
      markerName(flags.plan === undefined ? flags.stories : [flags.plan], "matrix");
    if (action === "merge") return mergeMatrix(dirs, { flags, io, signal, ci });
    const shard = flags.shard === undefined ? undefined : shardFrom(flags.shard);
    if (shard) refuseMergeFlags(flags);
    // The plan sets the form of the guide, not the settings.
    const config = { ...(await configFrom({ ...flags, guide: undefined })), shards: shard?.of };
    return withHarness("matrix", { config, flags, io, signal }, async (harness) => {
      const gates = readGates(flags, Object.keys(config.settings.findings ?? {}));
      const { planned, drawn, baseline } = await plannedMatrix(harness, { config, request: flags });
      const { seed } = planned;
      if (shard && drawn)
        throw new HarnessError({
          code: "missing-option",
          message: "--shard needs a seed: every shard must make the same plan.",
          remedy: "Add the same --seed to every shard, such as --seed 7.",
        });
      const part = shard && shardOf(planned, shard);
      sayContent(io, harness, {
        stories: planned.config.stories,
        prompts: Object.values(planned.config.systemPrompts),
      });
      if (Object.keys(planned.config.systemPrompts).length > 1 || flags.prompts.length > 0)
        sayPromptIgnored(io, planned.config.narratorModels);
      requireMeasurable(gates, { judge: plannedConfig(harness, planned, planned.sessions[0]!).judgeModel });
      if (flags.dryRun) {
        ci.silent = true;
        const dry = await dryRun(harness, planned, { ...flags, baseline });
        if (flags.json) io.json({ ...dry, shard });
        else io.out([matrixPlanText(dry), ...(part ? [shardText(part)] : [])].join("\n"));
        return dryExit(dry);
      }
      await requireAll(harness, planned, baseline);
      if (part) io.say(shardText(part));
      if (drawn) io.say(`Seed ${seed} (random). To repeat the same groups and dice: --seed ${seed}.`);
      const { dir, plan, manifest } = newMatrix(
        harness,
        { ...planned, label: ci.name },
        { ...flags, gates: flags, shard },
      );
      return recordAndPlay(
        { harness, io, flags },
        {
          ...manifest,
          writePlan: () => writePlan(dir, plan),
          play: () => playMatrix({ harness, io, dir, plan, concurrency: flags.concurrency, signal, ci }),
        },
      );
    });
  },
});

async function dryRun(
  harness: Harness,
  plan: MatrixPlan,
  { concurrency, baseline }: { concurrency: number; baseline?: StoredMatrix },
): Promise<MatrixDryRun> {
  const { config, seed, budget } = plan;
  return {
    config,
    seed,
    baseline: baseline?.name,
    budget,
    concurrency,
    estimate: estimateMatrix(harness, plan, { concurrency }),
    shows: matrixOutlooks(plan, { baseline: baseline?.rows }),
    problems: await problemsOf(() => requireAll(harness, plan, baseline)),
  };
}
