import { expect, test } from "vitest";
import type { SessionResult, Tally } from "../../contract/index.ts";
import { createFold } from "../../kernel/journal/index.ts";
import { costSection, costVerdict, type Costs } from "./cost-section.ts";

type Entry = Costs["entries"][number];
const entry = (given: Partial<Entry>, tally: Partial<Tally> & { input?: number } = {}): Entry => {
  const { tokens, ...none } = createFold().all();
  const { input = 0, ...changes } = tally;
  return {
    role: "narrator",
    model: "anthropic/opus",
    tally: { ...none, attempts: 1, tokens: { ...tokens, input }, ...changes },
    ...given,
  };
};
const seat = (index: number) => ({
  role: "player",
  model: "xai/grok",
  player: { seat: index, name: ["Ann", "Bob"][index]!, archetype: "joker" },
});
const costsOf = (...entries: Entry[]): Costs => ({
  entries,
  calls: { completed: 412, reused: 0 },
  cautions: [],
});
const result = {
  dir: "s",
  models: { narrator: "opus", classifier: "none", players: [] },
} as unknown as SessionResult;

test("the headline names the largest part: of the money if all of it is known, otherwise of the tokens", () => {
  const headline = (...entries: Entry[]) => costVerdict(costsOf(...entries)).headline;
  const narrator = entry({}, { cost: 0.88, input: 10 });
  expect(headline(narrator, entry(seat(0), { cost: 0.2 }), entry(seat(1), { cost: 0.16, input: 90 }))).toBe(
    "$1.24 for 412 calls; the narrator is 71 % of it.",
  );
  expect(headline(narrator, entry(seat(0), { unpriced: 1, input: 90 }))).toBe(
    "At least $0.88 for 412 calls; the players used 90 % of the tokens.",
  );
  expect(headline(entry({}, { unpriced: 1 }))).toBe("Unknown cost for 412 calls.");
  expect(headline()).toBe("Nothing was charged for 412 calls.");
});

test("players by seat, turns in order, no turn last; an unknown price is missing, never 0", () => {
  const { tables } = costVerdict(
    costsOf(
      entry({ role: "judge" }, { cost: 0.5 }),
      entry({ turn: 10 }, { cost: 0.25, unpriced: 1 }),
      entry({ ...seat(1), turn: 2 }, { unpriced: 1 }),
      entry({ ...seat(0), turn: 2 }, { input: 7 }),
      entry({ ...seat(0), turn: 10 }),
    ),
  );
  const rows = (title: string) => tables.find((table) => table.title === title)!.rows;
  expect(rows("By player")).toEqual([
    ["Ann", "joker", 0, "xai/grok", 2, 0, 7, 0, "0.000000"],
    ["Bob", "joker", 1, "xai/grok", 1, 0, 0, 0, null],
  ]);
  expect(rows("By turn").map(([turn, ...numbers]) => [turn, numbers.at(-1)])).toEqual([
    [2, null],
    [10, "≥ 0.250000"],
    ["none", "0.500000"],
  ]);
  expect(rows("By turn and agent").map(([turn, agent]) => [turn, agent])).toEqual([
    [2, "Ann"],
    [2, "Bob"],
    [10, "narrator"],
    [10, "Ann"],
    ["none", "judge"],
  ]);
});

test("a long session shows 40 turns and the command for the rest; its total is that of all", () => {
  const turns = Array.from({ length: 60 }, (_, index) => entry({ turn: index + 1 }, { input: 5 }));
  const section = (...entries: Entry[]) =>
    costSection(costsOf(...entries), { command: "rehearse", result }).join("\n");
  expect(section(...turns).match(/^\| \d+ \|/gm)).toHaveLength(40);
  expect(section(...turns)).toContain("| total | 300 + 0 | 0.000000 |");
  expect(section(...turns)).toMatch(/^\| narrator \| opus \| 60 \|/m);
  expect(section(...turns)).toContain("20 more rows: `rehearse report s --costs`");
  expect(section(...turns.slice(20))).not.toContain("report s --costs");
});
