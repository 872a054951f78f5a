/** The compare command on matrices. Nothing is played: `matrix.json` files are enough. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { planOf, rowsOf, scored, type RowOptions } from "../../support/playtest/matrix-rows.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "compare-"));
function stored(name: string, seed: number, ...wishes: RowOptions[]): string {
  const rows = wishes.flatMap((wish) => rowsOf({ rounds: 8, seed, ...wish }));
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...planOf(rows), matrixId: name, seed, rows }));
  return path;
}
const rehearse = (...argv: string[]) => runCommand(["compare", ...argv]);

const arms = (p: number, q: number): RowOptions[] => [
  { prompt: "p", of: scored((at) => p + at) },
  { prompt: "q", of: scored((at) => q + at) },
];
const before = stored("before", 3, ...arms(50, 50));
const after = stored("after", 3, ...arms(60, 40));

test("--by prompt compares each prompt of two matrices with itself", async () => {
  const results = async (...flags: string[]) =>
    (
      JSON.parse((await rehearse(before, after, "--json", ...flags)).stdout) as {
        comparisons: Array<{ b: string; result: string }>;
      }
    ).comparisons.map(({ b, result }) => [b, result]);
  expect(await results("--by", "prompt")).toEqual([
    ["after, prompt p", "better"],
    ["after, prompt q", "worse"],
  ]);
  // All together they are as good as before.
  expect(await results()).toEqual([["after", "no difference found"]]);
});

test("matrices of other groups and unfinished ones are refused with the reason", async () => {
  expect(await rehearse(before, stored("other", 4, ...arms(50, 50)))).toMatchObject({
    exit: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /other and before have no pairs\. before has seed 3, other has 4/,
    ) as string,
  });
  const open = stored(
    "open",
    3,
    { prompt: "p" },
    { prompt: "q", of: (at) => (at === 7 ? { outcome: "unfinished" } : {}) },
  );
  expect(await rehearse(open)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("open is unfinished: 15 of 16 sessions are played.") as string,
  });
});
