import { expect, test } from "vitest";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { beatOf, beatsUnmeasured, mechanicalIssues, stallsIn } from "./play-turn.ts";
import type { Classification } from "../../contract/index.ts";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";

test.each([
  ["turns in which nobody looked for beats are no stall", undefined, 9, 0],
  ["five turns in which somebody looked and found none are one", [], 5, 1],
  ["four are not", [], 4, 0],
])("%s", (_, beats, turns, expected) => {
  const state = exampleSession(Array.from({ length: turns }, () => ({ classification: { beats } })));
  expect(stallsIn(state)).toHaveLength(expected);
});

test("a loop is what everybody heard before: a secret that all are told is none", () => {
  const carrier = "You all know by now what Minerva was told alone: ";
  const secret =
    "One name in the old register bothers you. Leopold Krantz, piano tuner, has signed in on nine Octobers running, " +
    "each time in a shakier hand. Every other guest has departed. ";
  const scene =
    "Mr. Whitlock puts his questions in a voice like a page being turned: any fear of water, any dreams of it. " +
    "He writes down not what you answer but how long you take. ";
  /** The second part is told to one player alone. */
  const output = (first: string, aside: string, last = "") => {
    const [from, to] = [first.length, first.length + aside.length];
    const parts = [
      { start: 0, end: from, audience: "all" as const },
      { start: from, end: to, audience: [0] },
      { start: to, end: to + last.length, audience: "all" as const },
    ];
    const classification: Classification = {
      ...exampleRecord({ turn: 1 }).classification,
      segments: parts.filter(({ start, end }) => end > start),
    };
    return { text: `${first}${aside}${last}`, classification };
  };
  const issuesOf = (now: ReturnType<typeof output>, before: ReturnType<typeof output>) =>
    mechanicalIssues(exampleSession([before]), { ...now, turn: 2, phase: "story" });
  expect(issuesOf(output(`A shelf. ${carrier}${secret}`, ""), output(carrier, secret, scene))).toEqual([]);
  const [loop] = issuesOf(output(scene, secret, "It rains."), output(scene, "Shh.", "It rains."));
  expect(loop).toMatchObject({
    kind: "loop",
    evidence: [{ turn: 1 }, { text: `${scene}… It rains.` }],
  });
});

const guide = exampleStory;
const [arrival, innkeeper, chapel] = guide.pulses as [Pulse, Pulse, Pulse];
type Pulse = (typeof guide.pulses)[number];

const beat = (
  titles: readonly string[],
  told: readonly string[] = [],
  { concluded = false, of = guide } = {},
) => beatOf({ classification: { beats: titles.map((title) => ({ title })), concluded }, guide: of, told });

test("the guide's pulses count one after the other, each once", () => {
  expect(beat([arrival.title])).toEqual({ pulse: 1, guidePulse: "arrival" });
  expect(beat(["Innkeeper’s Bargain"], ["arrival"])).toEqual({ pulse: 2, guidePulse: "innkeeper" });
  expect(beat([arrival.title, chapel.title, innkeeper.title], ["arrival"])).toEqual({
    pulse: 3,
    guidePulse: "innkeeper",
    alsoPulses: ["chapel"],
  });
  expect(beat([innkeeper.title], ["innkeeper"])).toEqual({});
});

test("a beat of the narrator's own counts separately, beside none of the guide's, and not as the end", () => {
  expect(beat(["A Low Door"], ["arrival"])).toEqual({ ownBeat: true });
  expect(beat(["A Low Door", chapel.title])).toEqual({ pulse: 1, guidePulse: "chapel" });
  expect(beat(["Farewell"], [], { concluded: true })).toEqual({});
  expect(beat([])).toEqual({});
});

test("two beats with one title are told one after the other, and a title that contains a slash is one title", () => {
  const of = {
    ...guide,
    pulses: [arrival, { ...innkeeper, title: arrival.title }, { ...chapel, title: "Fire / Water" }],
  };
  expect(beat([arrival.title], [arrival.id], { of })).toEqual({ pulse: 2, guidePulse: innkeeper.id });
  expect(beat(["Fire / Water"], [arrival.id], { of })).toEqual({ pulse: 2, guidePulse: chapel.id });
});

const NOBODY = "no marker or classifier identified the beats";

test.each<[string, Array<Classification["beats"]>, string | undefined]>([
  ["before the story", [], undefined],
  [
    "a model looks every turn, whatever it finds",
    [[], [{ title: "A Low Door", quote: "a low door" }]],
    undefined,
  ],
  ["markers with the guide's titles", [[{ title: arrival.title }], []], undefined],
  [
    "a turn without a marker",
    [[{ title: arrival.title }], undefined],
    `${NOBODY} of turn 3 (name a classifier)`,
  ],
  [
    "one marker with another title",
    [[{ title: arrival.title }], [{ title: "A Low Door" }]],
    'turn 3 names "A Low Door", which is not a beat of the guide',
  ],
  [
    "a misspelt title",
    [undefined, [{ title: arrival.title.replace("a", "e") }]],
    `(did you mean "${arrival.title}"?)`,
  ],
  ["nobody named any", [undefined, undefined], `${NOBODY} (name a classifier)`],
])("why beats are not measured: %s", (_, turns, why) => {
  const records = [
    exampleRecord({ turn: 1, phase: "creation", classification: { beats: [] } }),
    ...turns.map((beats, index) => exampleRecord({ turn: index + 2, classification: { beats } })),
  ];
  const reason = beatsUnmeasured(records, guide);
  if (why === undefined) expect(reason).toBeUndefined();
  else expect(reason).toContain(why);
});
