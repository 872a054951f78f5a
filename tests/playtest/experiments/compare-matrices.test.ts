/** The compare command on matrices. Nothing is played: `matrix.json` files are enough. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import compare from "../../../src/cli/commands/experiments/compare.ts";
import matrix from "../../../src/cli/commands/experiments/matrix.ts";
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

test("--by is refused for sessions", async () => {
  expect(await rehearse("sessions/a", "sessions/b", "--by", "prompt")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(
      "--by prompt works only with matrices. sessions/a is not a matrix",
    ) as unknown,
  });
});

test("--by a dimension with a single value: the message names those that vary", async () => {
  expect(await rehearse(before, "--by", "narrator")).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(
      /before has one narrator only\.[^]*It has 2 prompts: --by prompt compares these/,
    ) as unknown,
  });
});

test("--metric other than the plan's is reported as chosen afterwards, in text and JSON", async () => {
  const { stdout } = await rehearse(before, "--metric", "soundness");
  expect(stdout).toContain("soundness (post hoc; the matrix pre-registered overall)");
  expect(stdout).not.toContain("is pre-registered and");
  const { comparisons } = JSON.parse((await rehearse(before, "--metric", "soundness", "--json")).stdout) as {
    comparisons: unknown[];
  };
  expect(comparisons).toMatchObject([
    { chosenNow: "the matrix pre-registered overall", families: { primary: 0 } },
  ]);
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

test("the weights of a score are read from the sessions of a matrix", async () => {
  const [config, out] = [join(folder, "matrix.yaml"), join(folder, "played")];
  writeFileSync(
    config,
    JSON.stringify({
      stories: ["innsmouth"],
      systemPrompts: { a: "baseline" },
      narratorModels: ["house"],
      maxTurnsPerSession: 4,
      seed: 3,
    }),
  );
  await runInMemory([matrix], ["matrix", "--plan", config, "--out", out]);
  const [id] = readdirSync(out);
  const [one, two] = [join(out, id!), join(out, "copy")];
  cpSync(one, two, { recursive: true });
  const session = join(two, "sessions", readdirSync(join(two, "sessions"))[0]!, "session.json");
  writeFileSync(
    session,
    readFileSync(session, "utf8").replaceAll(
      /(?<before>"name":\s*"soundness",\s*"value":\s*[\d.]+,\s*"weight":\s*)25/g,
      "$<before>90",
    ),
  );
  const { comparisons } = JSON.parse((await rehearse(one, two, "--json")).stdout) as {
    comparisons: unknown[];
  };
  expect(comparisons).toMatchObject([
    {
      settings: ["weight of soundness (25; 90)"],
      withheld: [expect.stringContaining("weight overall differently")],
    },
  ]);
});
