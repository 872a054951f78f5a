/** Many sessions, from a preset or a plan. */
import { z } from "zod";
import { shardIn } from "../../../config.ts";
import {
  type MatrixConfigInput,
  type MatrixPlan,
  presetName,
  recordedMatrix,
  type Shard,
} from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import {
  estimateMatrix,
  loadStory,
  pinMatrix,
  planMatrix,
  plannedConfig,
  readGates,
  requireApart,
  requireJudgeable,
  requireMatrix,
  shardOf,
  type StoredMatrix,
  writePlan,
} from "../../../playtest/index.ts";
import { type Context, operation } from "../../declaration.ts";
import { markerName } from "../../marker-name.ts";
import { refuseIdle } from "../../read-input.ts";
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
  readBaseline,
  recordedOf,
  seedOf,
  storedGates,
  UNNAMED,
} from "./matrix-plan.ts";
import { matrixPreview, shardFact } from "./matrix-preview.ts";
import { matrixShown, runMatrixIn } from "./matrix-run.ts";
import { recordedInputs } from "../../recorded-inputs.ts";
import { requireMeasurable } from "../session-run.ts";
import { matrixFrom } from "./matrix-config.ts";

const input = z.strictObject({
  preset: presetName.optional().meta({
    description: "smoke: 5 sessions; mini: 20; standard: 100; full: 300, on three narrators.",
  }),
  plan: z
    .union([path(), z.custom<Partial<MatrixConfigInput>>(isObject)])
    .optional()
    .meta({
      description: "Your own matrix: a YAML file.",
      value: "FILE",
      also: "an object",
    }),
  stories: storyRefs(`Only these stories. With ${optionText("prompts")} no preset or plan is needed.`),
  prompts: promptRefs("Only these prompts. The others are compared with the first."),
  narrator: narratorRefs("The narrators. The presets smoke, mini and standard take one."),
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
      description:
        `Play part I of N, such as 2/3; the limits and ${optionText("budget")} are divided by N. Needs a seed. ` +
        "auto/N takes I from Kubernetes, AWS Batch, GitLab or Slurm; auto also takes N from GitLab.",
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
    "Plays every story with every prompt and narrator, a given number of times. " +
    "The seed sets groups, backstories, moods and dice for each story and round, " +
    "so every prompt and narrator gets the same groups and can be compared in pairs.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.\n\n" +
    "With --shard, this process plays one part; other processes, on any machine, play the rest. " +
    "`rehearse matrix merge` combines the shard folders (or one folder that contains them) into one matrix and checks " +
    "the gates.",
  input,
  examples: [
    {
      input: { preset: "smoke", narrator: ["house"] },
      says: "Five sessions with the house cast: no key, no cost.",
    },
    {
      input: { stories: ["innsmouth"], prompts: ["baseline", "my-prompt.md"], sessions: 10 },
      says: "Two prompts on one story, with ten groups of players.",
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
  harness: ({ shard }) => ({ shards: shard === undefined ? undefined : shardIn(shard).of }),
  plan,
  async ready({ planned, baseline }, { harness }) {
    await requireMatrix(harness, planned, planned.budget);
    if (baseline) requireJudgeable(baseline, { ...planned, points: harness.settings.points });
  },
  preview({ planned, baseline, shard, part }, { harness }) {
    const { config, seed: seeded, budget } = planned;
    const data = {
      config,
      seed: seeded,
      baseline: baseline?.name,
      budget,
      estimate: estimateMatrix(harness, planned),
      shard,
    };
    return { shown: [matrixPreview(data, { planned, part })], data };
  },
  async run({ asked, planned, shard, notes }, context) {
    const { harness, record, on, ciName: label } = context;
    for (const text of notes) on({ type: "note", text });
    const pinned = { ...pinMatrix(harness, planned), concurrency: asked.concurrency };
    const whole = { ...planned, label, pinned, gates: storedGates(asked) };
    const { dir, plan } = newMatrix(harness, whole, { ...asked, shard });
    await record(recordedOf(plan));
    await writePlan(dir, plan);
    return runMatrixIn(context, { dir, plan, concurrency: asked.concurrency });
  },
  show: matrixShown,
});

async function plan(asked: Input, context: Context): Promise<Plan> {
  const { harness, config } = context;
  const shard = asked.shard === undefined ? undefined : shardIn(asked.shard);
  const { failUnder, failOver, baseline: earlier } = asked;
  if (shard) refuseIdle({ failUnder, failOver, baseline: earlier }, DECIDED_BY_MERGE);
  const gates = readGates(asked, Object.keys(harness.settings.findings ?? {}));
  const narrator = asked.narrator?.flatMap((each) => narratorNamed(harness, each) ?? []);
  const stories = asked.stories?.map((each) =>
    typeof each === "string" ? each : about("stories", () => loadStory(each)),
  );
  const baseline = readBaseline(asked.baseline);
  const recorded = recordedInputs(harness, recordedMatrix);
  const isNamed = asked.preset !== undefined || asked.plan !== undefined;
  const wish = matrixFrom({ ...asked, narrator, stories }, harness, isNamed ? undefined : recorded);
  const { seed: seeded, drawn } = seedOf(wish, {
    config,
    baseline,
    asked: asked.seed !== undefined,
    recorded: recorded?.seed,
  });
  const { budget } = config.settings;
  const planned = planMatrix(harness, { config: wish, matrixId: "planned", seed: seeded, budget });
  harness.permits.allow(planned.config.narratorModels);
  requireApart(planned);
  if (shard && drawn)
    throw new HarnessError({
      code: "missing-option",
      option: "seed",
      message: `${optionText("shard")} needs a seed: every shard must make the same plan.`,
      remedy: `Add the same seed to every shard, such as ${optionText("seed", 7)}.`,
    });
  const part = shard && shardOf(planned, shard);
  sayContent(context, { stories: wish.stories, prompts: Object.values(wish.systemPrompts) });
  const { systemPrompts, narratorModels } = planned.config;
  if (Object.keys(systemPrompts).length > 1 || asked.prompts) sayPromptIgnored(context, narratorModels);
  requireMeasurable(gates, { judge: plannedConfig(harness, planned, planned.sessions[0]!).judgeModel });
  const notes = [
    ...(part ? [`Shard ${shardFact(part).value} plays ${shardFact(part).note}.`] : []),
    ...(drawn
      ? [`Seed ${seeded} (random). To repeat the same groups and dice: ${optionText("seed", seeded)}.`]
      : []),
  ];
  return { asked, planned, baseline, shard, part, notes };
}

const DECIDED_BY_MERGE = "`rehearse matrix merge` decides for all shards";
