import { expect, test } from "vitest";
import type { Tally } from "../../contract/index.ts";
import { createFold } from "../../kernel/journal/index.ts";
import { costVerdict, type Costs } from "./cost-section.ts";

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
test("the headline is what was charged, as far as prices are known", () => {
  const headline = (...entries: Entry[]) => costVerdict(costsOf(...entries)).headline;
  const narrator = entry({}, { cost: 0.88, input: 10 });
  expect(headline(narrator, entry(seat(0), { cost: 0.2 }), entry(seat(1), { cost: 0.16, input: 90 }))).toBe(
    "$1.24 for 3 attempts; 412 calls answered.",
  );
  expect(headline(narrator, entry(seat(0), { unpriced: 1, input: 90 }))).toBe(
    "At least $0.88 for 2 attempts; 412 calls answered.",
  );
  expect(headline(entry({}, { unpriced: 1 }))).toBe("Unknown cost for 1 attempt; 412 calls answered.");
  expect(headline()).toBe("Nothing was charged for 0 attempts; 412 calls answered.");
  const late = entry({ turn: 1 }, { possiblyBilled: { attempts: 1, atMost: 0.2, unpriced: 0 } });
  expect(headline(late)).toMatch(/^No confirmed charge for 1 attempt;/);
  for (const { columns } of costVerdict(costsOf(late)).tables)
    expect(columns.map(({ label }) => label)).not.toContain("USD");
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
  expect(rows("Tokens by turn and agent (input + output)")).toEqual([
    [2, null, "7 + 0", "0 + 0", null, null],
    [10, "0 + 0", "0 + 0", null, null, "≥ 0.250000"],
    ["no turn", null, null, null, "0 + 0", "0.500000"],
    ["total", "0 + 0", "7 + 0", "0 + 0", "0 + 0", "≥ 0.750000"],
    ["USD", "≥ 0.250000", "0.000000", null, "0.500000", "≥ 0.750000"],
  ]);
});
