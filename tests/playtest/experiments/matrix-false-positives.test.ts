/**
 * Two prompts that differ in a word: `house/noisier` is equally good under both, but varies so much that most pairs
 * differ. Any winner here, in a matrix, a comparison or a baseline gate, is a false positive.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import compare from "../../../src/cli/commands/experiments/compare.ts";
import matrix from "../../../src/cli/commands/experiments/matrix.ts";
import { matrixResult } from "../../../src/contract/index.ts";
import { clopperPearson } from "../../../src/kernel/stats/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";

const full = process.env["REHEARSE_FULL"] === "1";
vi.setConfig({ testTimeout: full ? 3_600_000 : 120_000 });

const rehearse = (...argv: string[]) => runInMemory([matrix, compare], argv);
const METRIC = ["--metric", "soundness"];
const BY = ["matrix", "compare", "others", "matrices", "baseline"] as const;

type Told = {
  comparisons: Array<{
    paired: number;
    primary: { verdict: string; meanDifference: number };
    others: Array<{ verdict: string | null }>;
  }>;
};
const isWinner = ({ verdict }: { verdict: string | null }) => verdict === "better" || verdict === "worse";

async function luck(seed: number) {
  const dir = mkdtempSync(join(tmpdir(), "luck-"));
  const prompt = (word: string) => {
    const file = join(dir, `${word}-${seed}.md`);
    writeFileSync(file, `You narrate a ${word} ${seed} times told.\n`);
    return file;
  };
  const played = async (name: string, systemPrompts: Record<string, string>, ...more: string[]) => {
    const config = join(dir, `${name}.yaml`);
    writeFileSync(
      config,
      JSON.stringify({
        stories: ["innsmouth"],
        systemPrompts,
        narratorModels: ["house/noisier"],
        playerModel: "house",
        classifier: "house",
        sessionsPerCombination: 8,
        maxTurnsPerSession: 7,
        seed,
      }),
    );
    const { exit } = await rehearse("matrix", "--plan", config, ...METRIC, "--out", join(dir, name), ...more);
    return { exit, folder: join(dir, name, readdirSync(join(dir, name))[0]!) };
  };
  const compared = async (...dirs: string[]) =>
    (JSON.parse((await rehearse("compare", ...dirs, ...METRIC, "--json")).stdout) as Told).comparisons[0]!;
  const both = await played("both", { a: prompt("tale"), b: prompt("story") });
  // A narrator that repeats itself this often fails now and then. A first failure is reported at once unless it is tolerated.
  const after = await played("after", { a: prompt("saga") }, "--baseline", both.folder, "--tolerate", "8");
  const { standings } = matrixResult.parse(
    JSON.parse(readFileSync(join(both.folder, "matrix.json"), "utf8")),
  );
  const [within, between] = [await compared(both.folder), await compared(both.folder, after.folder)];
  rmSync(dir, { recursive: true });
  expect([within.paired, between.paired]).toEqual([8, 8]);
  return {
    differs: within.primary.meanDifference !== 0,
    winners: {
      matrix: standings.prompts.some(({ comparison }) => comparison !== null && isWinner(comparison)),
      compare: isWinner(within.primary),
      others: within.others.some(isWinner),
      matrices: isWinner(between.primary),
      baseline: after.exit === 1,
    },
  };
}

test("equally good prompts rarely differ, by any comparison", async () => {
  const runs = full ? 200 : 2;
  const all: Array<Awaited<ReturnType<typeof luck>>> = [];
  const wonBy = (by: keyof (typeof all)[number]["winners"]) =>
    all.filter(({ winners }) => winners[by]).length;
  for (let seed = 1; seed <= runs; seed++) {
    all.push(await luck(seed));
    if (full && seed % 25 === 0)
      console.info(`${seed} runs: ${BY.map((by) => `${by} ${wonBy(by)}`).join(", ")}`);
  }
  // Otherwise nothing would have been tested.
  expect(all.filter(({ differs }) => differs).length).toBeGreaterThanOrEqual(runs / 2);
  for (const by of BY) {
    const won = wonBy(by);
    const [least, most] = clopperPearson(won, runs);
    if (full)
      console.info(`${by}: ${won} of ${runs} tell them apart (${least.toFixed(4)} to ${most.toFixed(4)})`);
    expect({ by, least, won }).toEqual({
      by,
      won,
      least: expect.toSatisfy((least: number) => least <= 0.05),
    });
  }
});
