/** From what was said in a few turns to the tangents that a report tells. */
import { expect, test } from "vitest";
import type { ArchetypeId, Tangent, TurnRecord } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/example-input.ts";
import { exampleRecord, type RecordGiven } from "../../../tests/support/example-record.ts";
import { applyTangents, openTangent } from "./apply-tangents.ts";
import { trackTangents } from "./track-tangents.ts";

const cast: ArchetypeId[] = ["joker", "drifter", "engaged"];
const group = ["Sam", "Alex", "Jo"].map((name, seat) => ({ name, archetype: cast[seat]! }));

type Turn = Omit<RecordGiven, "turn"> & { advanced?: boolean; forced?: string; carried?: number[] };

/** The tangents after these turns, the first of which is turn 1. */
const play = (...turns: Turn[]): readonly Tangent[] => playAll(...turns).tangents;

function playAll(...turns: Turn[]): { tangents: readonly Tangent[]; records: TurnRecord[] } {
  let tangents: readonly Tangent[] = [];
  const records: TurnRecord[] = [];
  for (const [index, { advanced = false, forced, carried, ...given }] of turns.entries()) {
    const made = exampleRecord({ turn: index + 1, ...given });
    const record = { ...made, relay: made.relay && { ...made.relay, ...(carried && { carried }) } };
    const events = trackTangents({
      turn: record.turn,
      open: openTangent(tangents),
      records: [...records],
      narration: record.narrator.text,
      classification: record.classification,
      advanced,
      forced,
      players: record.players,
      crossTalk: record.crossTalk,
      relay: record.relay,
      archetypeOf: (seat) => cast[seat]!,
      guide: exampleStory,
    });
    records.push({ ...record, tangents: events });
    tangents = applyTangents(tangents, records, group);
  }
  return { tangents, records };
}

const scene: Turn = {
  text: "Orla Penhale bars the door of the Gannet with a boat hook.",
  classification: { type: "pulse" },
  advanced: true,
  players: ["We wait.", "Yes.", "Fine."],
};
const burrito: Turn = {
  ...scene,
  players: ["My landlord would pay good money for a burrito.", "Yes.", "Fine."].map((says, seat) =>
    seat === 0 ? [says, "medium"] : says,
  ),
  relay: 'Sam is on about "good money for a burrito".',
};
const takenUp: Turn = {
  text: '"Good money for a burrito" goes round the taproom. A shutter bangs, and Orla looks up.',
  classification: { type: "tangent-response" },
  players: ["We listen.", "Yes.", "Fine."],
};
const ramble: Turn = {
  text: 'There are three schools of thought on "good money for a burrito". A museum has one behind glass.',
  classification: { type: "tangent-response" },
  players: ["We listen.", "Yes.", "Fine."],
};
const onward: Turn = {
  text: "You go down. Stairs under the chapel altar lead to a flooded crypt.",
  classification: { type: "pulse" },
  advanced: true,
  players: ["We look.", "Yes.", "Fine."],
};

test("a tangent lasts from the turn in which it began to the turn in which the story goes on", () => {
  expect(play(scene, burrito, takenUp, onward, onward)).toEqual([
    {
      startTurn: 2,
      endTurn: 4,
      length: 2,
      initiator: "Sam",
      type: "humour",
      intensity: "medium",
      recoveryMethod: "hook",
      woven: "woven",
      segue: onward.text,
      wovenTurn: 3,
    },
  ]);
});

test("the segue is quoted from the turn of the return; where the topic was woven in before, that turn is named", () => {
  const [tangent] = play(
    burrito,
    takenUp,
    { ...takenUp, text: "The laughter dies down by itself." },
    { ...onward, text: `Nobody speaks. Nothing moves. ${scene.text} She waits. So do you.` },
  );
  expect(tangent).toMatchObject({
    endTurn: 4,
    woven: "woven",
    recoveryMethod: "hook",
    segue: `${scene.text} She waits.`,
    wovenTurn: 2,
  });
  const [atOnce] = play(burrito, { ...onward, text: `It rains. ${takenUp.text} ${onward.text}` });
  expect(atOnce).toMatchObject({ endTurn: 2, woven: "woven", recoveryMethod: "hook", segue: takenUp.text });
  expect(atOnce!.wovenTurn).toBeUndefined();
});

test("the words of return are those that speak of the story again, or that force the group back", () => {
  expect(
    play(burrito, {
      ...onward,
      text: "The rain stops. Somebody coughs. Orla Penhale sets down a lamp. The stair goes down. It is dark.",
    })[0]!.segue,
  ).toBe("Orla Penhale sets down a lamp. The stair goes down.");
  expect(
    play(burrito, {
      ...onward,
      text: "Ha. Somebody coughs. Anyway, back to the story. The stair goes down.",
      forced: "Anyway, back to the story.",
    })[0]!.segue,
  ).toBe("Anyway, back to the story. The stair goes down.");
});

test("what nobody took up was discarded, and the segue is how the return begins", () => {
  expect(play(burrito, onward)).toMatchObject([
    {
      startTurn: 1,
      endTurn: 2,
      length: 1,
      woven: "discarded",
      recoveryMethod: "ignored",
      segue: onward.text,
    },
  ]);
  expect(play(burrito, { ...onward, text: "No burrito for anybody. The stair goes down." })).toMatchObject([
    { woven: "discarded", recoveryMethod: "redirect" },
  ]);
  expect(
    play(burrito, {
      ...onward,
      text: "Anyway, back to the story. The stair goes down.",
      forced: "Anyway, back to the story.",
    }),
  ).toMatchObject([
    {
      woven: "discarded",
      recoveryMethod: "forced",
      segue: "Anyway, back to the story. The stair goes down.",
    },
  ]);
});

test("words that the story had before the aside are not taken up from it", () => {
  const aside: Turn = { ...scene, players: [["A boat hook behind the door, like my aunt's.", "light"]] };
  expect(
    play(aside, { ...onward, text: "The boat hook falls against the door. You go down." }),
  ).toMatchObject([{ woven: "discarded", recoveryMethod: "ignored" }]);
});

test("an end that takes the tangent up is a recovery", () => {
  const end: Turn = {
    text: `${takenUp.text}\n\nThe bell is silent.\n\nThe End.`,
    classification: { type: "tangent-response", concluded: true },
  };
  expect(play(scene, burrito, end)).toMatchObject([
    { endTurn: 3, length: 1, recoveryMethod: "hook", woven: "woven" },
  ]);
});

test("a narrator who never comes back recovers nothing", () => {
  const [tangent, ...more] = play(scene, burrito, ramble, ramble, ramble);
  expect(more).toEqual([]);
  expect(tangent).toMatchObject({ startTurn: 2, length: 3, recoveryMethod: "none", woven: "unknown" });
  expect(tangent!.endTurn).toBeUndefined();
});

test("an answer about the story leads the group back, where nobody is off it any more", () => {
  const answer: Turn = {
    text: "Orla Penhale shakes her head at that.",
    players: ["We ask again.", "Yes.", "Fine."],
  };
  expect(play(burrito, answer)).toMatchObject([{ endTurn: 2, recoveryMethod: "ignored" }]);
  expect(openTangent(play(burrito, { ...answer, players: [["And guacamole.", "light"]] }))).toMatchObject({
    startTurn: 1,
  });
});

test("a group that comes back by itself has dropped its tangent: a later aside is another one, and none lasts for a session", () => {
  const nothing: Turn = { text: "Very well.", players: ["We wait.", "Yes.", "Fine."] };
  expect(play(burrito, nothing, nothing, burrito, nothing, nothing)).toMatchObject([
    { startTurn: 1, endTurn: 2, length: 1, recoveryMethod: "none", woven: "unknown" },
    { startTurn: 4, endTurn: 5, length: 1, recoveryMethod: "none", woven: "unknown" },
  ]);
});

test("who strayed is told by who was off the story, and not by whom the dice had asked", () => {
  const asked = exampleRecord({ turn: 1, ...scene });
  const players = asked.players.map((player) => ({ ...player, asked: "heavy" as const }));
  expect(
    trackTangents({
      turn: 1,
      open: undefined,
      records: [],
      narration: asked.narrator.text,
      classification: asked.classification,
      advanced: true,
      forced: undefined,
      players,
      archetypeOf: (seat) => cast[seat]!,
      guide: exampleStory,
    }),
  ).toEqual([]);
});

test("a narrator who talks of something else for two outputs, and whom nobody led there, has left the story by itself", () => {
  expect(play(scene, ramble, scene)).toEqual([]);
  const [tangent, ...more] = play(
    scene,
    ramble,
    ramble,
    { ...ramble, players: ["Yes.", ["Sorry, what was that about a sofa?", "light"], "Fine."] },
    onward,
  );
  expect(more).toEqual([]);
  expect(tangent).toMatchObject({
    startTurn: 2,
    endTurn: 5,
    length: 3,
    initiator: "the narrator",
    type: "digression",
    intensity: "medium",
    recoveryMethod: "redirect",
  });
});

const unheard: Turn = { ...burrito, relay: "We wait by the door.", carried: [] };

test("what the relay did not carry is table talk, and no tangent", () => {
  const { tangents, records } = playAll(scene, unheard, onward);
  expect(tangents).toEqual([]);
  expect(records.map(({ tangents }) => tangents)).toEqual([[], [{ kind: "table-talk", by: [0] }], []]);
});

test("of two who are off the story, the narrator answers for the one it was told of", () => {
  const both = (more: Partial<Turn>): Turn => ({
    ...burrito,
    players: [
      ["My landlord would pay good money for a burrito.", "light"],
      ["Who won the football? My cousin played the whole season.", "heavy"],
      "Fine.",
    ],
    ...more,
  });
  const { tangents, records } = playAll(scene, both({ carried: [0] }), takenUp, onward);
  expect(records[1]!.tangents).toEqual([
    { kind: "started", initiator: 0, type: "humour" },
    { kind: "table-talk", by: [1] },
  ]);
  // As long and as far off as if the other one had been silent.
  expect(tangents).toEqual(
    play(scene, { ...burrito, players: both({}).players!.with(1, "Yes.") }, takenUp, onward),
  );
  // Not known whose it carried: as it always was, all of them.
  expect(play(scene, both({}), takenUp, onward)[0]).toMatchObject({ initiator: "Alex" });
});

test("an open tangent that the relay no longer carries is over for the narrator", () => {
  const { tangents, records } = playAll(burrito, { ...unheard, text: scene.text! }, onward);
  expect(tangents).toMatchObject([{ startTurn: 1, endTurn: 2 }]);
  expect(records[1]!.tangents.at(-1)).toEqual({ kind: "table-talk", by: [0] });
});

test("who goes off the story when they react is off it, and so is what they said then", () => {
  const reaction = {
    seat: 1,
    says: "And who pays for the burrito sauce on the sofa?",
    offTopic: "medium" as const,
  };
  const reacted = (carried: number[]): Turn => ({
    ...scene,
    crossTalk: [reaction],
    relay: "Alex asks who pays for the burrito sauce.",
    carried,
  });
  expect(playAll(scene, reacted([1])).records[1]!.tangents).toEqual([
    { kind: "started", initiator: 1, type: "catch-up" },
  ]);
  expect(playAll(scene, reacted([])).records[1]!.tangents).toEqual([{ kind: "table-talk", by: [1] }]);
  expect(
    play(scene, reacted([1]), {
      ...onward,
      text: "Burrito sauce drips from the sofa. Stairs lead to a crypt.",
    })[0],
  ).toMatchObject({ woven: "woven" });
});
