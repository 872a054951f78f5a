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

test("what a narrator planted is found as it was planted, with quotes from the named turns", async () => {
  const { state, findings } = await read({ narrator: "house/forgetful", seed: 11, maxTurns: 24 });
  expect(findings.length).toBeGreaterThan(1);
  for (const { kind, quote, earlier } of findings) {
    expect(kind).toBe("contradiction");
    expect(state.records[quote.turn - 1]!.narrator.text).toContain(quote.text);
    expect(state.records[earlier[0]!.turn - 1]!.narrator.text).toContain(earlier[0]!.text);
  }
});

test("a plain narrator weaves digressions in, a blunt one forces the group back, a stalled one leaves them open", async () => {
  const plain = await read({ ...strayers, maxTurns: 24 });
  const woven = plain.returns.filter(({ how }) => how === "woven");
  expect(woven.length).toBeGreaterThan(2);
  expect(new Set(woven.map(({ quality }) => quality))).toEqual(new Set([5]));

  const blunt = await read({ ...strayers, narrator: "house/blunt", maxTurns: 24 });
  const forced = blunt.returns.filter(({ how }) => how === "forced");
  expect(forced.length).toBeGreaterThan(2);
  expect(new Set(forced.map(({ quality }) => quality))).toEqual(new Set([1]));

  const stalled = await read({ ...strayers, narrator: "house/stalled", maxTurns: 24 });
  const ignored = stalled.digressions.filter(({ noticed, returned }) => noticed === false && !returned);
  expect(ignored.length).toBeGreaterThan(2);
});

test("a narrator outside the offline cast gets no reading, and a truth file of another format is refused", async () => {
  const { state } = await houseSession({ ...strayers, maxTurns: 10 });
  const { config, records } = state;
  const content = houseContent({ config, records, truth: new Map(), before: new Map() });
  expect(content).toMatchObject({ findings: [], payoffs: [] });
  expect(content.digression.returned).toBeUndefined();
  const old = new Map([
    [10, { turn: 10, truth: { fault: "looping", kind: "loop-verbatim", turn: 10, text: "You go." } }],
  ]);
  expect(() => houseContent({ config, records, truth: old, before: new Map() })).toThrow(/version/);
});
