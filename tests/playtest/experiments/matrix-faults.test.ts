/** Matrices tell faulty narrators from the plain one, and say why; `compare` prints the same numbers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ArmComparison } from "../../../src/contract/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { resultIn as sessionResultIn } from "../house-session.ts";
import { config, folder, onlyIn, playOffline, rehearse, resultIn } from "./matrix-command.ts";

playOffline();

const FULL = process.env["REHEARSE_FULL"] === "1";
/** Fewer than 6 would be too few to decide. */
const GROUPS = FULL ? 18 : 7;

async function played(fields: object) {
  const out = folder();
  const plan = config({ systemPrompts: { a: "baseline" }, ...fields });
  const { exit, stdout } = await rehearse("matrix", "--plan", plan, "--out", out);
  expect(exit).toBe(0);
  return { ...resultIn(onlyIn(out)), dir: onlyIn(out), stdout };
}

test("a blunt narrator is worse in all groups, because of forced segues, with the same numbers everywhere", async () => {
  const { dir, stdout, verdict, comparisons, rows } = await played({
    narratorModels: ["house", "house/blunt"],
    sessionsPerCombination: GROUPS,
    maxTurnsPerSession: FULL ? 40 : 24,
    players: 5,
  });
  const [found] = comparisons.narrators as [ArmComparison];
  expect(found).toMatchObject({
    a: "house",
    b: "house/blunt",
    result: "worse",
    groups: GROUPS,
    worse: GROUPS,
    better: 0,
  });
  expect(found.because[0]).toMatchObject({
    label: "forced segues",
    detail: expect.stringMatching(/^\d+ with house\/blunt, 0 with house$/) as string,
    quote: { at: expect.stringMatching(/^\d{4}-innsmouth-a-house-blunt, turn \d+$/) as string },
  });
  expect(verdict.headline).toMatch(
    new RegExp(
      String.raw`^house/blunt is worse than house by [\d.]+ points \([\d.]+ to [\d.]+\), in (\d+) of \1 groups, ` +
        String.raw`because of forced segues \(\d+ with house/blunt, 0 with house\)\.$`,
    ),
  );
  const compared = (...flags: string[]) => runCommand(["compare", dir, ...flags]);
  expect((JSON.parse((await compared("--json")).stdout) as { comparisons: object[] }).comparisons).toEqual([
    found,
  ]);
  for (const text of [stdout, (await compared()).stdout, readFileSync(join(dir, "report.md"), "utf8")])
    expect(text.replaceAll(/\s+/g, " ")).toContain(verdict.headline);
  // The rows are the sessions' own scores.
  for (const { sessionId, score } of rows.slice(0, 2))
    expect(sessionResultIn(join(dir, "sessions", sessionId)).overall).toBe(score!.overall);
});

test("groups without a tangent do not hide forced segues", async () => {
  const { comparisons } = await played({
    narratorModels: ["house", "house/blunt"],
    sessionsPerCombination: 12,
    maxTurnsPerSession: 12,
  });
  const [blunt] = comparisons.narrators as [ArmComparison];
  expect(blunt.equal).toBeGreaterThan(0);
  expect(blunt).toMatchObject({ result: "worse", better: 0, because: [{ label: "forced segues" }] });
});

test.runIf(FULL)("a narrator that rushes through the story loses", async () => {
  const { comparisons } = await played({
    narratorModels: ["house", "house/rushed"],
    sessionsPerCombination: 6,
    maxTurnsPerSession: 40,
  });
  expect(comparisons.narrators).toMatchObject([{ result: "worse", worse: 6, groups: 6 }]);
  expect(comparisons.narrators[0]!.because.map(({ label }) => label)).toContain("rushed passages");
});

test.runIf(FULL)(
  "every fault loses on five stories, and five groups are too few to decide anything",
  { timeout: 900_000 },
  async () => {
    const faults = ["looping", "blunt", "rushed", "stalled", "forgetful", "leaky"];
    const size = {
      stories: ["gilded-carriage", "innsmouth", "long-quiet", "marrow-fair", "salt-road"],
      maxTurnsPerSession: 40,
      narratorModels: ["house", ...faults.map((fault) => `house/${fault}`)],
    };
    const results = ({ comparisons }: { comparisons: { narrators: ArmComparison[] } }) =>
      comparisons.narrators.map(({ b, result }) => [b, result]);
    expect(results(await played({ ...size, sessionsPerCombination: 3 }))).toEqual(
      faults.map((fault) => [`house/${fault}`, "worse"]),
    );
    expect(results(await played(size))).toEqual(faults.map((fault) => [`house/${fault}`, "too few groups"]));
  },
);
