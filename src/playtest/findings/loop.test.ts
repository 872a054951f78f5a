import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { dice } from "../../kernel/dice/index.ts";
import type { Observation } from "./finding-kind.ts";
import { loop } from "./loop.ts";

const fixtures = join(import.meta.dirname, "../../../tests/fixtures/detect");
const base = JSON.parse(readFileSync(join(fixtures, "observation.json"), "utf8")) as Observation;
const passages = Object.entries(
  JSON.parse(readFileSync(join(fixtures, "passages.json"), "utf8")) as Record<string, string>,
);
const texts = passages.map(([, text]) => text);

const output = (text: string, turn = 3, type: Observation["type"] = "pulse") => ({ turn, text, type });
const loops = (text: string, over: Partial<Observation> = {}) =>
  loop.detect({ ...base, turn: 9, text, ...over });

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
      kind: "loop",
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
      "a clarification that repeats a pulse",
      texts[1]!,
      { type: "clarification", earlier: [output(texts[1]!)] },
    ],
    ["half of an earlier output", texts[2]!.slice(0, 300), { earlier: [output(texts[2]!)] }],
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
      "a repeat where a recap was asked for",
      edited(texts[0]!, 0.2, 1),
      { relay: "Could we have a short recap for Alex?", earlier: [output(texts[0]!)] },
    ],
    ["one sentence over and over", "The bell rings under the water. ".repeat(8), {}],
    ["an output that ends in circles", `${texts[0]} ${"And then it rings and rings again. ".repeat(6)}`, {}],
  ])("%s", (_, text, over) => {
    expect(loops(text, over)).toMatchObject([{ kind: "loop" }]);
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
      "what the group asked to hear again",
      texts[0]!,
      { relay: "Sorry, what did the sign say again?", earlier: [output(texts[0]!)] },
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
    ["a few words", "The door is locked.", { earlier: [output("The door is locked.")] }],
    [
      "a short output that changes what matters",
      "The lighthouse keeper shakes her head and points at the church above the town.",
      { earlier: [output(short)] },
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
  ])("%s", (_, text, over) => {
    expect(loops(text, over)).toEqual([]);
  });
});
