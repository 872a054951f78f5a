/** The house reader on sessions of the house cast: it reports what was planted and decided, with real quotes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { reading, type Reading } from "../../../src/contract/index.ts";
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
  const readings: Reading[] = [];
  for (const { turn } of records) {
    const content = houseContent({ config, records: records.slice(0, turn), truth, readings });
    readings.push(
      reading.parse({
        version: 2,
        turn,
        turnChecksum: "",
        reader: "house",
        status: "read",
        answeredBy: { reader: "house" },
        content,
      }),
    );
  }
  const contents = readings.flatMap((one) => (one.status === "read" ? [one.content] : []));
  return { state, truth, contents, findings: contents.flatMap(({ findings }) => findings) };
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
  ["looping", "repetition", true],
  ["forgetful", "contradiction", true],
  ["leaky", "leak", true],
  ["stalled", "ignored-request", true],
  ["blunt", "forced-return", false],
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
      expect(finding.against !== undefined).toBe(twoQuotes);
      if (!finding.against) continue;
      const earlier = state.records[finding.against.turn - 1]!;
      expect(`${earlier.narrator.text}\n${earlier.relay?.text}`).toContain(finding.against.text);
      expect(finding.against.turn).toBeLessThan(finding.quote.turn);
    }
  },
);

test("a plain narrator weaves digressions in, a blunt one forces the group back, a derailed one stays off the story", async () => {
  const plain = await read({ ...strayers, maxTurns: 24 });
  const natural = plain.contents
    .flatMap(({ returned }) => returned ?? [])
    .filter(({ how }) => how === "natural");
  expect(natural.length).toBeGreaterThan(2);
  expect(natural.some(({ woven, naturalness }) => woven && naturalness === 5)).toBe(true);

  const blunt = await read({ ...strayers, narrator: "house/blunt", maxTurns: 24 });
  const forced = blunt.contents
    .flatMap(({ returned }) => returned ?? [])
    .filter(({ how }) => how === "forced");
  expect(forced.length).toBeGreaterThan(2);
  for (const { naturalness } of forced) expect(naturalness).toBeLessThanOrEqual(2);

  const derailed = await read({ ...strayers, narrator: "house/derailed", maxTurns: 16 });
  expect(derailed.contents.slice(-6).map(({ returned, strays }) => [returned, strays === undefined])).toEqual(
    Array.from({ length: 6 }, () => [undefined, false]),
  );
});

test("a narrator outside the offline cast gets no reading, and a truth file of another format is refused", async () => {
  const { state } = await houseSession({ ...strayers, maxTurns: 10 });
  const { config, records } = state;
  const content = houseContent({ config, records, truth: new Map(), readings: [] });
  expect(content).toMatchObject({ findings: [], secrets: [], payoffs: [] });
  expect(content).not.toHaveProperty("returned");
  const old = new Map([
    [10, { turn: 10, truth: { fault: "looping", kind: "loop-verbatim", turn: 10, text: "You go." } }],
  ]);
  expect(() => houseContent({ config, records, truth: old, readings: [] })).toThrow(
    /truth\.jsonl cannot be read at turn 10/,
  );
});

test("a repetition that play and the reader both found is one issue with both sources", async () => {
  const { state, result } = await houseSession({ narrator: "house/looping", seed: 3, maxTurns: 24 });
  const repeated = (issues: typeof state.issues) => issues.filter(({ type }) => type === "repetition");
  const onPath = repeated(state.records.flatMap(({ issues }) => issues));
  expect(onPath.length).toBeGreaterThan(2);
  expect(new Set(onPath.map(({ source }) => source))).toEqual(new Set(["mechanical"]));
  const found = repeated(result.issues);
  expect(found.map(({ turn }) => turn)).toEqual(onPath.map(({ turn }) => turn));
  for (const { source } of found) expect(source).toBe("mechanical, reader: house (planted faults only)");
  expect(result.metrics!.failures.loops).toBe(found.length);
});
