import { expect, test } from "vitest";
import { exampleStory } from "../../../tests/support/playtest/example-input.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleConfig } from "../../../tests/support/playtest/example-session.ts";
import type { SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import { turnNotes } from "./turn-notes.ts";

const guide: Story = {
  ...exampleStory,
  privateHooks: {
    joker: [
      {
        id: "whistle",
        at: "arrival",
        payoffAt: "innkeeper",
        reveal: "{name}, a tin whistle lies under the bench.",
        payoff: "{name} blows the whistle and the taproom laughs.",
      },
    ],
    curious: [
      {
        id: "ledger",
        at: "arrival",
        payoffAt: "chapel",
        reveal: "{name}, the ledger has your surname in it.",
        payoff: "The ledger is opened before {name}.",
      },
    ],
  },
};
const config = (given: Partial<SessionConfig> = {}) =>
  exampleConfig({
    storyGuide: guide,
    maxTurns: 40,
    players: [{ name: "Sam", archetype: "joker" }, { name: "Alex" }],
    ...given,
  });

/** Told beats, one a turn from the third on; `aside`: the words that Sam alone was told in that turn. */
function notes(
  told: ReadonlyArray<string | { id?: string; aside: string }>,
  from: SessionConfig = config(),
): string {
  const records: TurnRecord[] = [1, 2].map((turn) => exampleRecord({ turn, phase: "creation" }));
  for (const each of told) {
    const { id, aside } = typeof each === "string" ? { id: each, aside: "" } : each;
    const text = `All hear this. ${aside}`;
    records.push(
      exampleRecord({
        turn: records.length + 1,
        text,
        guidePulse: id,
        classification: {
          segments: [
            { start: 0, end: 14, audience: "all" },
            { start: 15, end: text.length, audience: [0] },
          ],
        },
      }),
    );
  }
  const ids = records.flatMap(({ guidePulse }) => guidePulse ?? []);
  return turnNotes({ config: from, turn: records.length + 1, records, told: ids });
}

test("they contain the last beat, the next one and a preview, and nothing of the others", () => {
  const text = notes(["arrival"]);
  expect(text).toContain("turn 4 of at most 40");
  expect(text).toContain("Beats told: 1. Still to tell: 2, 3.");
  expect(text).toContain("Turns left after this one: 36.");
  expect(text).toMatch(/Beat 1, "The Empty Platform" .*: told last/);
  expect(text).toMatch(/Beat 2, "The Innkeeper's Bargain" .*: next to tell/);
  expect(text).toContain("- if they ask: The boat hook is tipped with old iron.");
  expect(text).toContain("  - accept her terms → You accept her terms");
  expect(text).toMatch(/Beat 3, "Beneath the Chapel" .*: the one after that/);
  expect(text).not.toContain("The rope is new hemp.");
  for (const pulse of guide.pulses) expect(text).not.toContain(pulse.text[0]);
  expect(notes(["arrival", "innkeeper"])).not.toContain("Beat 1,");
});

/** Twelve beats; the endings need the third and the tenth. */
const long = (maxTurns: number) =>
  config({
    maxTurns,
    storyGuide: {
      ...guide,
      pulses: Array.from({ length: 12 }, (_, index) => ({ ...guide.pulses[0]!, id: `beat-${index + 1}` })),
      privateHooks: {},
      endings: guide.endings.map((ending) => ({ ...ending, needs: ["beat-3", "beat-10"] })),
    },
  });

/** The numbers in each list of beats. */
function lists(text: string) {
  const numbers = (title: string) =>
    (new RegExp(`${title}[^:]*: ([\\d, ]+)`).exec(text)?.[1] ?? "").match(/\d+/g)?.map(Number) ?? [];
  return {
    told: numbers("Beats told"),
    toTell: numbers("Still to tell"),
    leftOut: numbers("Left out, because"),
    passedOver: numbers("Passed over"),
  };
}

test.each([
  ["at first", 40, []],
  ["with few turns", 8, ["beat-1"]],
  ["after a leap", 12, ["beat-1", "beat-7"]],
  ["at the end", 9, ["beat-1", "beat-2", "beat-5", "beat-12"]],
])(
  "%s every beat is in one list only, and those that the endings need are still to tell",
  (_, maxTurns, told) => {
    const { toTell, ...others } = lists(notes(told, long(maxTurns)));
    const all = [...toTell, ...Object.values(others).flat()];
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(toTell).toEqual(expect.arrayContaining([3, 10]));
  },
);

test("a skipped beat that no ending needs is not offered again", () => {
  const text = notes(["innkeeper"]);
  expect(text).toContain("Passed over: 1;");
  expect(text).toMatch(/Beat 3, "Beneath the Chapel" .*: next to tell/);
});

test("a private hook names its player, and is left out without such a player", () => {
  const text = notes([]);
  expect(text).toContain("for Sam alone, privately: Sam, a tin whistle lies under the bench.");
  expect(text).not.toContain("ledger");
});

test("a pay-off is offered only where its player was really told something since, with those words", () => {
  const PAYOFF = "Sam blows the whistle and the taproom laughs.";
  const untold = notes(["arrival"]);
  expect(untold).toContain("for Sam alone, privately");
  expect(untold).not.toContain(PAYOFF);
  // What was told before the hook's beat is something else.
  expect(notes([{ aside: "A gull looks at you." }, "arrival"])).not.toContain(PAYOFF);
  const told = notes([{ id: "arrival", aside: "Under the bench: a whistle." }]);
  expect(told).not.toContain("for Sam alone, privately");
  expect(told).toContain('what you told Sam alone: (turn 3) "Under the bench: a whistle." This is a chance');
  expect(told).not.toContain(PAYOFF);
});

test("endings appear near the end, by beats or by turns, and never with their text", () => {
  expect(notes([], long(40))).not.toContain("The Tide Keeps Them");
  expect(notes([], long(5))).toContain('ending "The Tide Keeps Them"');
  const last = notes(guide.pulses.map(({ id }) => id));
  expect(last).toContain("Nothing is left to tell: bring the story to its end.");
  expect(last).toContain("when: The rope is cut. | gist: The bell slides into the deep water");
  expect(last).not.toContain("every shutter of the Gannet");
  expect(notes(["arrival"], config({ maxTurns: 4 }))).toContain("This is the last reply: tell the ending");
});
