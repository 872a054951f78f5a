/** Who hears what, in whole sessions over a real provider: checked in the requests that the server received. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { planSession } from "../../../src/playtest/index.ts";
import { playerReply, type Entry, type Special } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { classifierSays } from "../../support/playtest/scripted-classifier.ts";

const TOLD_AT = 3;
const before =
  "The lamps gutter as you file into the long room, and somebody has set out a chair for each of you.";
const after = "At the far end a door stands ajar, and cold air comes through it.";
const SECRET = "4417 is scratched beneath your armrest";
const ANSWER = "I cover the scratches with my sleeve.";
const ALOUD = "Listen: it says 4417 beneath my armrest!";
const words = /4417|armrest|scratch/;

type Scene = {
  /** The narrator's third output. */
  tells: (name: string) => string;
  /** What the player who was told does, by turn. */
  plays: Record<number, object>;
  classifies?: (entry: Entry) => object | undefined;
};
type Played = Scene & { name: string };

const scenes = new Map<string, Played>();
let table: Table;
beforeAll(async () => {
  table = await openTable({
    endsAt: 99,
    special(entry): Special | undefined {
      const { name, tells, plays, classifies } = scenes.get(entry.client)!;
      if (entry.part === "narrator" && entry.turn === TOLD_AT) return { does: "say", text: tells(name) };
      if (entry.part === "player" && entry.name === name && entry.turn >= TOLD_AT)
        return playerReply(plays[entry.turn] ?? {});
      const verdict = entry.part === "classifier" && classifies?.(entry);
      return verdict ? { does: "say", text: JSON.stringify(verdict) } : undefined;
    },
  });
});
afterAll(() => table[Symbol.asyncDispose]());

/** Plays the scene; the secret is for the spokesperson or for the player beside. */
async function play(
  client: string,
  scene: Scene,
  { classifier = "gpt-4o-mini", toSpokesperson = false } = {},
) {
  const wish = {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "opus-4.5",
    seed: 7,
    classifier,
    archetypes: ["engaged", "joker", "follower"],
    maxTurns: TOLD_AT + 3,
  };
  const { players, spokesperson } = planSession(table.harness(client), wish).group;
  const { name } = players[toSpokesperson ? spokesperson : (spokesperson + 1) % players.length]!;
  scenes.set(client, { ...scene, name });
  const { result, stopped } = await table.play(client, wish);
  expect([client, stopped?.message, result.turns]).toEqual([client, undefined, wish.maxTurns]);
  const log = table.server.of(client);
  const isTable = ({ part }: Entry) => ["player", "cross-talk", "spokesperson"].includes(part);
  // A spokesperson who was told something relays only what was said before all.
  const isOwn = (entry: Entry) => entry.name === name && entry.part !== "spokesperson";
  return {
    name,
    result,
    at: (turn: number, part: Entry["part"], who = name) =>
      log.find(
        (entry) => entry.turn === turn && entry.part === part && (part === "narrator" || entry.name === who),
      )!,
    /** The requests of the others that contain this. */
    others: (of: RegExp) => log.filter((entry) => isTable(entry) && !isOwn(entry) && of.test(entry.text)),
    players: log.filter(({ part, turn }) => part === "player" && turn === TOLD_AT),
    table: log.filter(isTable),
  };
}

const byMarker = (name: string) =>
  `${before}\n\n[To ${name} only] You alone notice it: ${SECRET}.\n\n${after} What do you do?`;
const byModel = (name: string) =>
  `${before} ${name}, you alone notice it: ${SECRET}. ${after} What do you do?`;

test.each([
  ["by a marker", byMarker, { classifier: "none" }],
  ["by the model's word", byModel, {}],
  ["to the spokesperson", byModel, { toSpokesperson: true }],
])(
  "a secret told %s reaches the others when its player tells it, and not before",
  async (how, tells, options) => {
    const { name, result, at, others, players, table } = await play(
      how.replaceAll(/\W/g, "-"),
      { tells, plays: { 3: { private: ANSWER }, 5: { says: ALOUD, tells: [3] } } },
      options,
    );
    // Its player hears it, and knows it alone until they tell it.
    expect(at(3, "player").last).toMatch(/Narrator, to you alone: .*4417/);
    expect(at(4, "player").last).toMatch(/Only you know this.*\n- turn 3: .*4417/);
    expect(at(6, "player").last).not.toContain("Only you know this");
    // The others hear it as it was said: first those who speak after it in the same turn, then all.
    const first = others(words);
    expect(first.every(({ turn, part }) => turn > 5 || (turn === 5 && part !== "player"))).toBe(true);
    expect(first.filter(({ turn, part }) => turn === 6 && part === "player")).toHaveLength(2);
    for (const { text } of first) expect(text).toContain(ALOUD);
    expect(others(/scratch/)).toEqual([]);
    // The answer reaches the narrator alone.
    expect(at(4, "narrator").text).toContain(ANSWER);
    expect(others(/my sleeve/)).toEqual([]);
    // What is public reaches everybody.
    expect(players).toHaveLength(3);
    for (const { last } of players) {
      expect(last).toContain(before);
      expect(last).toContain(after);
      expect(last).toContain("What do you do?");
    }
    for (const { text } of table) expect(text).not.toMatch(/\[\[|\[To /);
    expect(result.privateMoments).toMatchObject([
      { turn: 3, target: name, response: ANSWER, shared: true, telling: ALOUD, sharedTurn: 5 },
    ]);
  },
);

test("what a player says is heard even if it gives the secret away, and the model may find it known to all", async () => {
  const { at, others, result } = await play("blurts", {
    tells: byModel,
    plays: { 3: { says: ALOUD, wants: "look under every armrest" } },
    classifies: ({ turn }) => (turn === 5 ? classifierSays({ known: [1] }) : undefined),
  });
  expect(others(/4417/).filter(({ turn, part }) => turn === 4 && part === "player")).toHaveLength(2);
  expect(at(4, "player").last).toContain("Only you know this");
  expect(at(5, "classifier", "").last).toMatch(/1: told to ".+" alone in turn 3: ".*4417/);
  expect(at(5, "player").last).not.toContain("Only you know this");
  expect(result.privateMoments).toMatchObject([{ turn: 3, shared: false, publicTurn: 5 }]);
});

test("a passage for somebody who is not at the table reaches no player, and is noted", async () => {
  const { table, result } = await play(
    "stranger",
    { tells: () => byMarker("Ozymandias"), plays: {} },
    { classifier: "none" },
  );
  expect(table.filter(({ text }) => words.test(text))).toEqual([]);
  expect(result.notes).toContainEqual(expect.objectContaining({ code: "marker", turns: [3] }));
});
