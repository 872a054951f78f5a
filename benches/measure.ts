/**
 * Shared by all benches: machine facts, medians, and variants measured alternately in one run. Only ratios are
 * meaningful: other load on the machine affects all variants alike, but makes absolute times unreliable.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export function printHeader(claim: string): void {
  const cores = cpus();
  console.log(claim);
  console.log(
    `node ${process.version}, ${process.platform} ${process.arch}, ${cores.length} cores (${cores[0]?.model.trim() ?? "?"}), ${Math.round(totalmem() / 2 ** 30)} GB\n`,
  );
}

/** The value below which a share of them lies; the median by default. */
export function quantile(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

setFlagsFromString("--expose-gc");
/** Frees unreachable objects. */
export const collectGarbage = runInNewContext("gc") as () => void;

export type Variant = () => unknown;
/** Milliseconds of one turn: the processor's time for this process, and the time that passed. */
export type Turn = { cpu: number; wall: number };

/** Runs the variants in turns (A B C, B C A, …), after some turns that do not count. */
export async function inTurns<Name extends string>(
  variants: Record<Name, Variant>,
  { rounds, warmUp = 2 }: { rounds: number; warmUp?: number },
): Promise<Record<Name, Turn[]>> {
  const names = Object.keys(variants) as Name[];
  const turns = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Turn[]>;
  for (let round = -warmUp; round < rounds; round++) {
    for (let turn = 0; turn < names.length; turn++) {
      // No variant is always first or always after the same neighbour, and each pays for its own garbage.
      const name = names[(turn + round + warmUp) % names.length]!;
      collectGarbage();
      const startedAt = performance.now();
      const before = process.cpuUsage();
      await variants[name]();
      const { user, system } = process.cpuUsage(before);
      if (round >= 0) turns[name].push({ cpu: (user + system) / 1_000, wall: performance.now() - startedAt });
    }
  }
  return turns;
}

/** The ratios of the rounds, one by one: what slowed a round down slowed both of its turns. */
export const ratios = (over: readonly number[], under: readonly number[]): number[] =>
  over.map((time, round) => time / under[round]!);

/** Runs `count` jobs, at most `width` at once. */
export async function inParallel(
  count: number,
  width: number,
  job: (index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await job(next++);
  };
  await Promise.all(Array.from({ length: Math.min(width, count) }, worker));
}

export function printTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join("  ");
  console.log(
    [line(head), widths.map((width) => "-".repeat(width)).join("  "), ...rows.map(line), ""].join("\n"),
  );
}

/** Says which aims were missed, and lets the bench exit with 1. */
export function reportMissed(missed: readonly string[]): void {
  for (const aim of missed) console.log(`Aim missed: ${aim}.`);
  if (missed.length > 0) process.exitCode = 1;
  else console.log("All aims reached.");
}

export const fixed = (value: number, digits = 2): string => value.toFixed(digits);

/** A folder for one bench, gone when it is over. */
export async function inTemporaryFolder(work: (dir: string) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "rehearse-bench-"));
  try {
    await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
