import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dice } from "../../kernel/dice/index.ts";
import type { Observation } from "./finding-kind.ts";
import { repetition } from "./repetition.ts";

const fixtures = join(import.meta.dirname, "../../../tests/fixtures/detect");
const base = JSON.parse(readFileSync(join(fixtures, "observation.json"), "utf8")) as Observation;
const passages = Object.entries(
  JSON.parse(readFileSync(join(fixtures, "passages.json"), "utf8")) as Record<string, string>,
);
const texts = passages.map(([, text]) => text);

const output = (text: string, turn = 3, type: Observation["type"] = "pulse") => ({ turn, text, type });
const loops = (text: string, over: Partial<Observation> = {}) =>
  repetition.detect({ ...base, turn: 9, text, ...over });

const recaps = [
  `In short, Pearl, this is how you come to be here. There was "Closed for Stock-Taking", and the choice there was to edge around the ledge to the window. There was "The Property", and the choice there was to carry it off under a coat. There was "Mr. Whitlock's Arithmetic", and the choice there was to push past him into the street. Since then it has been "The Road Goes Under", and it is not over.`,
  `Here is the story so far, for Pearl and for anybody else who blinked. At "Closed for Stock-Taking" you made up your minds to edge around the ledge to the window. At "The Property" you made up your minds to carry it off under a coat. At "Mr. Whitlock's Arithmetic" you made up your minds to push past him into the street. And so you are in the middle of "The Road Goes Under".`,
];

/** Replaces a share of the words with words of the other passages. */
function edited(text: string, share: number, seed: number): string {
  const throws = dice("edit", share, seed);
  const others = texts
    .filter((other) => other !== text)
    .join(" ")
    .split(/\s+/);
  const plain = text.split(/\s+/);
  const replaced = new Set(throws.shuffle([...plain.keys()]).slice(0, Math.round(share * plain.length)));
  return plain.map((word, at) => (replaced.has(at) ? throws.pick(others) : word)).join(" ");
}

describe.each(passages)("planted in a %s", (_, text) => {
  test("a verbatim repeat is an error that quotes both turns", () => {
    const [found, ...more] = loops(text, { earlier: [output(text)] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      type: "repetition",
      severity: "error",
      turn: 9,
      evidence: [{ turn: 3 }, { turn: 9 }],
    });
    for (const quote of found!.evidence) expect(text).toContain(quote.text);
  });

  test("other passages are not a loop", () => {
    expect(
      loops(text, {
        earlier: texts.filter((other) => other !== text).map((other, index) => output(other, index + 1)),
      }),
    ).toEqual([]);
  });
});

test("finds an edited repeat, up to a third of its words", () => {
  const recall = (share: number) => {
    const tries = texts.flatMap((text) =>
      Array.from({ length: 12 }, (_, seed) =>
        loops(edited(text, share, seed), {
          earlier: [...texts.filter((other) => other !== text), text].map((other, index) =>
            output(other, index + 1),
          ),
        }),
      ),
    );
    return tries.filter(([found]) => found?.evidence[0]?.turn === texts.length).length / tries.length;
  };
  expect(recall(0.1)).toBe(1);
  expect(recall(0.2)).toBe(1);
  expect(recall(0.3)).toBeGreaterThanOrEqual(0.99);
  expect(recall(0.4)).toBeGreaterThanOrEqual(0.45);
  // Half of the words are from other passages: the rest is what any two texts share.
  expect(recall(0.5)).toBeLessThan(0.3);
});

test("an output that repeats another and itself is one loop, with both shown", () => {
  const text = `${texts[0]} ${"And then it rings and rings again. ".repeat(12)}`;
  const found = loops(text, { earlier: [output(text)] });
  expect(found).toMatchObject([
    {
      type: "repetition",
      severity: "error",
      confidence: 0.95,
      evidence: [{ turn: 3 }, { turn: 9 }, { turn: 9 }, { turn: 9 }],
    },
  ]);
  expect(found[0]!.description).toMatch(
    /^Narrator repeated turn 3 .* Narrator repeated itself within the turn/,
  );
});

test("a loose repeat is a warning, a close one an error", () => {
  const severity = (share: number) =>
    loops(edited(texts[0]!, share, 1), { earlier: [output(texts[0]!)] })[0]?.severity;
  expect(severity(0.05)).toBe("error");
  expect(severity(0.3)).toBe("warning");
});

describe("loops", () => {
  const short = "The lighthouse keeper shakes her head and points at the water.";
  test.each<[string, string, Partial<Observation>]>([
    ["a short output, said twice", short, { earlier: [output(short)] }],
    [
      "a short output, with other marks",
      `${short.slice(0, -1)} … again!`.replace(" … again", ""),
      { earlier: [output(short.toUpperCase())] },
    ],
    [
      "a clarification that repeats a pulse",
      texts[1]!,
      { type: "clarification", earlier: [output(texts[1]!)] },
    ],
    [
      "the latest of two repeats, twenty outputs back",
      texts[1]!,
      {
        earlier: [
          output(texts[1]!, 1),
          ...Array.from({ length: 19 }, (_, n) => output(`Filler number ${n}.`, n + 2)),
        ],
      },
    ],
    [
      "a question and nothing else, said twice",
      "Which of you goes first through the drowned gate, and what do they carry?",
      { earlier: [output("Which of you goes first through the drowned gate, and what do they carry?")] },
    ],
    ["half of an earlier output", texts[2]!.slice(0, 300), { earlier: [output(texts[2]!)] }],
    [
      "the same question, put to the same player",
      "Sam, before we begin, tell us what your character left behind in the city.",
      {
        phase: "creation",
        earlier: [output("Sam, before we begin, tell us what your character left behind in the city.")],
      },
    ],
    [
      "a few words, for the third time in a row",
      "Nothing happens. What do you do?",
      {
        relay: "Could you repeat that?",
        earlier: [
          output("You wait by the gate.", 3),
          output("Nothing happens. What do you do?", 4),
          output("Nothing happens. What do you do?", 5),
        ],
      },
    ],
    [
      "a few words with a counter, for the third time in a row",
      "Turn 6. The fog thickens. What do you do?",
      {
        earlier: [
          output("Turn 4. The fog thickens. What do you do?", 4),
          output("Turn 5. The fog thickens. What do you do?", 5),
        ],
      },
    ],
    [
      "a few words with a counter in words",
      "The twenty-third bell. You wait.",
      {
        earlier: [
          output("The twenty-first bell. You wait.", 4),
          output("The twenty-second bell. You wait.", 5),
        ],
      },
    ],
    ["a repeat that was taken for a recap", texts[0]!, { type: "recap", earlier: [output(texts[0]!)] }],
    [
      "a repeat where a recap was asked for",
      edited(texts[0]!, 0.2, 1),
      { relay: "Could we have a short recap for Alex?", earlier: [output(texts[0]!)] },
    ],
    ["one sentence over and over", "The bell rings under the water. ".repeat(8), {}],
    ["an output that ends in circles", `${texts[0]} ${"And then it rings and rings again. ".repeat(6)}`, {}],
    ["circles in a recap", "You came ashore and heard the bell. ".repeat(8), { type: "recap" }],
    [
      "a loop told in Chinese",
      "潮水退得比任何人记忆中都远，港口的海底裸露在天空之下。你看见烟囱的顶端长满海草。",
      {
        earlier: [output("潮水退得比任何人记忆中都远，港口的海底裸露在天空之下。你看见烟囱的顶端长满海草。")],
      },
    ],
  ])("%s", (_, text, over) => {
    expect(loops(text, over)).toMatchObject([{ type: "repetition" }]);
  });
});

describe("not loops", () => {
  const short = "The lighthouse keeper shakes her head and points at the water.";
  test.each<[string, string, Partial<Observation>]>([
    [
      "a recap in words of its own",
      "So far: the tide went out, you found the chimneys of the old town under the weed, and Sam heard a bell ring where no bell hangs. Nobody has gone down yet, and the light is going.",
      { type: "recap", earlier: [output(texts[0]!)] },
    ],
    [
      "a second recap of the same past",
      recaps[1]!,
      { type: "recap", earlier: [output(recaps[0]!, 3, "recap")] },
    ],
    [
      "an answer that begins with a phrase used before",
      "Your question stays open for now; what you do see is this. The lamp above the door burns green, and there is salt on the step, laid in a ring that somebody has broken.",
      {
        earlier: [
          output(
            "Your question stays open for now; what you do see is this. Under the bridge a boat lies keel up, and two children are painting a name on it that you cannot read.",
          ),
        ],
      },
    ],
    [
      "a sign that is read again",
      "You turn the paper round. It says what it said: claims on the property of persons lost at sea will be settled on Saturday at low water. The ink has run, and somebody has added a small neat cross in the margin, in pencil.",
      {
        earlier: [
          output(
            "A notice hangs in the window of the agent. Claims on the property of persons lost at sea will be settled on Saturday at low water, it says, and below it stand your own names in a row.",
          ),
        ],
      },
    ],
    [
      "what the group asked to hear again",
      texts[0]!,
      { relay: "Sorry, what did the sign say again?", earlier: [output(texts[0]!)] },
    ],
    [
      "what the group wants repeated",
      texts[0]!,
      { relay: "Could you repeat that? Alex was on the phone.", earlier: [output(texts[0]!)] },
    ],
    [
      "a choice that is still open",
      "Alex lights a match. Do you follow the boot prints down to the harbour, wake the priest and ask him about the bell, or climb to the lighthouse before the tide turns?",
      {
        earlier: [
          output(
            "The fog is thicker here. Do you follow the boot prints down to the harbour, wake the priest and ask him about the bell, or climb to the lighthouse before the tide turns?",
          ),
        ],
      },
    ],
    [
      "a few words, twice in a row",
      "Nothing happens. What do you do?",
      { earlier: [output("You wait by the gate."), output("Nothing happens. What do you do?")] },
    ],
    [
      "a formula",
      "What do you do now, all of you?",
      { earlier: [output("What do you do now, all of you?")] },
    ],
    ["a few words", "The door is locked.", { earlier: [output("The door is locked.")] }],
    [
      "a short output that changes what matters",
      "The lighthouse keeper shakes her head and points at the church above the town.",
      { earlier: [output(short)] },
    ],
    [
      "the same question, put to another player",
      "Danny, before we begin, tell us what your character left behind in the city.",
      {
        phase: "creation",
        earlier: [output("Sam, before we begin, tell us what your character left behind in the city.")],
      },
    ],
    [
      "twenty-one outputs back",
      texts[1]!,
      {
        earlier: [
          output(texts[1]!, 1),
          ...Array.from({ length: 20 }, (_, n) => output(`Filler number ${n}.`, n + 2)),
        ],
      },
    ],
    ["an empty output", "", { earlier: [output("")] }],
    [
      "a refrain",
      "The bell rings. You climb the stair, and it rings. You count the steps, and lose count, and it rings. At the top a rope hangs still, and nobody holds it, and it rings.",
      {},
    ],
    ["the first output", texts[0]!, {}],
  ])("%s", (_, text, over) => {
    expect(loops(text, over)).toEqual([]);
  });

  test("trying again is not asking to hear it again", () => {
    expect(loops(texts[0]!, { relay: "We try the door again.", earlier: [output(texts[0]!)] })).toHaveLength(
      1,
    );
  });
});

test("of two repeats the closer one is named, of equals the first", () => {
  const near = edited(texts[3]!, 0.3, 4);
  expect(loops(texts[3]!, { earlier: [output(texts[3]!, 2), output(near, 5)] })[0]!.evidence[0]!.turn).toBe(
    2,
  );
  expect(
    loops(texts[3]!, { earlier: [output(texts[3]!, 2), output(texts[3]!, 5)] })[0]!.evidence[0]!.turn,
  ).toBe(2);
});
