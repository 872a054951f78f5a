/** `matrix merge`: one matrix of its shards, with the gates that one process would have decided. */
import { basename } from "node:path";
import { storedGates, type Gates } from "../../../api/matrix.ts";
import { HarnessError, type ExitCode } from "../../../kernel/errors/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import { mergeShards, readMatrix, requireJudgeable, shardsIn } from "../../../playtest/index.ts";
import { type Ci, type Io, kebab } from "../../frame/index.ts";
import { configFrom } from "../flags/settings-flags.ts";
import { playMatrix, withHarness } from "./play-experiment.ts";

type MergeFlags = Gates & { name?: string; out: string; config?: string };

/** Decided once, for all shards. */
const GATES = ["failUnder", "failOver", "baseline", "comment", "junit"];
const OTHERS = ["name", "timeout", "out", "json", "config", "concurrency"];

export async function mergeMatrix(
  dirs: readonly string[],
  { flags, io, signal, ci }: { flags: MergeFlags; io: Io; signal: AbortSignal; ci: Ci },
): Promise<ExitCode | 0 | void> {
  const foreign = Object.keys(flags).filter((name) => ![...GATES, ...OTHERS].includes(name));
  refuse(flags, foreign, "matrix merge: every shard stores its own options.");
  const shards = shardsIn(dirs);
  const { shard: _, ...first } = shards[0]!.plan;
  const budget = shards.reduce((sum, { plan }) => sum + (plan.budget ?? 0), 0) || undefined;
  const whole = { ...first, budget, gates: storedGates(flags), label: flags.name ?? first.label };
  ci.name = whole.label;
  const baseline = flags.baseline === undefined ? undefined : readMatrix(flags.baseline);
  if (baseline) requireJudgeable(baseline, whole);
  const config = await configFrom({ config: flags.config });
  return withHarness("matrix", { config, flags: {}, io, signal }, (harness) => {
    const dir = newRunFolder(flags.out, whole.matrixId, harness.clock.date());
    const plan = { ...whole, matrixId: basename(dir) };
    return playMatrix({ harness, io, dir, plan, concurrency: 1, signal, ci }, () =>
      mergeShards(shards, { dir, plan, baseline }),
    );
  });
}

export const refuseMergeFlags = (flags: Readonly<Record<string, unknown>>): void =>
  refuse(flags, GATES, "--shard: `matrix merge` decides for all shards.");

function refuse(flags: Readonly<Record<string, unknown>>, names: readonly string[], why: string): void {
  const given = names.find((name) => flags[name] !== false && [flags[name] ?? []].flat().length > 0);
  if (given === undefined) return;
  const flag = `--${kebab(given)}`;
  throw new HarnessError({
    code: "bad-combination",
    message: `${flag} does not work with ${why}`,
    remedy: `Remove ${flag}.`,
  });
}
