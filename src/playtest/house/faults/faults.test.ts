import { expect, test } from "vitest";
import type { ArchetypeId } from "../../../contract/index.ts";
import { loadStory } from "../../story/index.ts";
import { houseCast } from "../house-cast.ts";
import { houseTruth, type Planted } from "../house-truth.ts";
import { rehearse, type RehearsedTurn } from "../../../../tests/support/house-cast/rehearsal.ts";

const guide = loadStory("innsmouth");
const group: ArchetypeId[] = ["joker", "invested", "questioner", "wildcard", "curious"];
const truths = ({ truth }: RehearsedTurn): Planted[] => houseTruth.parse(truth).planted;
const TURNS = 50;

/** Played once, used by many tests. */
const played = new Map<string, Promise<RehearsedTurn[]>>();
function play(narrator: string, seed: number): Promise<RehearsedTurn[]> {
  const key = `${narrator}/${seed}`;
  const turns =
    played.get(key) ??
    rehearse({
      guide,
      archetypes: group,
      seed,
      narrator,
      spokesperson: seed % group.length,
      turns: TURNS,
    });
  played.set(key, turns);
  return turns;
}

const faulty = houseCast.map(({ name }) => name).filter((name) => name !== "plain");
const seeds = [1, 2, 3];

test.each(faulty)(
  "%s: faults are planted from turn 5 on, at least twice, and the truth matches the text",
  async (name) => {
    for (const seed of seeds) {
      const turns = await play(name, seed);
      const found = turns.flatMap((turn) =>
        truths(turn).map((truth) => ({ ...truth, said: turn.text, at: turn.turn })),
      );
      expect(found.length).toBeGreaterThanOrEqual(2);
      for (const { fault, turn, at, text, said } of found) {
        expect(fault).toBe(name);
        expect(turn).toBe(at);
        expect(turn).toBeGreaterThanOrEqual(5);
        expect(said).toContain(text);
      }
    }
  },
);

test.each(faulty)("%s: until its first fault it narrates like the plain narrator", async (name) => {
  const plain = await play("plain", 1);
  const turns = await play(name, 1);
  const first = turns.findIndex((turn) => truths(turn).length > 0);
  // A derailed narrator answers the tangent that it will never leave, like any other.
  const same = name === "derailed" ? first - 1 : first;
  expect(turns.slice(0, same).map(({ text }) => text)).toEqual(plain.slice(0, same).map(({ text }) => text));
});

test("leaky reveals a secret to everybody a turn or two after telling it", async () => {
  const kinds = new Set<string>();
  for (const seed of seeds) {
    const turns = await play("leaky", seed);
    for (const { about, kind, turn, text } of turns.flatMap(truths)) {
      const told = turns.findLast(
        (each) =>
          each.turn < turn &&
          each.private.some(
            ({ name, text: secret }) => name === about && text.includes(secret.replaceAll('"', "'")),
          ),
      )!;
      expect(turn - told.turn).toBeLessThanOrEqual(2);
      expect(turns[turn - 1]!.narration).toContain(text);
      const owner = told.players.find(({ name }) => name === about)!;
      expect(kind).toBe(owner.tells !== null ? "secret-retold" : "secret-leak");
      kinds.add(kind);
    }
  }
  expect(kinds).toContain("secret-leak");
});

test("noisy repeats itself by dice of its prompt: otherwise under another prompt, the same under the same", async () => {
  const repeats = async (instructions: string) => {
    const turns = await rehearse({
      guide,
      archetypes: group,
      seed: 1,
      narrator: "noisy",
      instructions,
      turns: 14,
    });
    return turns.flatMap(truths).map(({ turn }) => turn);
  };
  const kind = await repeats("Be kind.");
  expect(await repeats("Be kind.")).toEqual(kind);
  expect(await repeats("Be terse.")).not.toEqual(kind);
});
