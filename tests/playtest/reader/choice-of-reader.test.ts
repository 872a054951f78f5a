/** The choice of a reader: every command that plays or reads uses the named model, and nothing is read twice. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { planAb, readArm, turnPath } from "../../../src/playtest/index.ts";
import { firstSentence, readerAnswer } from "../../support/model-servers/playtest-actors.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { found } from "../../support/playtest/scripted-reader.ts";
import { houseSession } from "../house-session.ts";

const patience = { timeout: 180_000 };
const wish = { archetypes: ["joker" as const, "follower" as const], seed: 3, maxTurns: 8 };

/** Something to confirm in every turn, of sessions played here and elsewhere. */
function finds(asked: Entry): Special | undefined {
  if (asked.part !== "reader") return undefined;
  const findings = (turn: number) => [found("character-break", firstSentence(asked, turn))];
  return { does: "say", text: JSON.stringify(readerAnswer(asked, (turn) => ({ findings: findings(turn) }))) };
}
const models = (entries: readonly Entry[], part: Entry["part"]) => [
  ...new Set(entries.filter((entry) => entry.part === part).map(({ model }) => model)),
];

test("the second look goes to the model of the setting in play and observe", patience, async () => {
  await using table = await openTable({ endsAt: 99, settings: { secondLook: "grok-4" }, special: finds });
  const { dir, state } = await table.play("play", { ...wish, maxTurns: 3 });
  expect(state.readings.map((each) => each.status === "read" && each.answeredBy.secondLook)).toEqual(
    Array.from({ length: 3 }, () => expect.stringContaining("grok-4")),
  );
  const observed = await table.run("observe", "observe", dir, "--observer", "haiku");
  expect({ exit: observed.exit, stderr: observed.stderr }).toEqual({ exit: 0, stderr: expect.any(String) });
  for (const client of ["play", "observe"]) {
    expect(models(table.server.of(client), "second-look")).toEqual([expect.stringMatching(/^grok-4/)]);
    expect(models(table.server.of(client), "reader")).not.toContainEqual(expect.stringMatching(/^grok/));
    expect(models(table.server.of(client), "reader")).toHaveLength(1);
  }

  // Its key is needed before the first call, as the reader's own is.
  const { XAI_API_KEY: _key, ...env } = table.server.env("keyless");
  const refused = await runRehearse(["observe", dir, "--observer", "deepseek-r2"], { cwd: table.dir, env });
  expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining("XAI_API_KEY") });
  expect(table.server.of("keyless")).toEqual([]);
});

test("two arms never have two readers: if `house` cannot read one, a model reads both", async () => {
  await using table = await openTable();
  const { dir } = await houseSession({ players: 2, maxTurns: 4, seed: 3 });
  const harness = table.harness("ab");
  const plan = (...b: string[]) =>
    planAb(harness, {
      checkpoints: [turnPath(dir, 3)],
      a: readArm([]),
      b: readArm(b),
      turns: 1,
    }).plan.observer;
  expect(plan("narrator=opus-4.5")).toBe("gpt-4o-mini");
  // The house reads both.
  expect(plan("narrator=house/looping")).toBeUndefined();
  const checkpoint = ["--checkpoint", turnPath(dir, 3), "--b", "narrator=opus-4.5"];
  const { stdout } = await table.run("dry", "ab", ...checkpoint, "--dry-run");
  expect(stdout).toMatch(/^Reader +gpt-4o-mini +\(of both arms\)$/m);
  expect(readFileSync(turnPath(dir, 3), "utf8")).not.toContain("gpt-4o-mini");
});
