/** `matrix`: many sessions, from a preset or a plan. */
import { basename, extname, join, resolve } from "node:path";
import { seedFor, type Config } from "../config.ts";
import {
  type GuideForm,
  type MatrixConfigInput,
  type MatrixPlan,
  type MatrixResult,
  type PresetName,
  matrixPlan,
  recordedMatrix,
  type Shard,
} from "../contract/index.ts";
import { addressLabel, portableName } from "../kernel/addresses/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { makeFolder, newRunFolder, readText } from "../kernel/store/index.ts";
import {
  houseCast,
  isMatrix,
  pinMatrix,
  planMatrix,
  readMatrix,
  readPlan,
  requireApart,
  requireMatrix,
  requireJudgeable,
  RESULT_FILE,
  runMatrix,
  type StoredMatrix,
  writePlan,
  shardOf,
} from "../playtest/index.ts";
import {
  configOf,
  plainResult,
  requireOptions,
  runNames,
  stoppedIn,
  withHarness,
  type OptionNames,
  type RunOptions,
} from "./harness.ts";
import { matrixFrom, type MatrixRequest } from "./matrix-config.ts";
import { recordedInputs, startRecording, type RecordedCommand } from "./recorded.ts";

/** Sessions or replays played at once: enough to keep several providers busy. */
export const USUAL_CONCURRENCY = 10;

export type MatrixOptions = RunOptions & {
  /** A preset: `smoke` (5 sessions), `mini` (20), `standard` (100) or `full` (300). */
  preset?: PresetName;
  /** Or a plan: the path of a YAML or TypeScript file, or the plan itself. With `stories` and `prompts` neither is needed. */
  plan?: string | MatrixConfigInput;
  /** Only these stories, prompts, narrators of the preset or plan, or others. */
  stories?: readonly string[];
  prompts?: readonly string[];
  narrators?: readonly string[];
  /** Sessions per combination. Default: the preset's or the plan's; without these, 1. */
  sessions?: number;
  /** The seed for groups and dice. Default: the plan's, the baseline's or the settings' seed, or a new one. */
  seed?: string | number;
  maxTurns?: number;
  guide?: GuideForm;
  playerModel?: string;
  classifier?: string;
  observer?: string;
  judge?: string;
  /** Sessions played at once. Default: 10. */
  concurrency?: number;
  /** An earlier matrix to compare each prompt and narrator with; `verdict` and `gates` of the result say what got worse. */
  baseline?: string;
  /** The folder in which the matrix folder is created. Default: `matrices`. */
  out?: string;
};

const matrixNames: OptionNames<MatrixOptions> = {
  ...runNames,
  preset: true,
  plan: true,
  stories: true,
  prompts: true,
  narrators: true,
  sessions: true,
  seed: true,
  maxTurns: true,
  guide: true,
  playerModel: true,
  classifier: true,
  observer: true,
  judge: true,
  concurrency: true,
  baseline: true,
  out: true,
};

/**
 * Plays every story with every prompt and narrator. Returns what `rehearse matrix --json` prints. A matrix that is stopped
 * rejects with a `HarnessError`; `rehearse resume` continues it.
 *
 * @example
 * import { matrix } from "rehearse-llm";
 *
 * const { rankings, totalCost } = await matrix({ preset: "smoke", narrators: ["house"], seed: 7, maxTurns: 3 });
 * console.log(rankings.best[0]?.sessionId, totalCost);
 */
export async function matrix(options: MatrixOptions): Promise<MatrixResult> {
  requireOptions("matrix", options, matrixNames);
  const { narrators: narrator = [], stories = [], prompts = [], seed, budget, signal } = options;
  const { out = "matrices", concurrency = USUAL_CONCURRENCY } = options;
  const config = await configOf(options, { seed, budget });
  return withHarness(
    config,
    { command: "matrix", options, house: houseCast, settings: config.settings },
    async (harness) => {
      const request = { ...options, narrator, stories, prompts };
      const { planned, baseline } = await plannedMatrix(harness, { config, request });
      await requireAll(harness, planned, baseline);
      const gates = { ...options, failUnder: [], failOver: [] };
      const { dir, plan, manifest } = newMatrix(harness, planned, { ...request, out, concurrency, gates });
      await startRecording(harness, options, manifest);
      await writePlan(dir, plan);
      const { endedBy } = await runMatrix(harness, { dir, plan, concurrency, signal });
      if (endedBy) throw stoppedIn(dir, endedBy);
      return plainResult(JSON.parse(readText(join(dir, RESULT_FILE))) as MatrixResult);
    },
  );
}

type PlanRequest = MatrixRequest & { seed?: string | number; baseline?: string };

/** Finds everything that can be wrong with a matrix, except missing keys. */
export async function plannedMatrix(
  harness: Harness,
  { config, request }: { config: Pick<Config, "settings" | "sources">; request: PlanRequest },
): Promise<{ planned: MatrixPlan; drawn: boolean; baseline: StoredMatrix | undefined }> {
  const baseline = request.baseline === undefined ? undefined : readMatrix(request.baseline);
  const recorded = recordedInputs(harness, recordedMatrix);
  const content = request.preset === undefined && request.plan === undefined ? recorded : undefined;
  const plan = content && {
    ...content,
    stories: content.stories.map(({ id }) => id),
    systemPrompts: Object.fromEntries(content.systemPrompts.map(({ name }) => [name, name])),
  };
  const asked = await matrixFrom({ ...request, plan: request.plan ?? plan }, harness);
  harness.permits.allow(asked.narratorModels);
  const given = { ...asked, narratorModels: asked.narratorModels?.map(addressLabel) };
  const { seed, drawn } = seedOf(given, {
    config,
    baseline,
    asked: request.seed !== undefined,
    recorded: recorded?.seed,
  });
  const planned = planMatrix(harness, {
    config: given,
    content,
    matrixId: "planned",
    seed,
    budget: config.settings.budget,
  });
  requireApart(planned);
  return { planned, drawn, baseline };
}

export type Gates = {
  failUnder: readonly string[];
  failOver: readonly string[];
  baseline?: string;
};

/** The folder of a planned matrix, the plan that is written to it, and what a recording keeps of it. */
export function newMatrix(
  harness: Harness,
  planned: MatrixPlan,
  {
    preset,
    plan: named,
    out,
    concurrency,
    gates,
    shard,
  }: Pick<MatrixRequest, "preset" | "plan"> & {
    out: string;
    concurrency: number;
    gates: Gates;
    shard?: Shard;
  },
): {
  dir: string;
  plan: MatrixPlan;
  manifest: RecordedCommand & { command: "matrix" };
} {
  const file = typeof named === "string" ? named : "matrix";
  const name = preset ?? basename(file, extname(file));
  const pinned = { ...pinMatrix(harness, planned), concurrency };
  const whole = { ...planned, pinned, gates: storedGates(gates) };
  const { dir, plan } = shard ? openShard(out, name, shardOf(whole, shard)) : newFolder();
  return {
    dir,
    plan,
    manifest: {
      command: "matrix",
      inputs: () => ({
        ...plan.config,
        stories: Object.values(plan.guides),
        systemPrompts: Object.entries(plan.prompts).map(([name, text]) => ({ name, text })),
        narratorModels: plan.config.narratorModels.map(portableName),
        seed: plan.seed,
      }),
      models: plan.pinned?.models,
    },
  };

  function newFolder() {
    const dir = newRunFolder(out, name, harness.clock.date());
    return { dir, plan: { ...whole, matrixId: basename(dir) } };
  }
}

export const storedGates = ({ baseline, ...gates }: Gates): MatrixPlan["gates"] =>
  matrixPlan.shape.gates.parse({ ...gates, baseline: baseline && resolve(baseline) });

/** A shard has one folder, named after the plan: started again, it resumes there. A budget is never lowered. */
function openShard(out: string, name: string, part: MatrixPlan): { dir: string; plan: MatrixPlan } {
  const { index, of, plan: hash } = part.shard!;
  const matrixId = `${name}-${hash}`;
  const dir = join(out, "shards", matrixId, `${index}-of-${of}`);
  makeFolder(dir);
  const { budget = 0, ...stored } = isMatrix(dir) ? readPlan(dir) : { ...part, matrixId };
  return { dir, plan: { ...stored, budget: Math.max(budget, part.budget ?? 0) || undefined } };
}

/** Reports missing prerequisites before anything is paid for. */
export async function requireAll(harness: Harness, plan: MatrixPlan, baseline?: StoredMatrix): Promise<void> {
  await requireMatrix(harness, plan, plan.budget);
  if (baseline) requireJudgeable(baseline, { ...plan, points: harness.settings.points });
}

/** With a baseline and no seed, the baseline's seed gives the same groups. */
function seedOf(
  { seed }: MatrixConfigInput,
  {
    config,
    baseline,
    asked,
    recorded,
  }: {
    config: Pick<Config, "settings" | "sources">;
    baseline?: StoredMatrix;
    asked: boolean;
    recorded?: unknown;
  },
): { seed: string | number; drawn: boolean } {
  if ((typeof recorded === "string" || typeof recorded === "number") && !asked)
    return { seed: recorded, drawn: false };
  if (seed !== undefined && !asked) return { seed, drawn: false };
  const set = seedFor(config);
  return set.drawn && baseline ? { seed: baseline.seed, drawn: false } : set;
}
