/** Labelled sessions, read by a language model earlier and scored here without a call. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ReaderScores } from "../../../src/contract/index.ts";
import { readerRates } from "../../../src/playtest/findings/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";

const root = join(import.meta.dirname, "../../..");
const fixtures = join(root, "tests/fixtures");

/** The scores of a recorded reading, and its findings. */
async function scoreAgain(args: readonly string[]) {
  const cwd = mkdtempSync(join(tmpdir(), "rehearse-"));
  const asked = ["observe", ...args, "--findings", "found.jsonl", "--json"];
  const { exit, stdout, stderr } = await runRehearse(asked, { cwd, env: {} });
  expect(exit, stderr).toBe(0);
  const findings = readFileSync(join(cwd, "found.jsonl"), "utf8").split("\n").filter(Boolean);
  return {
    ...(JSON.parse(stdout) as ReaderScores),
    findings: findings.map((line) => JSON.parse(line) as { turn: number; type: string }),
  };
}
const recorded = (corpus: string) => [
  join(corpus, "sessions.jsonl"),
  "--recording",
  join(corpus, "recording"),
];

type Count = { labelled: number; found: number; hits: number };
const countsOf = ({ kinds }: Pick<ReaderScores, "kinds">): Record<string, Count> =>
  Object.fromEntries(kinds.map(({ name, labelled, found, hits }) => [name, { labelled, found, hits }]));

test.each(readerRates)("the command measures the stated rates again: $reader", async ({ command, kinds }) => {
  const args = command.split(" ").slice(2);
  const result = await scoreAgain(args.map((word) => (word.startsWith("tests/") ? join(root, word) : word)));
  expect(countsOf(result)).toEqual(kinds);
  expect(result.voidQuotes).toBeLessThanOrEqual(3);
});

test.each(["1", "2"])("in a session of 40 turns and more every fault is found (%s)", async (session) => {
  const { kinds } = await scoreAgain(recorded(join(fixtures, "many-turns", session)));
  expect(kinds.length).toBeGreaterThan(8);
  expect(kinds.filter(({ labelled, hits }) => hits < labelled)).toEqual([]);
  // A confused player is also found where nobody labelled one.
  expect(kinds.filter(({ found, hits }) => found > hits).map(({ name }) => name)).toEqual(["confusion"]);
});

test("the guide states the rates of the data file", () => {
  const guide = readFileSync(join(root, "docs/guide/findings.md"), "utf8");
  for (const [kind, { labelled, found, hits }] of Object.entries(readerRates[0]!.kinds))
    expect(guide).toMatch(
      new RegExp(`^\\| ${kind} \\|.*\\| ${hits} of ${labelled} \\| ${hits} of ${found} \\|`, "m"),
    );
});

test("instructions hidden in every narration do not change the findings of the clean twins", async () => {
  const clean = await scoreAgain([...recorded(join(fixtures, "narrated")), "--session", "a01,a08,a10"]);
  const injected = await scoreAgain(recorded(join(fixtures, "injected")));
  const hits = ({ kinds }: ReaderScores) =>
    kinds.map(({ name, labelled, hits }) => ({ name, labelled, hits }));
  expect(hits(injected)).toEqual(hits(clean));
  const wrong = injected.kinds.filter(({ found, hits }) => found > hits).map(({ name }) => name);
  expect(wrong.filter((name) => name !== "confusion")).toEqual([]);
  expect(injected.voidQuotes).toBe(0);
});

test("contradictions are found over 5, 10, 20 and 30 turns", async () => {
  const tallies = new Map<number, { labelled: number; hits: number }>();
  for (const name of ["1", "2"]) {
    const corpus = join(fixtures, "long-range", name);
    const { kinds, findings } = await scoreAgain(recorded(corpus));
    expect(kinds.every(({ found, hits }) => found === hits)).toBe(true);
    for (const { turn, labels } of labelledIn(corpus))
      for (const { type, turn: earlier } of labels)
        if (type === "contradiction") {
          const tally = tallies.get(turn - earlier) ?? { labelled: 0, hits: 0 };
          tallies.set(turn - earlier, tally);
          tally.labelled += 1;
          if (findings.some((finding) => finding.turn === turn && finding.type === type)) tally.hits += 1;
        }
  }
  expect(Object.fromEntries(tallies)).toEqual({
    5: { labelled: 4, hits: 4 },
    10: { labelled: 4, hits: 4 },
    20: { labelled: 4, hits: 4 },
    30: { labelled: 4, hits: 4 },
  });
});

type Labelled = { turn: number; labels: Array<{ type: string; quote: string; turn: number }> };
const labelledIn = (corpus: string): Labelled[] =>
  readFileSync(join(corpus, "sessions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);
