/** The compare command on matrices. Nothing is played: `matrix.json` files are enough. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import compare from "../../../src/cli/commands/experiments/compare.ts";
import { planOf, rowsOf, scored, type RowOptions } from "../../support/playtest/matrix-rows.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "compare-"));
function stored(name: string, seed: number, ...wishes: RowOptions[]): string {
  const rows = wishes.flatMap((wish) => rowsOf({ rounds: 8, seed, ...wish }));
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ ...planOf(rows), matrixId: name, seed, rows }));
  return path;
}
const rehearse = (...argv: string[]) => runInMemory([compare], ["compare", ...argv]);

const before = stored(
  "before",
  3,
  { prompt: "p", of: scored((at) => 50 + at) },
  { prompt: "q", of: scored((at) => 50 + at) },
);
const after = stored(
  "after",
  3,
  { prompt: "p", of: scored((at) => 60 + at) },
  { prompt: "q", of: scored((at) => 40 + at) },
);
const other = stored("other", 4, { prompt: "p" }, { prompt: "q" });

test("--by prompt compares each prompt of two matrices with itself", async () => {
  const told = async (...flags: string[]) =>
    (
      JSON.parse((await rehearse(before, after, "--json", ...flags)).stdout) as {
        comparisons: Array<{ b: string; primary: { verdict: string } }>;
      }
    ).comparisons.map(({ b, primary }) => [b, primary.verdict]);
  expect(await told("--by", "prompt")).toEqual([
    ["after, prompt p", "better"],
    ["after, prompt q", "worse"],
  ]);
  // All together they are as good as before.
  expect(await told()).toEqual([["after", "no difference found"]]);
});

test("matrices of other groups: refused with the reason; next to one with pairs, its line says so", async () => {
  const refused = await rehearse(before, other);
  expect(refused).toMatchObject({ exit: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /Nothing to compare: other and before have no pairs.*before has 3, other has 4.*--seed 3/s,
  );
  const { exit, stdout } = await rehearse(before, after, other);
  expect(exit).toBe(0);
  expect(stdout).toContain("Nothing to compare: other and before have no pairs");
});

test("matrices with different turn caps get no verdict; nor does an unfinished one", async () => {
  const [short, long] = [15, 40].map((most) =>
    stored(`most-${most}`, 3, { prompt: "p", of: scored((at) => most + at) }),
  );
  for (const [path, most] of [
    [short!, 15],
    [long!, 40],
  ] as const) {
    const value = JSON.parse(readFileSync(path, "utf8")) as { config: object };
    writeFileSync(path, JSON.stringify({ ...value, config: { ...value.config, maxTurnsPerSession: most } }));
  }
  expect((await rehearse(short!, long!)).stdout).toMatch(
    /^.*\n*No verdict \(not comparable: most-15 had at most 15 turns, most-40 40\)[^]*maxTurnsPerSession \(15; 40\)/,
  );
  const open = stored(
    "open",
    3,
    { prompt: "p", of: scored((at) => 50 + at) },
    {
      prompt: "q",
      of: (at) => ({
        metrics: { overall: at < 7 ? 70 + at : null },
        ...(at === 7 && { outcome: "unfinished" }),
      }),
    },
  );
  expect((await rehearse(open)).stdout).toContain("No verdict (provisional: 15 of 16 sessions) ");
});
