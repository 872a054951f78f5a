/** Sessions of house narrators: what each plants, what the house reader makes of it, and what code finds by itself. */
import { expect, test } from "vitest";
import { readTruth } from "../../../src/playtest/house/index.ts";
import { houseSession } from "../house-session.ts";

const table = { archetypes: ["joker", "wildcard", "drifter", "invested", "follower"], seed: 6, maxTurns: 30 };

type Planted = { finding: string; text: string; against?: { turn: number; text: string } };

async function played(narrator: string, story = "innsmouth") {
  const { dir, state, result } = await houseSession({ ...table, narrator, story });
  const planted = [...readTruth(dir)].flatMap(([turn, line]) =>
    (line as { truth: { planted: Planted[] } }).truth.planted.map((fault) => ({ turn, ...fault })),
  );
  return { state, result, planted };
}

test.each([
  ["blunt", ["forced-segue"], 0],
  ["looping", ["loop"], 1],
  ["leaky", ["leak"], 1],
  ["forgetful", ["contradiction"], 1],
  ["stalled", ["ignored-request"], 1],
  ["rushed", ["takes-over", "rushed"], 0],
] as const)(
  "house/%s plants %s several times in a session, with its words and those it goes against",
  { timeout: 60_000 },
  async (name, kinds, earlier) => {
    const { state, planted } = await played(`house/${name}`);
    expect(planted.length).toBeGreaterThan(2);
    expect(new Set(planted.map(({ finding }) => finding))).toEqual(new Set(kinds));
    for (const { turn, text, against } of planted) {
      expect(state.records[turn - 1]!.narrator.text).toContain(text);
      expect(against === undefined ? 0 : 1).toBe(earlier);
      if (!against) continue;
      const before = state.records[against.turn - 1]!;
      expect(against.turn).toBeLessThan(turn);
      expect(`${before.narrator.text}\n${before.relay?.text}`).toContain(against.text);
    }
  },
);

test("code finds repetitions where they were planted, and nowhere else", { timeout: 60_000 }, async () => {
  for (const story of ["innsmouth", "salt-road"]) {
    const { state, planted } = await played("house/looping", story);
    const found = state.records.flatMap(({ issues }) => issues).filter(({ kind }) => kind === "loop");
    expect(found.map(({ turn }) => turn)).toEqual(planted.map(({ turn }) => turn));
  }
});

test("a stall is found by code; a rushed narrator tells the story in half the turns", async () => {
  const { state } = await played("house/stalled");
  expect(state.issues.filter(({ kind }) => kind === "stuck").length).toBeGreaterThan(0);
  const rushed = await played("house/rushed");
  expect(rushed.result).toMatchObject({ outcome: "completed", pulses: { detected: 20, expected: 20 } });
  expect(rushed.state.turn).toBeLessThan(15);
});

test("a leak reveals to all what one player was told alone, unless they had told it themselves", async () => {
  const { state, planted, result } = await played("house/leaky");
  const leaks = result.issues.filter(({ kind }) => kind === "leak");
  expect(leaks.length).toBeGreaterThan(1);
  expect(leaks.length).toBeLessThanOrEqual(planted.length);
  for (const { turn, evidence } of leaks) {
    const { narrator, classification } = state.records[turn - 1]!;
    const quote = evidence.find((each) => each.turn === turn)!.text;
    const heard = classification.segments.find(({ start, end }) =>
      narrator.text.slice(start, end).includes(quote),
    );
    expect(heard!.audience).toBe("all");
  }
});

test("a faulty narrator tells the same beats in the same words as the plain one", async () => {
  const [plain, forgetful] = await Promise.all([played("house"), played("house/forgetful")]);
  const firstFault = forgetful.planted[0]!.turn;
  const texts = ({ state }: typeof plain) =>
    state.records
      .slice(0, firstFault - 1)
      .map(({ narrator, players, relay }) => [narrator.text, players, relay?.text]);
  expect(texts(forgetful)).toEqual(texts(plain));
});
