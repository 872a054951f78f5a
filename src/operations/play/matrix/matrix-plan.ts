/** Plans a matrix, and opens its folder: for the terminal, the library and the server. */
import { basename, extname, join, resolve } from "node:path";
import { seedFor } from "../../../config.ts";
import {
  type MatrixConfigInput,
  type MatrixPlan,
  recordedMatrix,
  type RecordedMatrix,
  type Shard,
} from "../../../contract/index.ts";
import { addressLabel, portableName } from "../../../kernel/addresses/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import type { Harness, HarnessConfig } from "../../../kernel/run/index.ts";
import { makeFolder, newRunFolder } from "../../../kernel/store/index.ts";
import {
  isMatrix,
  pinMatrix,
  planMatrix,
  readMatrix,
  readPlan,
  requireApart,
  requireJudgeable,
  requireMatrix,
  shardOf,
  type StoredMatrix,
} from "../../../playtest/index.ts";
import type { Recorded } from "../../declaration.ts";
import { path } from "../../options.ts";
import { gateOptions, type Gates } from "../gate-options.ts";
import { recordedInputs } from "../recorded-inputs.ts";
import { matrixFrom, type MatrixRequest } from "./matrix-config.ts";

type PlanRequest = MatrixRequest & {
  seed?: string | number | undefined;
  baseline?: string | undefined;
};

type Planned = {
  planned: MatrixPlan;
  /** Nobody gave a seed. */
  drawn: boolean;
  baseline: StoredMatrix | undefined;
  /** Stories and prompts by name or path, as they were asked for. */
  files: { stories: string[]; prompts: string[] };
};

export const readBaseline = (path: string | undefined): StoredMatrix | undefined =>
  path === undefined ? undefined : about("baseline", () => readMatrix(path));

/** Finds everything that can be wrong with a matrix, except missing keys. */
export async function plannedMatrix(
  harness: Harness,
  { config, request }: { config: Pick<HarnessConfig, "settings" | "sources">; request: PlanRequest },
): Promise<Planned> {
  const baseline = readBaseline(request.baseline);
  const recorded = recordedInputs(harness, recordedMatrix);
  const replayed = request.preset === undefined && request.plan === undefined ? recorded : undefined;
  const plan = request.plan ?? (replayed && configOf(replayed));
  const { config: asked, content: given } = await matrixFrom({ ...request, plan }, harness);
  harness.permits.allow(asked.narratorModels);
  const content = {
    stories: [...given.stories, ...(replayed?.stories ?? [])],
    systemPrompts: [...given.systemPrompts, ...(replayed?.systemPrompts ?? [])],
  };
  const { seed, drawn } = seedOf(asked, {
    config,
    baseline,
    asked: request.seed !== undefined,
    recorded: recorded?.seed,
  });
  const planned = planMatrix(harness, {
    config: { ...asked, narratorModels: asked.narratorModels?.map(addressLabel) },
    content,
    matrixId: "planned",
    seed,
    budget: config.settings.budget,
  });
  requireApart(planned);
  const files = {
    stories: planned.config.stories.filter((name) => !content.stories.some(({ id }) => id === name)),
    prompts: Object.values(planned.config.systemPrompts).filter(
      (file) => !content.systemPrompts.some(({ name }) => name === file),
    ),
  };
  return { planned, drawn, baseline, files };
}

/** A recorded matrix has its stories and prompts whole. Its plan names them. */
const configOf = ({ stories, systemPrompts, ...rest }: RecordedMatrix): MatrixConfigInput => ({
  ...rest,
  stories: stories.map(({ id }) => id),
  systemPrompts: Object.fromEntries(systemPrompts.map(({ name }) => [name, name])),
});

/** The folder of a planned matrix, and the plan that is written to it. */
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
    shard?: Shard | undefined;
  },
): { dir: string; plan: MatrixPlan } {
  const file = typeof named === "string" ? named : "matrix";
  const name = preset ?? basename(file, extname(file));
  const pinned = { ...pinMatrix(harness, planned), concurrency };
  const whole = { ...planned, pinned, gates: storedGates(gates) };
  if (shard) return openShard(out, name, shardOf(whole, shard));
  const dir = newRunFolder(out, name, harness.clock.date());
  return { dir, plan: { ...whole, matrixId: basename(dir) } };
}

/** What a recording keeps of it, so that it can be planned again anywhere. */
export const recordedOf = ({ config, guides, prompts, seed, pinned }: MatrixPlan): Recorded => ({
  inputs: {
    ...config,
    stories: Object.values(guides),
    systemPrompts: Object.entries(prompts).map(([name, text]) => ({ name, text })),
    narratorModels: config.narratorModels.map(portableName),
    seed,
  },
  models: pinned?.models,
});

/** The gates of a matrix, which `matrix` and `matrix merge` share. */
export const matrixGates = {
  ...gateOptions,
  baseline: path().optional().meta({
    description:
      "An earlier matrix (its folder, or matrix.json): exit 1 if overall fell significantly for a prompt and narrator, 3 if too few pairs have a score.",
    value: "FILE",
  }),
};

export const storedGates = ({
  failUnder = [],
  failOver = [],
  baseline,
}: {
  failUnder?: string[] | undefined;
  failOver?: string[] | undefined;
  baseline?: string | undefined;
}): Gates => ({
  failUnder,
  failOver,
  baseline: baseline && resolve(baseline),
});

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

type SeedSources = {
  config: Pick<HarnessConfig, "settings" | "sources">;
  baseline: StoredMatrix | undefined;
  /** Whether the caller gave one. */
  asked: boolean;
  recorded: string | number | undefined;
};

/** With a baseline and no seed, the baseline's seed gives the same groups. */
function seedOf(
  { seed }: MatrixConfigInput,
  { config, baseline, asked, recorded }: SeedSources,
): { seed: string | number; drawn: boolean } {
  const stored = recorded ?? seed;
  if (stored !== undefined && !asked) return { seed: stored, drawn: false };
  const set = seedFor(config);
  return set.drawn && baseline ? { seed: baseline.seed, drawn: false } : set;
}

/** The name of a comment, if nothing of the command names it. */
export const UNNAMED = "matrix";
