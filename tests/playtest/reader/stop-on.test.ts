/** `--stop-on` and kinds of the user's own, from the command line to the result. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { loadLatest } from "../../../src/playtest/index.ts";
import { firstSentence, readerAnswer } from "../../support/model-servers/playtest-actors.ts";
import type { Entry, Special } from "../../support/model-servers/playtest-server.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { found, type Answer } from "../../support/playtest/scripted-reader.ts";

const args = "--narrator opus-4.5 --archetypes joker,follower --seed a --json".split(" ");

/** What the reader finds in some turns. */
const finds =
  (findings: (asked: Entry, turn: number) => Answer["findings"]) =>
  (asked: Entry): Special | undefined =>
    asked.part === "reader"
      ? {
          does: "say",
          text: JSON.stringify(readerAnswer(asked, (turn) => ({ findings: findings(asked, turn) }))),
        }
      : undefined;

/** A contradiction from turn 4 on. */
const contradicts = finds((asked, turn) => [
  ...(turn === 3 ? [found("rushed", firstSentence(asked, 3))] : []),
  ...(turn >= 4
    ? [found("contradiction", firstSentence(asked, turn), { turn: 3, quote: firstSentence(asked, 3) })]
    : []),
]);

test("a session stops at the first confirmed finding of a named kind, and is over", async () => {
  await using table = await openTable({ endsAt: 99, special: contradicts });
  const { stdout } = await table.run("one", "play", ...args, "--stop-on", "loop,contradiction");
  const result = JSON.parse(stdout) as SessionResult;
  expect(result).toMatchObject({
    outcome: "failed",
    why: "stopped at the first contradiction (turn 4)",
    turns: 4,
    issues: [
      { turn: 3, kind: "rushed" },
      { turn: 4, kind: "contradiction" },
    ],
  });
  const asked = table.server.of("one");
  expect(asked.flatMap(({ part, last }) => (part === "reader" ? [last] : []))).toEqual(
    [1, 2, 3, 4].map((turn) => `READING: read turn ${turn}.`),
  );
  expect(asked.some(({ part, turn }) => part === "narrator" && turn > 4)).toBe(false);
  // The turns themselves say nothing of an end, so that they can be branched.
  const dir = join(table.dir, result.dir);
  expect(loadLatest(dir).played.ending).toBeUndefined();
  const before = table.server.log.length;
  const resumed = await table.run("one", "resume", dir, "--json");
  expect(JSON.parse(resumed.stdout)).toMatchObject({ outcome: "failed", turns: 4 });
  expect(table.server.log).toHaveLength(before);
});

test.each([
  ["read", ["reader", "second-look"]],
  ["decided", ["second-look"]],
])("a turn that cannot be %s stops a session until a resume asks again", async (_, parts) => {
  let broken = true;
  await using table = await openTable({
    endsAt: 99,
    special: (asked) =>
      broken && asked.part === parts[0] && asked.turn === 4
        ? { does: "refuse", status: 500 }
        : contradicts(asked),
  });
  const flags = [...args, "--max-turns", "4", "--stop-on", "contradiction"];
  const { exit, stdout, stderr } = await table.run("one", "play", ...flags);
  expect(exit).toBe(3);
  expect(stderr).toMatch(new RegExp(`--stop-on: the reader could not decide turn 4: .* answered 500`));
  broken = false;
  const before = table.server.log.length;
  const resumed = await table.run("one", "resume", (JSON.parse(stdout) as SessionResult).dir, "--json");
  const why = "stopped at the first contradiction (turn 4)";
  expect(JSON.parse(resumed.stdout)).toMatchObject({ why, turns: 4 });
  expect(table.server.log.slice(before).map(({ part }) => part)).toEqual(parts);
});

test("a kind from the settings is asked for, confirmed, and counted among the failures", async () => {
  const offBrand = { is: "the narration names a competitor", not: "a joke about one", points: 5 };
  await using table = await openTable({
    endsAt: 99,
    settings: { findings: { "off-brand": offBrand } },
    special: finds((asked, turn) => (turn === 2 ? [found("off-brand", firstSentence(asked, 2))] : [])),
  });
  const { stdout } = await table.run("one", "play", ...args, "--max-turns", "4");
  const { issues, metrics } = JSON.parse(stdout) as SessionResult;
  expect(issues).toMatchObject([{ turn: 2, kind: "off-brand", severity: "warning", pointsLost: 5 }]);
  expect(metrics!.failures).toMatchObject({ others: { "off-brand": 1 }, total: 1 });
  const readers = table.server.of("one").filter(({ role }) => role === "observer");
  expect(readers.map(({ part }) => part)).toEqual(["reader", "second-look"]);
  for (const { system } of readers)
    expect(system).toContain("- off-brand: the narration names a competitor. Not: a joke about one.");
});
