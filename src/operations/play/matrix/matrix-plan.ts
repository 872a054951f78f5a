/** Plans a matrix, and opens its folder: for the terminal, the library and the server. */
import { basename, extname, join, resolve } from "node:path";
import { seedFor } from "../../../config.ts";
import { type MatrixConfigInput, type MatrixPlan, type Shard } from "../../../contract/index.ts";
import { portableName } from "../../../kernel/addresses/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import type { Harness, HarnessConfig } from "../../../kernel/run/index.ts";
import { makeFolder, newRunFolder } from "../../../kernel/store/index.ts";
import { isMatrix, readMatrix, readPlan, shardOf, type StoredMatrix } from "../../../playtest/index.ts";
import type { Recorded } from "../../declaration.ts";
import { path } from "../../options.ts";
import { gateOptions, type Gates } from "../session-run.ts";
import type { MatrixRequest } from "./matrix-config.ts";

export const readBaseline = (path: string | undefined): StoredMatrix | undefined =>
  path === undefined ? undefined : about("baseline", () => readMatrix(path));

/** The folder of a planned matrix, and the plan that is written to it. */
export function newMatrix(
  harness: Harness,
  planned: MatrixPlan,
  {
    preset,
    plan: named,
    out,
    shard,
  }: Pick<MatrixRequest, "preset" | "plan"> & { out: string; shard?: Shard },
): { dir: string; plan: MatrixPlan } {
  const file = typeof named === "string" ? named : "matrix";
  const name = preset ?? basename(file, extname(file));
  if (shard) return openShard(out, name, shardOf(planned, shard));
  const dir = newRunFolder(out, name, harness.clock.date());
  return { dir, plan: { ...planned, matrixId: basename(dir) } };
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
      "An earlier matrix (its folder, or matrix.json): fail if overall fell significantly for a prompt and narrator.",
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

type SeedSources = {
  config: Pick<HarnessConfig, "settings" | "sources">;
  baseline: StoredMatrix | undefined;
  /** Whether the caller gave one. */
  asked: boolean;
  recorded: string | number | undefined;
};

/** With a baseline and no seed, the baseline's seed gives the same groups. */
export function seedOf(
  { seed }: Pick<MatrixConfigInput, "seed">,
  { config, baseline, asked, recorded }: SeedSources,
): { seed: string | number; drawn: boolean } {
  const stored = recorded ?? seed;
  if (stored !== undefined && !asked) return { seed: stored, drawn: false };
  const set = seedFor(config);
  return set.drawn && baseline ? { seed: baseline.seed, drawn: false } : set;
}

/** The name of a comment, if nothing of the command names it. */
export const UNNAMED = "matrix";
