/**
 * Shared by all benches: machine facts, tables and missed aims.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";

export function printHeader(claim: string): void {
  const cores = cpus();
  console.log(claim);
  const machine = `${process.platform} ${process.arch}, ${cores.length} cores (${cores[0]?.model.trim() ?? "?"})`;
  console.log(`node ${process.version}, ${machine}, ${Math.round(totalmem() / 2 ** 30)} GB\n`);
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
