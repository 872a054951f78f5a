/** The house reader on sessions of the house cast: it reports what was planted and decided, with real quotes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readingContent, type ReadingContent } from "../../../src/contract/index.ts";
import { houseContent, TRUTH_FILE } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

type Wish = Parameters<typeof houseSession>[0];

async function read(wish: Wish) {
  const { dir, state } = await houseSession(wish);
  const lines = readFileSync(join(dir, TRUTH_FILE), "utf8").trimEnd().split("\n");
  const truth = new Map(
    lines.map((line) => JSON.parse(line) as { turn: number }).map((line) => [line.turn, line]),
  );
  const { config, records } = state;
  const before = new Map<number, ReadingContent>();
  for (const { turn } of records)
    before.set(turn, houseContent({ config, records: records.slice(0, turn), truth, before }));
  const contents = [...before.values()];
  for (const content of contents) readingContent.parse(content);
  return {
    state,
    truth,
    findings: contents.flatMap(({ findings }) => findings),
    digressions: contents.map(({ digression }) => digression),
    returns: contents.flatMap(({ digression: { returned } }) => returned ?? []),
  };
}

const strayers: Wish = {
  archetypes: ["joker", "wildcard", "drifter", "joker"],
  story: "marrow-fair",
  seed: 23,
};

test("every turn of a house narrator has its truth, and without a fault nothing is found", async () => {
  const { state, truth, findings } = await read({ maxTurns: 20 });
  expect([...truth.keys()]).toEqual(state.records.map(({ turn }) => turn));
  expect(findings).toEqual([]);
});

test.each([
  ["looping", "loop", true],
  ["forgetful", "contradiction", true],
  ["leaky", "leak", true],
  ["stalled", "ignored-request", true],
  ["blunt", "forced-segue", false],
] as const)(
  "a fault planted by %s is found as %s, with quotes from the named turns",
  async (name, kind, twoQuotes) => {
    const { state, findings } = await read({
      narrator: `house/${name}`,
      story: "innsmouth",
      seed: 11,
      maxTurns: 24,
    });
    expect(findings.length).toBeGreaterThan(1);
    for (const finding of findings) {
      expect(finding).toMatchObject({ kind, state: "confirmed", confidence: 1 });
      expect(state.records[finding.quote.turn - 1]!.narrator.text).toContain(finding.quote.text);
      expect(finding.earlier).toHaveLength(twoQuotes ? 1 : 0);
      for (const { turn, text } of finding.earlier) {
        const earlier = state.records[turn - 1]!;
        expect(`${earlier.narrator.text}\n${earlier.relay?.text}`).toContain(text);
        expect(turn).toBeLessThan(finding.quote.turn);
      }
    }
  },
);

test("a plain narrator weaves digressions in, a blunt one forces the group back, a derailed one stays off the story", async () => {
  const plain = await read({ ...strayers, maxTurns: 24 });
  const woven = plain.returns.filter(({ how }) => how === "woven");
  expect(woven.length).toBeGreaterThan(2);
  expect(new Set(woven.map(({ quality }) => quality))).toEqual(new Set([5]));

  const blunt = await read({ ...strayers, narrator: "house/blunt", maxTurns: 24 });
  const forced = blunt.returns.filter(({ how }) => how === "forced");
  expect(forced.length).toBeGreaterThan(2);
  for (const { quality } of forced) expect(quality).toBeLessThanOrEqual(2);

  const derailed = await read({ ...strayers, narrator: "house/derailed", maxTurns: 16 });
  for (const digression of derailed.digressions.slice(-6)) {
    expect(digression).toMatchObject({ noticed: true });
    expect(digression).not.toHaveProperty("returned");
  }
});

test("a narrator outside the offline cast gets no reading, and a truth file of another format is refused", async () => {
  const { state } = await houseSession({ ...strayers, maxTurns: 10 });
  const { config, records } = state;
  const content = houseContent({ config, records, truth: new Map(), before: new Map() });
  expect(content).toMatchObject({ findings: [], payoffs: [] });
  expect(content.digression).not.toHaveProperty("returned");
  const old = new Map([
    [10, { turn: 10, truth: { fault: "looping", kind: "loop-verbatim", turn: 10, text: "You go." } }],
  ]);
  expect(() => houseContent({ config, records, truth: old, before: new Map() })).toThrow(
    /truth\.jsonl cannot be read at turn 10/,
  );
});

test("a loop that play and the reader both found is one issue with both sources", async () => {
  const { state, result } = await houseSession({ narrator: "house/looping", seed: 3, maxTurns: 24 });
  const repeated = (issues: typeof state.issues) => issues.filter(({ type }) => type === "loop");
  const onPath = repeated(state.records.flatMap(({ issues }) => issues));
  expect(onPath.length).toBeGreaterThan(2);
  expect(new Set(onPath.map(({ source }) => source))).toEqual(new Set(["mechanical"]));
  const found = repeated(result.issues);
  expect(found.map(({ turn }) => turn)).toEqual(onPath.map(({ turn }) => turn));
  for (const { source } of found) expect(source).toBe("mechanical, reader: house (planted faults only)");
  expect(result.metrics!.failures.loops).toBe(found.length);
});
