import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { issue, type Issue, type OutputType } from "../../contract/index.ts";
import { excerpt, type Observation } from "./finding-kind.ts";
import { detect } from "./kinds.ts";

const root = join(import.meta.dirname, "../../..");
const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, "tests/fixtures/detect", name), "utf8"));
const base = fixture("observation.json") as Observation;
type Told = Pick<Observation, "text" | "type" | "relay">;
const clean = fixture("clean-narration.json") as Told[];

/** Narrates a whole session, as a runner does. */
function tell(turns: ReadonlyArray<Partial<Told> & { text: string }>, over: Partial<Observation> = {}) {
  let earlier: Observation["earlier"] = [];
  let turnsSincePulse = 0;
  const issues: Issue[] = [];
  for (const [index, told] of turns.entries()) {
    const type = told.type ?? "pulse";
    const pulse = type === "pulse";
    turnsSincePulse = pulse ? 0 : turnsSincePulse + 1;
    issues.push(
      ...detect({ ...base, ...over, ...told, turn: index + 1, type, pulse, earlier, turnsSincePulse }),
    );
    earlier = [...earlier, { turn: index + 1, text: told.text, type }];
  }
  return issues;
}

test("twelve turns of clean narration have no findings", () => {
  expect(clean).toHaveLength(12);
  expect(tell(clean)).toEqual([]);
});

/** One fault is planted in the clean narration; nothing else may be found. */
test.each<[string, number, Partial<Told>, string]>([
  ["a repetition", 10, { text: clean[4]!.text }, "loop"],
  ["an empty output", 4, { text: "" }, "breakdown"],
])("%s", (_, turn, fault, type) => {
  const faulty = clean.map((told, index) => (index === turn - 1 ? { ...told, ...fault } : told));
  expect(tell(faulty).map((found) => [found.turn, found.kind])).toEqual([[turn, type]]);
});

test("a session without progress is stuck", () => {
  const stones = "basalt chalk flint gneiss granite jasper marble obsidian quartz sandstone slate".split(" ");
  const issues = tell([
    clean[0]!,
    ...stones.map((stone) => ({ text: `It is made of ${stone}.`, type: "clarification" as OutputType })),
  ]);
  expect(issues.map((found) => [found.turn, found.kind])).toEqual([[7, "stuck"]]);
});

test("findings fit the contract, with code as the source", () => {
  const [found] = detect({ ...base, text: "" });
  expect(issue.parse(found)).toEqual(found);
  expect(found).toMatchObject({ kind: "breakdown", source: "mechanical" });
});

const sentence = fc.constantFrom(
  "The church door is locked.",
  "You open the church door.",
  "The church door stands open.",
  "Obed Marsh is dead.",
  '"Come," says Obed Marsh.',
  "Eliza holds the brass lantern.",
  "Father Anselm has the brass lantern.",
  "It is noon.",
  "Moonlight lies on the nets.",
  "Night falls.",
  "There are three boats.",
  "The four boats are dry.",
  "Anyway, back to the story.",
  "The innkeeper, Rosa Lind, is busy.",
  "The innkeeper, Martha Bell, is busy.",
  "Eliza is in the lighthouse.",
  "Eliza is at the harbour.",
  "As an AI, I cannot say.",
  "If it rains, you leave.",
  "{name}",
);
const text = fc.array(sentence, { maxLength: 8 }).map((all) => all.join(" "));
const session = fc.array(
  fc.record({
    text,
    relay: text,
    type: fc.constantFrom<OutputType>(
      "pulse",
      "clarification",
      "recap",
      "private-moment",
      "tangent-response",
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

describe("properties", () => {
  test("the same observation gives the same findings, and is not changed", () => {
    fc.assert(
      fc.property(session, (turns) => {
        const frozen = deepFreeze(structuredClone({ turns }));
        expect(tell(frozen.turns)).toEqual(tell(turns));
      }),
    );
  });

  test("the order of keys, of the guide's lists, of the players' names does not matter", () => {
    fc.assert(
      fc.property(session, (turns) => {
        const { guide } = base;
        const turned: Partial<Observation> = {
          names: base.names.toReversed(),
          guide: turnedKeys({
            ...guide,
            npcs: guide.npcs.toReversed(),
            devices: guide.devices.toReversed(),
            locations: guide.locations.toReversed(),
          }),
        };
        expect(tell(turns.map(turnedKeys), turned)).toEqual(tell(turns));
      }),
    );
  });

  test("every quote of an issue occurs in its turn, in the output or in the relay after it", () => {
    fc.assert(
      fc.property(session, (turns) => {
        for (const { evidence } of tell(turns))
          for (const quote of evidence)
            expect(
              [turns[quote.turn - 1]!.text, turns[quote.turn]?.relay ?? ""].some((said) =>
                said.includes(quote.text),
              ),
            ).toBe(true);
      }),
    );
  });

  test("handles any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 400 }),
        fc.string({ maxLength: 100 }),
        (any, relay) =>
          void detect({ ...base, text: any, relay, earlier: [{ turn: 1, text: any, type: "pulse" }] }),
      ),
    );
  });
});

describe("size", () => {
  const megabyte = (unit: string) => unit.repeat(Math.ceil(1_000_000 / unit.length));
  test.each([
    ["prose", megabyte("The church door is locked, and Obed Marsh says that the brass lantern is gone. ")],
    ["one line without an end", megabyte("the church door and ")],
    ["brackets", megabyte("{{[<%${")],
    ["no spaces", megabyte("x")],
  ])("a megabyte of %s does not hang", (_, huge) => {
    const earlier = Array.from({ length: 30 }, (_, turn) => ({
      turn: turn + 1,
      text: huge,
      type: "pulse" as const,
    }));
    detect({
      ...base,
      turn: 40,
      text: huge,
      relay: huge,
      earlier,
    });
  });
});

test("a quote is verbatim", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.nat(300),
      fc.nat(400),
      (text, start, length) => text.includes(excerpt(text, { start, end: start + length })),
    ),
  );
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

const turnedKeys = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).toReversed()) as Value;
