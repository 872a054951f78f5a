/** Guides with little content: they can be played, and metrics that cannot be measured are missing. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { story, type Story } from "../../../src/contract/index.ts";
import { judgeGate } from "../../../src/playtest/metrics/index.ts";
import { estimateCost, planSession, playSession } from "../../../src/playtest/index.ts";
import { emptyFolder, houseHarness } from "../house-session.ts";

const noBeats: Story = story.parse({
  version: 1,
  id: "ferry",
  title: "The Last Ferry",
  text: "# The Last Ferry\n\nThe ferry leaves at nine. Ines, the captain, knows who paid for the hole in the hull.",
});

const narrator =
  `const told = ["The rope is cast off, and the quay slides away.", "Ines counts the \
passengers twice and frowns.", "Water stands in the engine room.", "The far shore has no lights \
tonight."];
export default async ({ turn }) => ({ text: turn === 7 ? "You step ashore, all of you.\\n\\nThe End." : \`\${told[turn % 4]} It is bell number \${turn}, and somebody calls from deck \${turn * 3}. ` +
  `What do you do?\` });`;

test("a guide without beats plays; completion and pace are missing, and gates on them fail", async () => {
  const path = join(emptyFolder("narrator-"), "narrator.mjs");
  writeFileSync(path, narrator);
  const harness = houseHarness();
  harness.permits.allow([path]);
  const config = planSession(harness, {
    story: noBeats,
    prompt: "baseline",
    narrator: path,
    playerModel: "house",
    classifier: "house",
    seed: 1,
    players: 3,
    maxTurns: 20,
  });
  expect(config).not.toHaveProperty("expectedPulses", expect.anything());
  const { turns } = estimateCost(config, harness.catalog);
  expect(turns).toEqual({ low: 10, high: 20 });
  const out = emptyFolder();
  const { result } = await playSession(harness, { config, out, sessionId: "ferry" });
  expect(result).toMatchObject({ outcome: "completed", turns: 7, pulses: { detected: null } });
  expect(result.pulses.expected).toBeUndefined();
  expect(result.metrics!.pulses).toMatchObject({
    completionRate: null,
    turnsPerPulse: null,
    evenness: null,
    longestGap: null,
  });
  expect(result.metrics!.score).toMatchObject({ completion: null, missing: [{ name: "craft" }] });
  expect(judgeGate({ metric: "completion", least: 0 }, result).says).toContain(
    "completion could not be measured: the guide has no beats",
  );
  expect(judgeGate({ metric: "longest-gap", most: 99 }, result).is).toBe("missing");
  const report = readFileSync(join(out, "ferry", "report.md"), "utf8");
  expect(report).toContain("- Pulses detected: none in the guide");
  expect(report).not.toMatch(/0\/0|undefined|NaN/);
});

test("the house narrator refuses a guide without beats before anything is written", () => {
  expect(() =>
    planSession(houseHarness(), { story: noBeats, prompt: "baseline", narrator: "house", seed: 1 }),
  ).toThrow(
    expect.objectContaining({
      code: "wrong-model",
      message: expect.stringContaining('the guide "The Last Ferry" has none'),
    }),
  );
});

test("players of a guide without names get general ones that differ from the guide's characters", () => {
  const harness = houseHarness();
  const names = Array.from({ length: 40 }, (_, seed) =>
    planSession(harness, {
      story: { ...noBeats, pulses: [{ ...beat, id: "one", title: "One" }] },
      prompt: "baseline",
      narrator: "house",
      players: 5,
      seed,
    }).group.players.map(({ name }) => name),
  ).flat();
  expect(new Set(names).size).toBeGreaterThan(15);
  expect(names).not.toContain("Ines");
});
const beat = story.parse({ version: 1, id: "x", title: "x", pulses: [{ id: "y", title: "y" }] }).pulses[0]!;
