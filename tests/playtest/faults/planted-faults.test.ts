/** Sessions of house narrators: what each plants, what the house reader makes of it, and what code finds by itself. */
import { expect, test } from "vitest";
import { readTruth } from "../../../src/playtest/house/index.ts";
import { houseSession } from "../house-session.ts";

const table = { archetypes: ["joker", "wildcard", "drifter", "invested", "follower"], seed: 6, maxTurns: 24 };

type Planted = { finding: string; text: string; against?: { turn: number; text: string } };

/** Each narrator plays once for all tests. */
const sessions = new Map<string, ReturnType<typeof play>>();
const played = (narrator: string) => {
  const session = sessions.get(narrator) ?? play(narrator);
  sessions.set(narrator, session);
  return session;
};

async function play(narrator: string) {
  const { dir, state, result } = await houseSession({ ...table, narrator });
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
