import { expect, test } from "vitest";
import type { SessionView } from "../../../src/contract/index.ts";
import { headerFacts } from "./header-facts.ts";

type Given = { card?: object; result?: object; as?: number };
const view = ({ card, result, as }: Given = {}) =>
  ({
    as: as ?? null,
    turns: [],
    card: {
      turns: 40,
      pulses: { detected: 3, expected: 8 },
      issues: 3,
      errors: 1,
      overall: 61.25,
      cost: 0.5,
      ...card,
    },
    result: {
      issues: [{ source: "reader: local/reader" }],
      models: { classifier: "local/classifier" },
      read: {
        source: "reader: local/reader",
        turns: Array.from({ length: 37 }),
        of: 40,
        unread: [{ turn: 9, why: "slow" }],
      },
      deviations: [{ kind: "classified-by-rules", turns: [2, 3], what: "no answer", source: "turn record" }],
      ...result,
    },
  }) as unknown as SessionView;
const values = (given?: Given) => headerFacts(view(given)).map(({ label, value }) => `${label}: ${value}`);

test("each number has a name, and says what it covers and where it is from", () => {
  expect(values()).toEqual([
    "Turns: 40",
    "Pulses: 3 of 8",
    "Findings: 1 error, 2 warnings",
    "Read: 37 of 40",
    "Deviations: 1 in 2 turns",
    "Score: 61.3 of 100",
    "Cost: $0.50",
  ]);
  const facts = headerFacts(view());
  expect(facts.find(({ label }) => label === "Read")).toMatchObject({
    isDoubtful: true,
    about: "Turns read by local/reader; not read: 9",
  });
  expect(facts.find(({ label }) => label === "Pulses")!.about).toContain("local/classifier");
});

test("unknown values are not shown as numbers", () => {
  expect(
    values({
      card: { issues: null, errors: 0, overall: null, cost: null, pulses: { detected: 0 } },
      result: { read: { turns: [], of: 40, unread: [] }, deviations: [] },
    }),
  ).toEqual([
    "Turns: 40",
    "Pulses: none in the guide",
    "Findings: not read",
    "Read: no reader",
    "Score: none",
    "Cost: –",
  ]);
});

test("a session that plays is not yet read, which is not the same as no reader", () => {
  const read = (observer: string) =>
    values({
      card: { live: true },
      result: { models: { observer, classifier: "" }, read: { turns: [], of: 2, unread: [] } },
    }).find((value) => value.startsWith("Read"));
  expect(read("local/reader")).toBe("Read: 0 of 2");
  expect(read("none")).toBe("Read: no reader");
});

test("a branch counts its own turns, and a player knows only the turns", () => {
  expect(values({ card: { inherited: { turns: 38 } } })[0]).toBe("Own turns: 2");
  expect(values({ as: 1 })).toEqual(["Turns: 40"]);
});
