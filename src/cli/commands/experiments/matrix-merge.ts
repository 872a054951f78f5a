/** `matrix merge`: one matrix of its shards, with the gates that one process would have decided. */
import { basename } from "node:path";
import { requireGate, storedGates } from "../../../api/matrix.ts";
import { HarnessError, type ExitCode } from "../../../kernel/errors/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import { mergeShards, readMatrix, shardsIn, wholePlan } from "../../../playtest/index.ts";
import { type Ci, type Io, kebab } from "../../frame/index.ts";
import { readGates, requireMeasurable } from "../flags/gate-flags.ts";
import { configFrom } from "../flags/settings-flags.ts";
import { playMatrix, withHarness } from "./play-experiment.ts";

type MergeFlags = {
  failUnder: readonly string[];
  failOver: readonly string[];
  baseline?: string;
  strict: boolean;
  tolerate?: number;
  name?: string;
  out: string;
  config?: string;
};

/** Decided once, for all shards. */
const GATES = ["failUnder", "failOver", "baseline", "strict", "tolerate", "comment", "junit"];
const USED = new Set([...GATES, "name", "timeout", "out", "json", "config", "concurrency"]);

export async function mergeMatrix({
  dirs,
  flags,
  io,
  signal,
  ci,
}: {
  dirs: readonly string[];
  flags: MergeFlags;
  io: Io;
  signal: AbortSignal;
  ci: Ci;
}): Promise<ExitCode | 0 | void> {
  ci.name = flags.name ?? "matrix";
  const others = Object.fromEntries(Object.entries(flags).filter(([name]) => !USED.has(name)));
  refuse(others, {
    with: "matrix merge",
    remedy: "Remove it: a merge takes everything from the shards, except the gates.",
  });
  if (dirs.length === 0)
    throw new HarnessError({
      code: "missing-argument",
      message: "matrix merge needs the folders of the shards.",
      remedy: "Name them, or a folder that holds them: rehearse matrix merge matrices/shards/NAME.",
    });
  const gates = readGates(flags);
  const shards = shardsIn(dirs);
  const whole = wholePlan(shards, { gates: storedGates(flags), label: flags.name });
  ci.name = whole.label;
  requireMeasurable(gates, whole.config);
  const baseline = flags.baseline === undefined ? undefined : readMatrix(flags.baseline);
  requireGate(whole, { baseline, strict: flags.strict });
  const config = await configFrom({ config: flags.config });
  return withHarness("matrix", { config, flags: {}, io, signal }, async (harness) => {
    const dir = newRunFolder(flags.out, whole.matrixId, harness.clock.date());
    const plan = { ...whole, matrixId: basename(dir) };
    return playMatrix({ harness, io, dir, plan, concurrency: 1, signal, ci }, () =>
      mergeShards(shards, { dir, plan, baseline }),
    );
  });
}

export const refuseMergeFlags = (flags: Readonly<Record<string, unknown>>): void =>
  refuse(Object.fromEntries(GATES.map((name) => [name, flags[name]])), {
    with: "--shard",
    remedy: "Give it to `matrix merge`, which decides for all shards.",
  });

function refuse(
  flags: Readonly<Record<string, unknown>>,
  { with: what, remedy }: { with: string; remedy: string },
): void {
  const given = Object.keys(flags).find((name) => {
    const value = flags[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
  if (given === undefined) return;
  throw new HarnessError({
    code: "bad-flags",
    message: `--${kebab(given)} does not work with ${what}.`,
    remedy,
  });
}
