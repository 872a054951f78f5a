import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";

/** Sam is seat 0, Alex 1, Jo 2. «…» is for Sam, ‹…› for Alex; the marks are removed before classification. */
function read(marked: string) {
  const text = marked.replaceAll(/[«»‹›]/g, "");
  const classification = classifyByRules(exampleInput({ text }));
  const within = (pattern: RegExp) => Array.from(marked.matchAll(pattern), ([, words]) => words).join("");
  const expected = {
    all: marked.replaceAll(/«[^»]*»|‹[^›]*›/g, ""),
    sam: within(/«([^»]*)»/g),
    alex: within(/‹([^›]*)›/g),
    jo: "",
  };
  const heard = {
    all: heardBy("all", text, classification),
    sam: heardBy(0, text, classification),
    alex: heardBy(1, text, classification),
    jo: heardBy(2, text, classification),
  };
  return { expected, heard, classification };
}

test.each([
  ["you alone", "«Sam, you alone notice the key.»"],
  ["after a beginning", "Rain. «As the bell tolls, Sam, you alone notice the key.»"],
  ["in bold", "«**Sam**, you *alone* notice the key.»"],
  ["shouted", "«SAM, YOU ALONE SEE THE KEY.»"],
  ["in small letters", "«sam, you alone see the key.»"],
  ["with an ellipsis", "«Sam... you alone see the key.»"],
  ["with dashes", "«Sam—you alone—see the key.»"],
  ["wrapped lines", "«Sam, you\nalone see the key.»"],
  ["the name last", "«You alone notice the key, Sam.»"],
  ["the name in between", "«Only you, Sam, notice the key.»"],
  ["only you", "«Sam, only you can see the key.»"],
  ["for you alone", "«Sam, a whisper comes, for you alone: run.»"],
  ["just you", "«Sam, it is just you who hears it.»"],
  ["meant only for you", "«Sam, the note is meant only for you.»"],
  ["no one else sees", "«Sam, no one else sees the key.»"],
  [
    "nobody else in the room seems to notice",
    "«Nobody else in the room seems to notice, Sam, but the key is gone.»",
  ],
  ["no one but you", "«Sam, no one but you knows the way.»"],
  ["to no one else", "«To you, Sam, and to no one else, the statue speaks.»"],
  ["unseen by the others", "«Sam, unseen by the others, a hand takes yours.»"],
  ["the others do not notice", "«Sam, the others do not notice, but the key is gone.»"],
  ["the others don't hear", "«Sam, a bell rings that the others don't hear.»"],
  ["the others don't", "«Sam, you see the key — the others don't.»"],
  ["none of the others", "«Sam, none of the others seem to hear the bell.»"],
  ["without the others noticing", "«Sam, she slips you a coin without the others noticing.»"],
  ["too low for the others", "«Sam, she speaks in a voice too low for the others.»"],
  ["unbeknownst", "«Unbeknownst to the others, Sam, the doll blinks.»"],
  ["unlike the others", "«Sam, unlike the others, you smell smoke.»"],
  ["keep this to yourself", '«"Keep this to yourself, Sam," she says.»'],
  ["tell no one", '«"Tell no one, Sam," she says.»'],
  ["whispers to you alone", "«Sam, the vicar whispers to you alone: run.»"],
  ["in your ear", "«Sam, the vicar says it in your ear.»"],
  ["in your mind", "«Sam, a voice speaks in your mind.»"],
  ["a memory only you have", "«Sam, it stirs a memory only you have.»"],
  ["pulls you aside", "«Sam, the vicar pulls you aside.»"],
  ["the only one who", "«Sam, you are the only one who hears the bell.»"],
  ["while the others sleep", "«While the others sleep, Sam, the portrait blinks.»"],
  ["only + name", "«Only Sam hears the bell.»"],
  ["name + alone", "«Sam alone can see the mark.»"],
  ["to + name + alone", "«To Sam alone, the figure whispers.»"],
  ["visible only to", "«Visible only to Sam, a line of ants spells RUN.»"],
  ["name + is the only one", "«For a moment Sam is the only one who hears the tapping.»"],
  ["whispers to + name", '«She leans toward Sam and whispers, "leave tonight."»'],
  ["something the others miss", "«Sam notices something the others miss: a wire.»"],
  ["a player among others", "«While Alex sleeps, Sam, you alone hear the bell.»"],
  ["not Alex", "«Only Sam, not Alex, hears the bell.»"],
  ["others named without being spoken to", "«Sam, you alone see that Alex is bleeding.»"],
  ["Alex is bleeding", "«Sam, Alex is bleeding, and only you notice.»"],
  ["no one except + name", "«No one except Sam hears the bell.»"],
  ["nobody but + name", "«Nobody but Sam sees the number on the door.»"],
  ["visible to nobody but", "«The mark is visible to nobody but Sam.»"],
  ["name + alone of all of you", "«Sam alone of all of you reads the sign.»"],
  ["alone of all of you, + name", "«Alone of all of you, Sam hears the bell.»"],
  ["for + name + only", "«This is for Sam only: the bell is cracked.»"],
  ["only + name + is told", "«Only Sam is told the number.»"],
  ["name + secretly", "«Sam secretly reads the letter.»"],
  ["others by name see nothing", "«Sam, you see the key, but Alex and Jo see nothing.»"],
  ["others by name, first", "«Alex and Jo can't see this, but Sam, the bell is cracked.»"],
  ["the others must not learn it", "«Sam, the rest of the party must not learn that the bell is cracked.»"],
  ["not to be shared", "«Sam: the bell is cracked (don't share this with the group)»"],
  ["between us", "«Sam, this stays between us: the bell is cracked.»"],
  ["in + name's ear", "«The vicar murmurs a number into Sam's ear.»"],
  ["in private, told by name", "«In private, the vicar tells Sam the number.»"],
  ["known to all, but one hears more", '«You all know the vicar, but Sam, only you hear him say: "Run."»'],
  ["a misspelt name", "«Samm, you alone notice the key.»"],
])("secret by direct address: %s", (_, marked) => {
  const { expected, heard, classification } = read(marked);
  expect(heard).toEqual(expected);
  expect(classification.segments.find(({ audience }) => audience !== "all")!.confidence).toBeGreaterThan(0.5);
});

test.each([
  ["the sentence before", "Sam, you kneel at the well. «Only you can see the face in it.»"],
  [
    "a sentence in between",
    "Sam, you kneel at the well. The air is cold. «Only you can see the face in it.»",
  ],
  ["the paragraph before", "Sam, you kneel at the well.\n\n«Only you can see the face in it.»"],
  ["a name alone", "Sam. «You alone can hear it: the walls say your name.»"],
  ["spoken of", "Sam kneels at the well. «No one else hears the voice in it.»"],
  ["with another named", "Sam, you kneel. «Only you see that Alex trembles.»"],
  ["announced first", "Only one of you hears it. «Sam, the walls say your name.»"],
  ["told before", "«Sam, a whisper rises from the well. The vicar lies. No one else hears it.»"],
  ["told one sentence before", "The door creaks. «The key is under the altar. Only you notice this, Sam.»"],
  ["the others see less, after", "«Sam, you see a face in the window. »The others see only their own."],
  ["the others see less, before", "The others see a wall. «Sam, you see a door.»"],
  ["nobody else does", "«Sam, you see a face in the window. »Nobody else does."],
  [
    "the others by name see nothing",
    "«Sam, you see a face in the window. It smiles. »Alex and Jo see nothing.",
  ],
  ["one of the others does not", "«Sam, you see a face in the window. »Alex doesn't."],
  [
    "only one can read it, after",
    "The vicar reads Sam's mail. «It says that the bell is cracked. Only Sam can read it.»",
  ],
  [
    "a note, and what it says",
    "«The vicar hands Sam a note. It says that the bell is cracked. Only Sam can read it.»",
  ],
  ["kept, after", "«Sam, the bell is cracked. You keep this to yourself.»"],
  [
    "not to be shared, after",
    "«Sam: look at the bell. The bell is cracked. (Don't share this with the group.)»",
  ],
  [
    "something the rest must not learn",
    "«Sam, here is something the rest of the party must not learn. The bell is cracked.»",
  ],
  ["announced in a paragraph of its own", "«Sam, you alone see it.\n\nThe bell is cracked.\n\n»Rain."],
  [
    "announced in other words",
    "«Sam, here is something the rest of the party must not learn.\n\nThe bell is cracked.\n\n»Rain.",
  ],
  ["kept, and then a new paragraph", "«Sam, the bell is cracked. You keep this to yourself.\n\n»Rain."],
])("secret by context: %s", (_, marked) => {
  const { expected, heard } = read(marked);
  expect(heard).toEqual(expected);
});

test("a secret without a recipient is for all, and doubtful", () => {
  const { heard, classification } = read("You alone notice the door.");
  expect(heard.all).toBe("You alone notice the door.");
  expect(classification.segments).toMatchObject([
    { confidence: 0.4, evidence: expect.stringContaining("no player is named") },
  ]);
});

test("what all but one perceive is not for that one player", () => {
  expect(classifyByRules(exampleInput({ text: "Everyone but Sam sees the key." })).segments).toMatchObject([
    { audience: [1, 2] },
  ]);
});

test("a secret for an unknown name reaches no player", () => {
  expect(
    classifyByRules(
      exampleInput({ text: "Rain. Bob, you alone notice the key. It is brass.\n\nThe door opens." }),
    ).segments.map(({ audience }) => audience),
  ).toEqual(["all", [], "all"]);
});

test.each([
  "«Sam, you remember your grandmother's song.»",
  "«Sam, you suddenly recall the code.»",
  "«Sam, a memory surfaces: the red door.»",
  "«That night, Sam, you dream of a drowned choir.»",
  "«Sam, a vision of the choir takes you.»",
  "«Sam, a flash: a knife, a hand.»",
  "«Sam, you hear a voice in your head.»",
  "«Sam, you recognise the handwriting.»",
  "«Sam, you have seen this mark before.»",
  "«Sam, Alex is bleeding, and you remember the knife.»",
])("inner experience of one player, less sure: %s", (marked) => {
  const { expected, heard, classification } = read(marked);
  expect(heard).toEqual(expected);
  expect(classification.segments[0]?.confidence).toBe(0.6);
});

test.each([
  "Sam, you open the door and see a long hall.",
  "Sam, do you remember the song?",
  "Sam, you don't recognise the man.",
  "Sam, a flash of lightning shows you the tower.",
  "Sam and Alex, you remember the way.",
  "Sam remembers the way.",
  "You remember the priest, Sam, and the dog.",
  "Sam, are you alone?",
  "The others leave you alone, Sam.",
  "If only you knew, Sam.",
  "Just you wait, Sam.",
  "Sam, no one else is in the room.",
  "Sam, only you can decide.",
  "Sam, the only door is locked.",
  "Only Sam is brave enough to go in.",
  "Sam alone remains in the hall.",
  "The others follow Sam.",
  "Everyone hears the bell. Sam, you hear it first.",
  "You hear her out in private, as Sam wished.",
  "Sam could agree, and keep it quiet.",
  "Nobody argues with Sam.",
  "Sam, you and the others see the key.",
  "You alone, all of you, know the way.",
  "Jo, Alex and Sam step into the hall.",
  'The vicar turns to Sam. "We do not ring it."',
  "Nobody but Sam is brave enough to go in.",
  "There is nobody but Sam in the hall.",
  "Suddenly, you alone stand between the town and the sea.",
  "Sam, you hear a bell. Alex hears it too.",
  "Sam, you see that Alex does not notice the trap.",
  "Sam and Alex don't hear the bell.",
  "You lift it, Sam. Nobody else can.",
  "The party cannot see the top of the tower, Sam.",
  "Everyone but Sam is asleep.",
  "The vicar keeps it from the sea, Sam.",
  "Sam, share this with the others.",
  'What Sam alone was told is soon said to all of you: "You alone see the writing, Sam. No one else hears it." Rain falls.',
  'You all know Sam\'s secret, of course: "Sam, you alone see it." Rain falls.',
  'It is no longer between Sam and me: "You alone see it."',
])("public: %s", (text) => {
  expect(read(text).heard.all).toBe(text);
});

test.each([
  [
    "the end of the paragraph",
    "Rain. «Sam, you alone see the key. It is brass. It is warm.\n\n»The door opens.",
  ],
  ["the rest of you", "«Sam, you alone see the key. It is brass. »The rest of you wait. The door opens."],
  ["all of you", "«Sam, you alone see the key. »All of you hear the bell. It stops."],
  ["you all", "«Sam, you alone see the key. »Then you all hear the bell."],
  ["everyone", "«Sam, you alone see the key. »Everyone hears the bell."],
  ["the group", "«Sam, you alone see the key. »Meanwhile, the group moves on."],
  ["together you", "«Sam, you alone see the key. »Together you climb the stair."],
  ["the others see", "«Sam, you alone see the key. »The others see only fog."],
  ["all who play", "«Sam, you alone see the key. »The three of you climb the stair."],
  ["another player", "«Sam, you alone see the key. »Alex, you open the door. It creaks."],
  ["another player's secret", "«Sam, you alone see the key. »‹Alex, only you hear the bell. It is cracked.›"],
  ["a tag", "«Sam, you alone see the key. »‹[To Alex only] The bell is cracked.›"],
  ["a public tag", "«Sam, you alone see the key. »[Everyone] The door opens."],
  ["a question to the group", "«Sam, you alone see the key. It is brass. »What do you do?"],
  ["a question to the group, in bold", "«Sam, you alone see the key. »**So, what do you do next?**"],
  ["a marker", "«Sam, you alone see the key.\n»[[RECAP]]\nThe door opens."],
])("a secret lasts to %s", (_, marked) => {
  const { expected, heard } = read(marked);
  expect(heard).toEqual(expected);
});

test.each([
  ["others named but not spoken to", "«Sam, you alone see the key. Alex's coat hides it. Jo would laugh.»"],
  ["everyone in the secret", "«Sam, you alone see the photograph. Everyone in that photograph is dead.»"],
  [
    "a voice that speaks to all",
    '«Sam, a voice speaks in your mind. "All of you will drown. Alex, you will be first." It fades.»',
  ],
  ["two who are not the group", "«Sam, you alone see the ghost. The two of you stare at each other.»"],
  ["the player again", "«Sam, you alone see the key. It wants all of you, Sam.»"],
  ["a question about it", "«Sam, you alone see the key. Do you take it?»"],
  ["a question that is not the last word", "«Sam, you alone see the key. What do you do? It is brass.»"],
  ["a question to the player", "«Sam, you alone see the key. Sam, what do you do?»"],
  ["a question in a voice", '«Sam, a voice speaks in your mind. "What do you do?"»'],
  ["more of the same", "«Sam, you alone see the key. The others don't notice. You take it.»"],
  [
    "a secret that goes on in a new paragraph",
    "«Sam, you alone see a vision.\n\nIn the vision a bell sinks.\n\n»Rain.",
  ],
  ["a colon", "«Sam, only you can read the note:\n\nMeet me at nine.\n\n»Rain."],
])("a secret does not end with %s", (_, marked) => {
  const { expected, heard } = read(marked);
  expect(heard).toEqual(expected);
});

test("two players may share a secret", () => {
  const text = "Sam and Alex, only you two see the trapdoor. Jo, you keep watch.";
  expect(classifyByRules(exampleInput({ text })).segments.map(({ audience }) => audience)).toEqual([
    [0, 1],
    "all",
  ]);
  const shared = "Alex, only you and Sam hear the bell.";
  expect(classifyByRules(exampleInput({ text: shared })).segments[0]?.audience).toEqual([0, 1]);
});

test("one sentence with two secrets gives each player their own", () => {
  const { expected, heard } = read("«Sam, you alone see the key, and »‹Alex, only you hear the bell.›");
  expect(heard).toEqual(expected);
  const later = read("Alex, you hold the lamp; «only you, Sam, see the mark.»");
  expect(later.heard).toEqual(later.expected);
});
