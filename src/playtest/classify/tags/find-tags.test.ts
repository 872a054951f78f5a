import { expect, test } from "vitest";
import { classifyByRules } from "../classify-by-rules.ts";
import { exampleInput, heardBy } from "../../../../tests/support/playtest/example-input.ts";

/**
 * Sam is seat 0, Alex 1, Jo 2, the spokesperson. A secret is between « and », which are removed before classification.
 */
function read(marked: string, names?: string[]) {
  const text = marked.replaceAll(/[«»]/g, "");
  const classification = classifyByRules(exampleInput({ text, spokesperson: 2, ...(names && { names }) }));
  const secret = [...marked.matchAll(/«([^»]*)»/g)].map(([, words]) => words).join("");
  return { text, classification, secret, heard: (who: number | "all") => heardBy(who, text, classification) };
}

test.each([
  ["to … only", "«[To Sam only] The key is brass.\n\n»Rain falls."],
  ["to …, in square brackets", "«[To Sam] The key is brass.\n\n»Rain falls."],
  ["private:", "«[Private: Sam] The key is brass.\n\n»Rain falls."],
  ["private to, closed", "«[Private to Sam] The key is brass.\n\nIt turns. [/Private]» Rain falls."],
  ["closed by words", "«[Private to Sam]\nThe key is brass.\n\nIt turns.\n[End private]»\n\nRain falls."],
  ["an aside", "«(to Sam, privately) The key is brass. It turns.\n\n»Rain falls."],
  [
    "an aside inside a sentence",
    "Rain falls. «The vicar says (to Sam, privately) that the key is brass.\n\n»Rain falls.",
  ],
  [
    "an aside after what it speaks of",
    "The door creaks. «The well says your name. (Only Sam hears this.)\n\n»Rain falls.",
  ],
  ["an element", '«<private to="Sam">The key is brass.</private>» Rain falls.'],
  ["a bold label", "«**Privately to Sam:** the key is brass.\n\n»Rain falls."],
  ["a bold label in a line of its own", "«**Privately to Sam:**\n\nThe key is brass.\n\n»Rain falls."],
  ["a plain label", "Rain falls.\n\n«Sam only: the key is brass.\n\n»Rain falls."],
  [
    "a heading, for its whole section",
    "Rain falls.\n\n«### For Sam only\n\nThe key is brass.\n\nIt turns.\n\n»### Everyone\n\nRain falls.",
  ],
  ["one's own dream", "«Sam's dream: a drowned choir.\n\n»Rain falls."],
  ["a tag that holds it", "Rain falls. «[To Sam only: the key is brass.]» The door opens."],
  ["a structured marker", "«[[PRIVATE Sam]]\nThe key is brass.\n\nIt turns.\n[[/PRIVATE]]»\nRain falls."],
  [
    "a structured marker that nobody closed",
    "Rain falls.\n«[[PRIVATE Sam]]\nThe key is brass.\n\nThe lock is iron.\n\n»What do you do?",
  ],
  [
    "a tag of two paragraphs before the next tag",
    "«[To Sam only] The key is brass.\n\nThe lock is iron.\n\n»[To all] Rain falls.",
  ],
  [
    "a tag of two paragraphs before a marker",
    "«[To Sam only] The key is brass.\n\nThe lock is iron.\n\n»[[PULSE: Rain]]\nRain falls.",
  ],
  [
    "a tag with another that holds its own inside",
    "«[To Sam only] The key is brass. »[To Alex only: the lock is iron.] «It turns.\n\n»Rain falls.",
  ],
  ["braces, closed", "«{private:Sam}The key is brass.{/private}» Rain falls."],
  ["lines", "«--- PRIVATE: Sam ---\nThe key is brass.\n--- END PRIVATE ---»\nRain falls."],
  ["an element with the name in it", "«<private_Sam>The key is brass.</private_Sam>» Rain falls."],
  ["a fence", "Rain falls.\n\n«```private Sam\nThe key is brass.\n```»"],
  [
    "brackets inside a tag that holds it",
    "«[To Sam only: the key [a small one] is brass. It turns.]» Rain falls.",
  ],
  ["a tag that goes on to tell", "«[Private to Sam. The key is brass.]» Rain falls."],
  ["a public tag ends what nobody closed", "«[To Sam only] The key is brass. »[Everyone] Rain falls."],
  ["whoever is spoken to, where the tag has no name", "«[Private] Sam, the key is brass.\n\n»Rain falls."],
  ["the name before the tag", "«**Sam:** *(private)* The key is brass.\n\n»Rain falls."],
  [
    "several paragraphs, closed by the name",
    "«[To Sam only]\n\nThe choir sings for you.\n\nYou remember the brass.\n\nThe lock is iron.\n\n[/To Sam]»\n\nRain falls.",
  ],
  ...["[/Sam]", "[END]", "(End of Sam's part.)"].map((closer): [string, string] => [
    `several paragraphs, closed by ${closer}`,
    `«[To Sam only] The key is brass.\n\nThe lock is iron.\n\n${closer}»\n\nRain falls.`,
  ]),
  ...["---", "### Dawn"].map((rule): [string, string] => [
    `several paragraphs before ${rule}`,
    `«[To Sam only] The key is brass.\n\nThe lock is iron.\n\nThe door is oak.\n\n»${rule}\n\nRain falls.`,
  ]),
  [
    "several paragraphs before the group is spoken to",
    "«[To Sam only] The key is brass.\n\nThe lock is iron.\n\n»Meanwhile, the rest of you see rain.\n\nRain falls.",
  ],
  [
    "several paragraphs before a tag within another",
    "«[To Sam only] The key is brass.\n\nThe lock is iron.\n\n»Rain falls. [To Alex only: the door is oak.]",
  ],
  [
    "a line of its own, and a rule",
    "«[To Sam only]\n\n---\n\nThe key is brass.\n\nThe lock is iron.\n\n»---\n\nRain falls.",
  ],
  ...[
    "Sam, you see that the lock is iron.",
    "You remember that the lock is iron.",
    "It is iron.",
    "> The lock is iron.",
  ].map((goesOn): [string, string] => [
    `a tag whose next paragraph goes on: ${goesOn}`,
    `«[To Sam only] The key is brass.\n\n${goesOn}\n\n»Rain falls.`,
  ]),
  ["an open quotation", '«[To Sam only] "Take the brass.\n\n"The lock is iron."\n\n»Rain falls.'],
  ["a list", "«Private for Sam:\n\n1. Brass.\n\n2. Iron.\n\n3. Oak.\n\n»Rain falls."],
  ["inside a fence", "«```\n[To Sam only]\nThe key is brass.\n\nThe lock is iron.\n```»\n\nRain falls."],
  ...["【To Sam only】", "&#91;To Sam only&#93;", "[→ Sam]", "(For Sam)", "/w Sam", "🔒 Sam:"].map(
    (tag): [string, string] => [tag, `«${tag} The key is brass.\n\n»Rain falls.`],
  ),
  ...[
    ["<!-- private Sam -->", "<!-- /private -->"],
    ['<to player="Sam">', "</to>"],
    ["||To Sam:", "||"],
  ].map(([open, close]): [string, string] => [
    `${open} … ${close}`,
    `«${open} The key is brass. ${close}» Rain falls.`,
  ]),
  [
    "this was for …, in a line of its own",
    "Rain falls.\n\n«The key is brass.\n\n(This was for Sam only.)\n\n»Rain.",
  ],
  [
    "words of the group inside do not end it",
    "«[To Sam only] All of you will drown. Everyone sees it.\n\n»Rain falls.",
  ],
])("tag to one player: %s", (_, marked) => {
  const { secret, heard } = read(marked);
  expect(heard(0).trim()).toBe(secret.trim());
  expect(heard("all")).toContain("Rain falls.");
  expect(heard("all")).not.toMatch(/brass|iron/);
});

test.each([
  ["case", "[PRIVATE: sam] The key is brass."],
  ["a full name", "[To Sam Whitfield only] The key is brass."],
  ["a name drawn out", "[[PRIVATE Samantha]] The key is brass."],
])("a near miss means that player: %s", (_, text) => {
  expect(read(text).heard(0)).toBe(text);
});

test.each([
  ["letters that changed places", "[[PRIVATE Moragn]] The key is brass.", [0]],
  ["a letter too many", "[Private: Morgann] The key is brass.", [0]],
  ["a name that could be two players'", "[Private: Ali] The key is brass.", []],
])("a misspelt name means the nearest player, if that is clear: %s", (_, text, seats) => {
  expect(read(text, ["Morgan", "Alice", "Alison", "Sam"]).classification.segments).toMatchObject([
    { audience: seats },
  ]);
});

const toNobody = [
  ["somebody who does not play", "«[To Bob only] The key is brass.\n\n»Rain falls."],
  ["somebody described", "Rain falls. «[[PRIVATE the dock clerk]] The key is brass. [[/PRIVATE]]»"],
  ["a kind of player", "«[PRIVATE - Questioner] The key is brass.\n\n»Rain falls."],
  ["nobody", "«[Private] The key is brass.\n\n»Rain falls."],
  ["nobody, in a tag that holds it", "Rain falls. «[Secret: the key is brass.]»"],
  [
    "an opening that was not understood",
    "Rain falls.\n\n«[Smelt in confidence] The key is brass. [/private]»",
  ],
] as const;

test.each(toNobody)("a tag without a player's name reaches no player, and says so: %s", (_, marked) => {
  const { heard, classification, secret } = read(marked);
  expect([heard(0), heard(1), heard(2)]).toEqual(["", "", ""]);
  expect(heard("all")).toContain("Rain falls.");
  expect(heard("all")).not.toContain("brass");
  expect(secret).toContain("brass");
  expect(classification.segments.find(({ audience }) => audience.length === 0)!.evidence).toMatch(
    /^tag .+, which names no player$/,
  );
});

test.each([
  [
    "whoever is spoken to in it",
    "[[PRIVATE the dock clerk]] Alex, the key is brass. [[/PRIVATE]] Rain falls.",
  ],
  [
    "whoever was spoken to just before",
    "Alex, you kneel at the well. [[PRIVATE]] The key is brass. [[/PRIVATE]] Rain falls.",
  ],
  ["the name in the next bracket", "[PRIVATE] [Alex] The key is brass.\n\nRain falls."],
])("a tag without a player's name goes to the player it must mean: %s", (_, text) => {
  const { heard } = read(text);
  expect(heard(1)).toContain("brass");
  expect(heard(0) + heard(2)).toBe("");
  expect(heard("all")).toContain("Rain falls.");
});

test.each([
  "[The only door to Sam's room is locked]",
  "(Sam is the only one left.) The rest have gone.",
  "The sign reads: Private property. Keep out, Sam.",
  "Sam: what do you do?",
  "To Sam, the only way is plain: run.",
  "[Sam] opens the door.",
  "[All] Rain falls.",
  "The board says [Members Only]. You go in.",
  "Whispers — dozens of them — rise from the well.",
  "To Father Treloar: the bell must not ring.",
  "(secretly, the vicar is pleased) Rain falls.",
  "[[PULSE: A Committee of Whispers]]\nRain falls.",
  "[END]\n\nRain falls.",
  "He gives the key (to Sam) and leaves. (To Boston) they go.",
  "「こんにちは」と言った。 Rain falls.",
])("not a tag: %s", (text) => {
  expect(read(text).heard("all")).toBe(text);
});

test("a tag may name two players, or all but one", () => {
  expect(read("[To Sam and Alex only] The key is brass.").classification.segments[0]?.audience).toEqual([
    0, 1,
  ]);
  expect(
    read("[[PRIVATE Sam, Jo]] The key is brass. [[/PRIVATE]]").classification.segments[0]?.audience,
  ).toEqual([0, 2]);
  expect(read("[To everyone except Alex] The key is brass.").classification.segments[0]?.audience).toEqual([
    0, 2,
  ]);
});
