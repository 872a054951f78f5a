import { expect, test } from "vitest";
import { exampleStory, whistle } from "../../../tests/support/playtest/example-input.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleConfig } from "../../../tests/support/playtest/example-session.ts";
import type { SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import { turnNotes } from "./turn-notes.ts";

const guide: Story = {
  ...exampleStory,
  privateHooks: {
    joker: [whistle],
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
