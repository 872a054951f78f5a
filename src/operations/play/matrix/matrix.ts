/** Many sessions, from a preset or a plan. */
import { z } from "zod";
import { shardFrom } from "../../../config.ts";
import { type MatrixConfigInput, type MatrixPlan, presetName, type Shard } from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import {
  estimateMatrix,
  loadStory,
  matrixOutlooks,
  plannedConfig,
  readGates,
  shardOf,
  type StoredMatrix,
  writePlan,
} from "../../../playtest/index.ts";
import type { Context } from "../../declaration.ts";
import { markerName } from "../../marker-name.ts";
import { operation } from "../../operation.ts";
import {
  concurrency,
  folder,
  guide,
  maxTurns,
  modelOptions,
  path,
  runOptions,
  seed,
  USUAL_CONCURRENCY,
  whole,
} from "../../options.ts";
import { isObject, narratorNamed, narratorRefs, promptRefs, storyRefs } from "../content-refs.ts";
import { sayContent, sayPromptIgnored } from "../content-notes.ts";
import {
  matrixGates,
  newMatrix,
  plannedMatrix,
  recordedOf,
  requireAll,
  storedGates,
  UNNAMED,
} from "./matrix-plan.ts";
import { matrixPreview, shardFact } from "./matrix-preview.ts";
import { matrixShown, runMatrixIn } from "./matrix-run.ts";
import { requireMeasurable } from "../session-run.ts";

const input = z.strictObject({
  preset: presetName.optional().meta({
    description: "smoke: 5 sessions; mini: 20; standard: 100; full: 300, on three narrators.",
  }),
  plan: z
    .union([path(), z.custom<Partial<MatrixConfigInput>>(isObject)])
    .optional()
    .meta({
      description: "Your own matrix: YAML, or TypeScript with a default export.",
      value: "FILE",
      also: "an object",
    }),
  stories: storyRefs(`Only these stories. With ${optionText("prompts")} no preset or plan is needed.`),
  prompts: promptRefs("Only these prompts. The others are compared with the first."),
  narrator: narratorRefs(`The narrators. With ${optionText("preset", "smoke")}, mini or standard: one.`),
  sessions: whole(1).optional().meta({
    description: "Sessions per combination. Default: the preset's or the plan's, or 1.",
    value: "N",
  }),
  seed: seed.meta({
    description:
      "The seed for groups and dice. Default: the plan's, baseline's or settings' seed, or a new one, which is printed.",
  }),
  maxTurns: maxTurns.meta({ description: "Maximum number of turns per session." }),
  guide,
  ...modelOptions,
  shard: z
    .string()
    .min(1)
    .optional()
    .meta({
      description: `Play part I of N, such as 2/3; the limits and ${optionText("budget")} are divided by N. Needs a seed. auto/N takes I from Kubernetes, AWS Batch, GitLab or Slurm; auto also takes N from GitLab.`,
      value: "I/N",
    }),
  concurrency: concurrency(USUAL_CONCURRENCY),
  ...matrixGates,
  out: folder("Where the matrix folder is created.").default("matrices"),
  ...runOptions,
});

type Input = z.output<typeof input>;
type Plan = {
  asked: Input;
  planned: MatrixPlan;
  baseline: StoredMatrix | undefined;
  shard: Shard | undefined;
  /** What this shard plays. Undefined: everything. */
  part: MatrixPlan | undefined;
  notes: string[];
};

export default operation({
  name: "matrix",
  surfaces: ["http", "mcp"],
  description:
    "Plays every story with every prompt and narrator, a given number of times. The seed sets groups, backstories, moods and dice for each story and round, so every prompt and narrator gets the same groups and can be compared in pairs.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.\n\n" +
    "With --shard, this process plays one part; other processes, on any machine, play the rest. `rehearse matrix merge` combines the shard folders (or one folder that contains them) into one matrix and checks the gates.",
  input,
  examples: [
    {
      input: { preset: "smoke", narrator: ["house"] },
      says: "Five sessions with the house cast: no key, no cost.",
    },
    {
      input: { stories: ["innsmouth"], prompts: ["baseline", "my-prompt.md"], sessions: 6 },
      says: "Two prompts on one story, with six groups of players.",
    },
    {
      input: { preset: "standard", narrator: ["grok-4"], budget: 200, judge: "opus-4.5" },
      says: "A hundred sessions for at most two hundred dollars.",
    },
    {
      input: { plan: "matrix.yaml", baseline: "matrices/before/matrix.json" },
      says: "For CI: exit 1 if a prompt or narrator got worse.",
    },
    {
      input: { preset: "standard", narrator: ["grok-4"], seed: 7, shard: "2/3" },
      says: "The second of three parts, on any machine.",
    },
  ],
  ciName: ({ preset, plan: given, stories = [] }) =>
    preset ?? markerName(given === undefined ? stories : [given], UNNAMED),
  withoutCi: ({ shard }) => (shard === undefined ? undefined : DECIDED_BY_MERGE),
  harness: ({ shard }) => ({ shards: shard === undefined ? undefined : shardFrom(shard).of }),
  plan,
  ready: ({ planned, baseline }, { harness }) => requireAll(harness, planned, baseline),
  preview({ asked, planned, baseline, shard, part }, { harness }) {
    const { config, seed: seeded, budget } = planned;
    const data = {
      config,
      seed: seeded,
      baseline: baseline?.name,
      budget,
      concurrency: asked.concurrency,
      estimate: estimateMatrix(harness, planned, asked),
      shows: matrixOutlooks(planned, { baseline: baseline?.rows }),
      shard,
    };
    return { shown: [matrixPreview(data, part)], data };
  },
  async run({ asked, planned, shard, notes }, context) {
    const { harness, record, on, ciName: label } = context;
    for (const text of notes) on({ type: "note", text });
    const gates = storedGates(asked);
    const { dir, plan } = newMatrix(harness, { ...planned, label }, { ...asked, gates, shard });
    await record(recordedOf(plan));
    await writePlan(dir, plan);
    return runMatrixIn(context, { dir, plan, concurrency: asked.concurrency });
  },
  show: matrixShown,
});

async function plan(asked: Input, context: Context): Promise<Plan> {
  const { harness, config } = context;
  const shard = asked.shard === undefined ? undefined : shardFrom(asked.shard);
  if (shard) refuseGates(asked);
  const gates = readGates(asked, Object.keys(harness.settings.findings ?? {}));
  const narrator = asked.narrator?.flatMap((each) => narratorNamed(harness, each) ?? []);
  const { planned, drawn, baseline, files } = await plannedMatrix(harness, {
    config,
    request: {
      ...asked,
      narrator,
      stories: asked.stories?.map((each) =>
        typeof each === "string" ? each : about("stories", () => loadStory(each)),
      ),
    },
  });
  if (shard && drawn)
    throw new HarnessError({
      code: "missing-option",
      option: "seed",
      message: `${optionText("shard")} needs a seed: every shard must make the same plan.`,
      remedy: `Add the same seed to every shard, such as ${optionText("seed", 7)}.`,
    });
  const part = shard && shardOf(planned, shard);
  sayContent(context, files);
  const { systemPrompts, narratorModels } = planned.config;
  if (Object.keys(systemPrompts).length > 1 || asked.prompts) sayPromptIgnored(context, narratorModels);
  requireMeasurable(gates, { judge: plannedConfig(harness, planned, planned.sessions[0]!).judgeModel });
  const { seed: seeded } = planned;
  const notes = [
    ...(part ? [`Shard ${shardFact(part).value} plays ${shardFact(part).note}.`] : []),
    ...(drawn
      ? [`Seed ${seeded} (random). To repeat the same groups and dice: ${optionText("seed", seeded)}.`]
      : []),
  ];
  return { asked, planned, baseline, shard, part, notes };
}

const DECIDED_BY_MERGE = `${optionText("shard")}: \`rehearse matrix merge\` decides for all shards.`;

function refuseGates(asked: Input): void {
  const option = (["failUnder", "failOver", "baseline"] as const).find((name) => asked[name] !== undefined);
  if (option === undefined) return;
  throw new HarnessError({
    code: "bad-combination",
    option,
    message: `${optionText(option)} does not work with ${DECIDED_BY_MERGE}`,
    remedy: `Remove ${optionText(option)}.`,
  });
}
