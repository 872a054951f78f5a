/** The first lines of reports compared with what the narrator really told: pulses and tangents. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TRUTH_FILE, type SessionState } from "../../../src/playtest/index.ts";
import { houseSession, type HouseSessionOptions } from "../house-session.ts";

/** The guide's pulses that a turn told for the first time, found by the first words of their tellings. */
function reallyTold({ records, config }: SessionState): Map<number, string[]> {
  const told = new Set<string>();
  return new Map(
    records.map(({ turn, phase, narrator }) => {
      const fresh = config.storyGuide.pulses
        .filter(
          ({ id, text }) =>
            phase === "story" &&
            !told.has(id) &&
            text.some((telling) => narrator.text.includes(telling.slice(0, 60))),
        )
        .map(({ id }) => id);
      for (const id of fresh) told.add(id);
      return [turn, fresh];
    }),
  );
}

async function measured(wish: HouseSessionOptions) {
  const { state, dir, result } = await houseSession(wish);
  const told = reallyTold(state);
  const file = join(dir, TRUTH_FILE);
  const planted = new Set(
    existsSync(file)
      ? readFileSync(file, "utf8")
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as { turn: number; truth: { planted: unknown[] } })
          .filter(({ truth }) => truth.planted.length > 0)
          .map(({ turn }) => turn)
      : [],
  );
  return {
    state,
    result,
    turnsThatTold: [...told].filter(([, ids]) => ids.length > 0).map(([turn]) => turn),
    /** Pulses that were counted but not told, or told but not counted. */
    wrong: state.records
      .filter(({ turn, guidePulse }) =>
        guidePulse === undefined ? told.get(turn)!.length > 0 : !told.get(turn)!.includes(guidePulse),
      )
      .map(({ turn }) => turn),
    faults: state.records.filter(({ turn }) => planted.has(turn)),
  };
}

const sessions: HouseSessionOptions[] = [
  { story: "innsmouth", seed: 1 },
  { story: "marrow-fair", seed: 2 },
];

test.each(sessions)(
  "$story: the plain narrator tells every pulse of the guide, and each counts in its turn",
  async (wish) => {
    const { state, result, turnsThatTold, wrong } = await measured(wish);
    expect(wrong).toEqual([]);
    expect(result.pulses).toEqual({ detected: 20, expected: 20, ownBeats: 0 });
    expect(state.pulses).toEqual(turnsThatTold);
    expect(state.records.flatMap(({ pulse }) => pulse ?? [])).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  },
);

test("a narrator who stalls tells no beat, and the story is stuck", async () => {
  const { state, faults } = await measured({ seed: 7, narrator: "house/stalled", maxTurns: 13 });
  expect(faults.length).toBeGreaterThan(6);
  for (const { classification, pulse, ownBeat } of faults)
    expect({ types: classification.types, pulse, ownBeat }).toEqual({ types: ["clarification"] });
  const [first] = faults;
  expect(state.issues.filter(({ kind, turn }) => kind === "stuck" && turn > first!.turn)).toHaveLength(1);
});
