import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { story, type Fact, type OutputType } from "../../../contract/index.ts";
import type { Finding, Observation } from "../observation.ts";
import { contradiction } from "./contradiction.ts";
import { numberOf } from "./number-words.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;

type Turn =
  | string
  | {
      text: string;
      turn?: number;
      relay?: string;
      type?: OutputType;
      guide?: Observation["guide"];
      guidePulse?: string;
      toldPulses?: string[];
    };

/** Tells a story turn by turn, as a session does, and gives what was found in the last turn. */
function tell(...turns: Turn[]): { findings: Finding[]; facts: Fact[] } {
  let facts: Fact[] = [];
  let earlier: Observation["earlier"] = [];
  let last: Finding[] = [];
  for (const [index, given] of turns.entries()) {
    const told = typeof given === "string" ? { text: given } : given;
    const observation: Observation = { ...base, type: "pulse", turn: index + 1, ...told, facts, earlier };
    const found = contradiction(observation);
    last = found.findings;
    facts = [...facts, ...(found.facts ?? [])];
    earlier = [...earlier, { turn: observation.turn, text: observation.text, type: observation.type }];
  }
  return { findings: last, facts };
}

const issues = (...turns: Turn[]) => tell(...turns).findings.filter(({ candidate }) => !candidate);
const candidates = (...turns: Turn[]) => tell(...turns).findings.filter(({ candidate }) => candidate);

test("the fixture's guide is a guide", () => {
  expect(story.parse(base.guide)).toBeTruthy();
});

test("what is found says what, when and in whose words", () => {
  const turns: Turn[] = [
    { turn: 18, text: "The key grinds. You open the church door and step into the nave." },
    { turn: 31, text: "You are out of breath. The church door is locked, and nobody answers." },
  ];
  expect(issues(...turns)).toEqual([
    {
      turn: 31,
      type: "contradiction",
      description: "Narrator said the church door was locked, but it was open in turn 18.",
      severity: "warning",
      evidence: [
        { turn: 18, text: "You open the church door and step into the nave." },
        { turn: 31, text: "The church door is locked, and nobody answers." },
      ],
      confidence: 0.75,
      source: "contradiction",
      candidate: false,
    },
  ]);
});

describe("clear contradictions", () => {
  test.each<[string, ...Turn[]]>([
    ["opened, then locked", "Father Anselm unlocks the church door for you.", "The church door is locked."],
    [
      "opened by itself, then locked",
      "With a groan the church door swings open.",
      "You push at the church door, but it is locked.",
    ],
    ["pushed open, then locked", "You push the church door open.", "You try the church door. It is locked."],
    [
      "left open, then found locked",
      "You leave the church door open behind you.",
      "You find the church door locked.",
    ],
    [
      "broken down, then bolted",
      "The lighthouse door splinters under the axe.",
      "The lighthouse door is firmly bolted against you.",
    ],
    [
      "locked, then open",
      "The gate of the harbour is locked.",
      "Rain falls on the quay. The harbour gate stands open.",
    ],
    ["locked, then the open door", "The cellar door is padlocked.", "Light falls from the open cellar door."],
    ["a door of somebody's", "Obed's door is locked.", "Obed's door stands ajar."],
    [
      "with other doors locked in between",
      "You open the church door.",
      "You walk on. The lighthouse door is locked.",
      "You look at the sea. The keys of the organ are worn.",
      "The widow locks the inn.",
      "You come back. The church door is locked.",
    ],
    [
      "not unlocked, then open",
      "The church door is locked.",
      "Eliza never unlocks the church door.",
      "The church door stands open.",
    ],
    [
      "after a dream",
      "You open the church door.",
      "You fall into a dream.\n\nIt is dark.\n\nYou wake on the floor.\n\nThe church door is locked.",
    ],
    [
      "told in the past",
      "You were cold. The church door was locked.",
      "The wind had dropped. The church door stood open and a dog was asleep on the step.",
    ],
    [
      "many turns apart",
      "The vault door is sealed.",
      ...Array.from({ length: 12 }, (_, n) => `You study inscription number ${n} by candle light.`),
      "The vault door is open, and beyond it lies the sea.",
    ],
    [
      "in an answer to a question",
      "You open the church door.",
      { type: "clarification", text: "Yes, the church door is locked." },
    ],
    ["locked, then never locked", "The cellar door is locked.", "The cellar door has never been locked."],
    ["opened, then never opened", "You open the church door.", "The church door has never been opened."],
    [
      "open, then locked all night",
      "The harbour gate stands open.",
      "The harbour gate has been locked all night, as you saw.",
    ],
    [
      "thing held by one, then by another",
      "Eliza holds the brass lantern.",
      "Father Anselm holds the brass lantern and stares at you.",
    ],
    [
      "thing in a pocket, then in another's hand",
      "The logbook is in Captain Holt's coat.",
      "Eliza Crane clutches the logbook.",
    ],
    [
      "what the group carries, somebody else has",
      "You carry the tide clock.",
      "Widow Tarn has the tide clock.",
    ],
    [
      "what a player was given",
      "Eliza hands Danny the brass lantern.",
      "Captain Holt carries the brass lantern.",
    ],
    ["noon, then moonlight", "It is noon. The gulls are loud.", "Moonlight lies on the nets."],
    [
      "night, then the sun",
      "It is the middle of the night and the town is dark.",
      "The sun beats down on the roofs.",
    ],
    [
      "dead for years, though met",
      '"Come in," says Obed Marsh.',
      "It makes no difference: Obed Marsh has been dead for ten years.",
    ],
    [
      "dead before they came, though met",
      '"Come in," says Obed Marsh.',
      "You remember that Obed Marsh, as you all know, died years ago.",
    ],
    [
      "handled since, and yet open as ever",
      "The church door is locked.",
      "You push at the church door.",
      "The church door is open, as ever.",
    ],
    [
      "passed on for all one knows, and yet held all along",
      "Eliza holds the brass lantern.",
      "The brass lantern is passed from hand to hand.",
      "It is Father Anselm who has had the brass lantern from the first.",
    ],
    [
      "a day later, and yet night since they came",
      "It is noon. The gulls are loud.",
      "Hours later you wait.",
      "It is the middle of the night, and has been since you came.",
    ],
    [
      "in a recap that says nothing changed",
      "The church door is locked.",
      { type: "recap", text: "You came a long way. The church door is open, as ever." },
    ],
    [
      "under the stars, then the midday sun",
      "You stand under the stars.",
      "You go up the stair.",
      "The midday sun blinds you.",
    ],
  ])("%s", (_, ...turns) => {
    expect(issues(...turns)).toMatchObject([{ type: "contradiction", severity: "warning" }]);
    expect(tell(...turns.slice(0, -1)).findings).toEqual([]);
  });

  test.each<[string, ...Turn[]]>([
    ["says", "Obed Marsh is dead.", '"You came," says Obed Marsh.'],
    [
      "hurries on with a broken neck",
      "The fall has broken the neck of Obed Marsh.",
      "Obed Marsh hurries on ahead of you.",
    ],
    [
      "hums after the last breath",
      "Obed Marsh draws his last breath.",
      "Obed Marsh hums while he mends a net.",
    ],
    ["by the surname", "Obed Marsh dies with his eyes open.", "Marsh nods and pours you another cup."],
    ["by the given name", "Captain Holt kills Obed Marsh.", "Obed laughs and shakes his head."],
    [
      "after the body was shown",
      "On the slip you find the corpse of Captain Holt.",
      "Captain Holt walks toward you, whistling.",
    ],
    [
      "whoever was only recorded, in person",
      "Obed Marsh is dead.",
      "You play the recording of Obed Marsh to the end.",
      "Obed Marsh waves, and calls out to you.",
    ],
    [
      "whoever was recorded, after it was played",
      "Obed Marsh is dead.",
      "You play the recording of Obed Marsh to the end.",
      '"Mind the step," says Obed Marsh.',
    ],
    [
      "whoever is dead where a line is alive",
      "Obed Marsh is dead.",
      "He knew these lines. Now no line is alive to the valley, and he is not there to ask.",
      '"Mind the step," says Obed Marsh.',
    ],
    [
      "whoever died in a way that is a riddle",
      "Obed Marsh is dead.",
      "Obed Marsh was alone. It is murder, and it is impossible.",
      '"Mind the step," says Obed Marsh.',
    ],
    [
      "whoever the narrator brought in",
      "Ned Fisk lies dead on the shingle.",
      "Ned Fisk turns and asks for your names.",
    ],
    [
      "many turns later",
      "Eliza Crane is killed by the falling beam.",
      ...Array.from({ length: 9 }, (_, n) => `You search room ${n} for a lamp.`),
      '"Mind the step," Eliza says.',
    ],
    [
      "reporting what they think",
      "Widow Tarn lies dead in her chair.",
      "Widow Tarn says the boats are late.",
    ],
    [
      "and drank somebody's health, if anybody asks",
      "Obed Marsh is dead.",
      "He would not have drunk to it, she says; but Obed Marsh touched it, and drank his health.",
      "Obed Marsh laughs, and pours each of you a cup.",
    ],
    [
      "where something remembered is given away",
      "Obed Marsh is dead.",
      "You pledge a memory apiece, and the bowl fills. Obed Marsh laughs, and pours each of you a cup.",
    ],
  ])("the dead come back: %s", (_, ...turns) => {
    expect(issues(...turns)).toMatchObject([
      {
        type: "contradiction",
        severity: "error",
        description: expect.stringMatching(/speak or act, but .* was dead in turn 1\./),
      },
    ]);
  });
});

describe("what no narrator contradicts", () => {
  test.each<[string, ...Turn[]]>([
    [
      "a door that was handled",
      "The church door is locked.",
      "You push at the church door.",
      "The church door is open.",
    ],
    [
      "what a recap tells of the past",
      "The church door is locked.",
      { type: "recap", text: "The church door is open." },
    ],
    [
      "what is still as it was",
      "The church door is locked.",
      "You push at the church door.",
      "The church door is locked, as ever.",
    ],
    [
      "a door that is unlocked in the telling",
      "The church door is locked.",
      "Father Anselm unlocks the church door.",
      "The church door stands open.",
    ],
    [
      "a door that is locked again",
      "You open the church door.",
      "Eliza locks the church door behind you.",
      "The church door is locked.",
    ],
    [
      "a door that somebody closed",
      "You open the church door.",
      "The church door slams shut.",
      "The church door is locked.",
    ],
    [
      "a door that the group asked to open",
      "The church door is locked.",
      { relay: "We pick the lock and open the church door.", text: "You slip through into the dark." },
      "The church door stands open.",
    ],
    [
      "a door that somebody promised to open",
      "The church door is locked.",
      '"I will unlock the church door for you," says Father Anselm.',
      "The church door stands open.",
    ],
    [
      "a place that was entered somehow",
      "The church door is locked.",
      "You squeeze inside the church by the coal chute.",
      "The church door stands open to the yard.",
    ],
    [
      "a change the narrator owns up to",
      "The church door is locked.",
      "The church door is open now, and you did not open it.",
    ],
    [
      "a change that nobody explains, but that is noticed",
      "You open the church door.",
      "Somehow the church door is locked.",
    ],
    ["another door", "You open the church door.", "The lighthouse door is locked."],
    ["the other door", "You open the church door.", "The other church door is locked."],
    [
      "doors in general",
      "You open the door.",
      "You go down two floors.",
      "You follow the passage.",
      "The door is locked.",
    ],
    [
      "a new door",
      "You open the cellar door.",
      "There is a cellar door here too. A cellar door is locked, in any house.",
    ],
    ["somebody's words", "You open the church door.", 'He says: "The church door is locked."'],
    [
      "somebody's words in single quotes",
      "You open the church door.",
      "He says, 'The church door is locked, friends.'",
    ],
    [
      "somebody's words, reported",
      "You open the church door.",
      "Eliza claims that the church door is locked.",
    ],
    ["a question", "You open the church door.", "Is the church door locked?"],
    ["an if", "You open the church door.", "If the church door is locked, you are lost."],
    ["a may", "You open the church door.", "Perhaps the church door is locked."],
    [
      "a dream",
      "You open the church door.",
      "You fall into a dream.\n\nThe church door is locked. Nobody hears you.\n\nYou wake with a start.",
    ],
    [
      "a memory",
      "You open the church door.",
      "You remember another winter. The church door is locked, and you are six years old.",
    ],
    ["a negation", "The church door is locked.", "The church door is not open."],
    [
      "an attempt that fails",
      "The church door is locked.",
      "You cannot open the church door.",
      "The church door is locked.",
    ],
    [
      "an option",
      "The church door is locked.",
      "You can go on.\n- Open the church door\n- Walk away",
      "The church door is locked.",
    ],
    [
      "a private vision",
      "You open the church door.",
      { type: "private-moment", text: "The church door is locked, and you are alone." },
    ],
    [
      "a recap",
      "The church door is locked.",
      "You open the church door.",
      { type: "recap", text: "So: the church door is locked, Obed Marsh says hello, and it is noon." },
    ],
    ["a door that is merely closed", "You open the church door.", "The church door is closed."],
    ["an open mind", "The church is quiet. The question is open.", "The question is locked away."],
  ])("locks: %s", (_, ...turns) => {
    expect(turns.flatMap((_, index) => tell(...turns.slice(0, index + 1)).findings)).toEqual([]);
  });

  test.each<[string, ...Turn[]]>([
    ["the living", '"Come in," says Obed Marsh.', "Obed Marsh laughs."],
    ["whoever dies only in words", '"Obed Marsh is dead," says Eliza.', "Obed Marsh laughs."],
    ["whoever is said to be dead", "Eliza says Obed Marsh is dead.", "Obed Marsh laughs."],
    ["whoever is believed dead", "They think Obed Marsh is dead.", "Obed Marsh laughs."],
    ["whoever might die", "If the rope breaks, Obed Marsh dies.", "Obed Marsh laughs."],
    ["whoever nearly dies", "Obed Marsh almost dies of the cough.", "Obed Marsh laughs."],
    ["a laugh that dies", "The laughter of Obed Marsh dies away.", "Obed Marsh laughs."],
    ["whoever is dead tired", "Obed Marsh is dead tired.", "Obed Marsh laughs."],
    ["whoever is dead on his feet", "Obed Marsh is dead on his feet.", "Obed Marsh laughs."],
    ["whoever is not dead", "Obed Marsh is not dead.", "Obed Marsh laughs."],
    ["a relative", "Obed Marsh is dead.", '"He was my husband," says Mrs Marsh.'],
    ["a street", "Obed Marsh is dead.", "Marsh Street turns left here."],
    ["a namesake among the players", "Danny is dead drunk. Danny dies of shame.", "Danny laughs."],
    ["what the dead once said", "Obed Marsh is dead.", "You remember how Obed Marsh laughs."],
    ["a letter of the dead", "Obed Marsh is dead.", "In the letter Obed Marsh says that he is sorry."],
    ["a portrait of the dead", "Obed Marsh is dead.", "In the portrait Obed Marsh smiles."],
    [
      "something of the dead",
      "Obed Marsh is dead.",
      "Obed's dog walks past. The voice of Obed Marsh whispers in your head.",
    ],
    ["a question after the dead", "Obed Marsh is dead.", "What if Obed Marsh walks in?"],
    [
      "the past, in a tale of the present",
      "Obed Marsh is dead.",
      "Eliza is pale. It is what Obed Marsh said to her on the stair.",
    ],
    [
      "the dying, in the turn they die",
      'Obed Marsh is shot. "Run," says Obed Marsh. Obed Marsh dies.',
      "You run.",
    ],
  ])("life and death: %s", (_, ...turns) => {
    expect(turns.flatMap((_, index) => tell(...turns.slice(0, index + 1)).findings)).toEqual([]);
  });

  test.each<[string, ...Turn[]]>([
    [
      "a thing that is handed over",
      "Eliza holds the brass lantern.",
      "Eliza hands the brass lantern to Father Anselm.",
      "Father Anselm holds the brass lantern.",
    ],
    [
      "a thing that is taken",
      "Eliza holds the brass lantern.",
      "Father Anselm takes the brass lantern from her.",
      "Father Anselm holds the brass lantern.",
    ],
    [
      "a thing that was asked for",
      "Eliza holds the brass lantern.",
      { relay: "Sam takes the brass lantern.", text: "Fine by her." },
      "You carry the brass lantern up the stair.",
    ],
    [
      "a thing that is put down",
      "Eliza holds the brass lantern.",
      "She sets the brass lantern on the step.",
      "Father Anselm holds the brass lantern.",
    ],
    ["a thing in the group", "You carry the tide clock.", "Danny holds the tide clock."],
    [
      "another of its kind",
      "Eliza holds the brass lantern.",
      "Father Anselm has a brass lantern of his own.",
    ],
    ["a wish", "Eliza holds the brass lantern.", "Father Anselm would hold the brass lantern higher."],
    ["a night that falls", "It is noon.", "Night falls.", "Moonlight lies on the nets."],
    ["a day that breaks in the same turn", "It is midnight.", "Hours later the morning sun warms the quay."],
    [
      "a night that the group waits for",
      "It is noon.",
      { relay: "We wait for the tide.", text: "The water is in no hurry." },
      "Moonlight lies on the nets.",
    ],
    [
      "a day long past",
      "It is noon.",
      "You talk to the widow.",
      "You talk to the priest.",
      "You talk to the captain.",
      ...Array.from({ length: 8 }, (_, n) => `You turn page ${n}.`),
      "Moonlight lies on the nets.",
    ],
    ["pale as the moon", "It is noon.", "Her face is white as moonlight."],
    [
      "somebody who walks on",
      "Eliza stands in the lighthouse.",
      "Eliza walks down to the water.",
      "Eliza stands at the harbour.",
    ],
    [
      "somebody seen long after",
      "Eliza stands in the lighthouse.",
      "You eat.",
      "You talk.",
      "You eat again.",
      "Eliza stands at the harbour.",
    ],
    [
      "three of one and two of another",
      "There are three boats on the shingle.",
      "The two black boats are on fire.",
    ],
    [
      "fewer, since some went",
      "There are three boats on the shingle.",
      "A boat sinks, and the two boats left are leaking.",
    ],
    ["hours and steps", "You count the three hours.", "The four hours are long. The two steps are steep."],
    ["two names of one person", "The innkeeper, Rosa Lind, is busy.", "The innkeeper, Lind, is busy."],
    ["a player's part", "The doctor, Danny, is busy.", "The doctor, Sam, is busy."],
    ["a successor", "The innkeeper, Rosa Lind, is busy.", "The innkeeper, Ned Fisk, replaces her."],
  ])("things, hours and places: %s", (_, ...turns) => {
    expect(turns.flatMap((_, index) => tell(...turns.slice(0, index + 1)).findings)).toEqual([]);
  });
});

describe("what is only worth asking about", () => {
  test.each<[string, ...Turn[]]>([
    ["a heavy door", "You open the heavy door.", "The heavy door is locked."],
    ["the door of a moment ago", "You open the door.", "The door is locked."],
    ["within one turn", "You eat.", "The church door is locked. It is cold. The church door stands open."],
    [
      "a door that somebody may have locked",
      "You open the church door.",
      "The verger sees you out and turns the key.",
      "The church door is locked.",
    ],
    [
      "a door that somebody may have opened",
      "The church door is locked.",
      "Sam picks the lock; it takes a while.",
      "The church door is open.",
    ],
    [
      "what was told too long ago to look up",
      { turn: 1, text: "You open the church door." },
      ...Array.from({ length: 32 }, (_, n) => `You turn page ${n}.`),
      "The church door is locked.",
    ],
    ["a smile of the dead", "Obed Marsh is dead.", "Obed Marsh smiles down from the wall."],
    [
      "the dead in a tale of ghosts",
      "Obed Marsh is dead.",
      'A ghost, you think. "You came," says Obed Marsh.',
    ],
    [
      "the dead who are alive",
      "Obed Marsh is dead.",
      "Then Eliza says it: he is alive.",
      "Obed Marsh laughs.",
    ],
    [
      "the dead, and a narrator who wonders at it",
      "Obed Marsh is dead.",
      'It is impossible. "You came," says Obed Marsh. He waits.',
    ],
    [
      "the dead on a recording",
      "Obed Marsh is dead.",
      'You play the recording of Obed Marsh. "You came," says Obed Marsh.',
    ],
    [
      "the dead, after a healing",
      "Obed Marsh is dead.",
      "Eliza kneels. She revives him with salt water.",
      "Obed Marsh laughs.",
    ],
    [
      "dead for years, as it turns out",
      '"Come in," says Obed Marsh.',
      "Slowly you understand that Obed Marsh has been dead for ten years.",
    ],
    ["places of a moment ago", "Eliza is in the lighthouse.", "Eliza is at the harbour."],
    ["another name", "The innkeeper, Rosa Lind, is busy.", "The innkeeper, Martha Bell, is busy."],
    ["another count", "There are three boats on the shingle.", "The four boats are dry."],
    ["two players with one thing", "Danny holds the tide clock.", "Sam holds the tide clock."],
    [
      "a thing told of long ago",
      "Eliza holds the brass lantern.",
      { turn: 15, text: "Father Anselm holds the brass lantern." },
    ],
    ["noon, and moonlight some turns later", "It is noon.", { turn: 7, text: "Moonlight lies on the nets." }],
  ])("%s", (what, ...turns) => {
    expect(issues(...turns)).toEqual([]);
    expect(candidates(...turns)).toMatchObject([
      { type: "contradiction", severity: what.includes("the dead") ? "error" : "warning", confidence: 0.4 },
    ]);
  });
});

test("a contradiction is said once: from then on the new word counts", () => {
  const turns = ["You open the church door.", "The church door is locked.", "The church door is locked."];
  expect(issues(...turns.slice(0, 2))).toHaveLength(1);
  expect(issues(...turns)).toEqual([]);
});

test("a thing is the same by any article, case, number and possessive", () => {
  const { facts } = tell(
    "The Church Doors are locked.",
    "The door of the church is locked.",
    "You open the church door.",
    "Father Anselm carries the Brass Lantern.",
  );
  expect(facts.map(({ entity, attribute, value, turn }) => [entity, attribute, value, turn])).toEqual([
    ["church door", "state", "locked", 1],
    ["church door", "state", "open", 3],
    ["brass lantern", "holder", "father anselm", 4],
  ]);
});

test("the ledger holds what changed, not what was repeated", () => {
  const { facts } = tell(
    ...Array.from(
      { length: 30 },
      () => 'The church door is locked. "No," says Obed Marsh. Eliza holds the brass lantern. It is noon.',
    ),
  );
  expect(facts).toHaveLength(4);
  expect(new Set(facts.map(({ turn }) => turn))).toEqual(new Set([1]));
});

test("what a turn tells and takes back is not in the ledger, and the last word of a turn is", () => {
  expect(tell("The church door is locked. You could open the church door.").facts).toEqual([]);
  const { facts } = tell(
    "The church door is locked.",
    "Eliza unlocks the church door. Captain Holt locks the church door.",
  );
  expect(facts.map(({ turn, value, quote }) => [turn, value, quote])).toEqual([
    [1, "locked", "The church door is locked."],
    [2, "locked", "Captain Holt locks the church door."],
  ]);
});

test("before the story nothing is stated", () => {
  const found = contradiction({
    ...base,
    phase: "creation",
    text: "The church door is locked. Obed Marsh is dead.",
  });
  expect(found).toEqual({ findings: [], facts: [] });
});

describe("what the guide holds true from a pulse on", () => {
  const [first, ...others] = base.guide.pulses;
  const facts = [
    { entity: "the ferry", attribute: "state", value: "broken" },
    { entity: "the net loft", attribute: "state", value: "locked" },
    { entity: "the drowned men on the slip", attribute: "count", value: "sixty-three" },
    { entity: "the tin whistle", attribute: "holder", value: "the group" },
    { entity: "the sky over the sea", attribute: "time", value: "night" },
    { entity: "Tam Reddick", attribute: "alive", value: "dead" },
  ];
  const guide = { ...base.guide, pulses: [{ ...first!, id: "first", facts }, ...others] };
  const told = (text: string): Turn => ({ text, guide, guidePulse: "first" });
  const after = (text: string): Turn => ({ text, guide, toldPulses: ["first"] });

  test.each([
    [
      "condition",
      "The ferry has run aground, and her back is broken.",
      "You find the ferry whole, without a scratch.",
    ],
    ["condition, never otherwise", "The ferry splits on the rock.", "The ferry has never been damaged."],
    ["lock", "Somebody has put a padlock on the net loft.", "The net loft stands open."],
    [
      "count",
      "The drowned men walk up the slip, and you count sixty-three.",
      "You look over the drowned men on the slip: there are five of them.",
    ],
    [
      "count, said a sentence apart",
      "Sixty-three have come. The drowned men stand on the slip.",
      "There are five of them, the drowned men on the slip.",
    ],
    ["holder", "She presses the tin whistle into your hands.", "Eliza Crane holds the tin whistle."],
    ["time", "The moon lies on the water.", "The midday sun beats down on the roofs."],
    [
      "life",
      "In the nets hangs Tam Reddick, and there is no breath in him.",
      '"You are late," says Tam Reddick.',
    ],
  ])("%s", (_, said, against) => {
    expect(issues(told(said), after(against))).toMatchObject([
      { type: "contradiction", evidence: [{ turn: 1 }, { turn: 2, text: against }] },
    ]);
    expect(issues(told("You go down to the water."), after(against))).toEqual([]);
    expect(
      issues({ text: said, guide }, after(against)).filter(
        ({ description }) => !/dead|night/.test(description),
      ),
    ).toEqual([]);
  });

  test("what a later turn puts into words holds as well", () => {
    expect(
      issues(
        told("You go down to the water."),
        after("By the way, the ferry is a wreck, broken on the rock."),
        after("The ferry is in one piece."),
      ),
    ).toHaveLength(1);
  });

  test("a change that is told is none", () => {
    expect(
      issues(
        told("The ferry has run aground, and her back is broken."),
        after("Two men mend the ferry with tar and sailcloth."),
        after("The ferry is whole."),
      ),
    ).toEqual([]);
    expect(
      issues(
        told("The moon lies on the water."),
        after("Dawn comes, and you sleep a while."),
        after("The midday sun beats down on the roofs."),
      ),
    ).toEqual([]);
  });
});

test.each([
  ["six", 6],
  ["Sixty-three", 63],
  ["four hundred and twelve", 412],
  ["a hundred", 100],
  ["two thousand and one", 2001],
  ["17", 17],
  ["none", undefined],
  ["", undefined],
])("the number %j", (text, number) => {
  expect(numberOf(text)).toBe(number);
});
