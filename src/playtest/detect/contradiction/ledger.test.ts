import { expect, test } from "vitest";
import type { Fact } from "../../../contract/index.ts";
import { openLedger, UNSETTLED } from "./ledger.ts";

const fact = (entity: string, value: string, turn = 1): Fact => ({
  entity,
  attribute: "state",
  value,
  turn,
  quote: "",
});

test("a ledger that goes on from the last turn's is the one that reads everything again", () => {
  const facts = [
    fact("door", "locked"),
    fact("gate", "open"),
    fact("door", UNSETTLED, 2),
    fact("chest", "locked", 3),
  ];
  for (let count = 0; count <= facts.length; count += 1) openLedger(facts.slice(0, count));
  const [onwards, again] = [openLedger(facts), openLedger(structuredClone(facts))];
  for (const ledger of [onwards, again]) {
    expect(ledger.latest("door", "state")?.value).toBe(UNSETTLED);
    expect(ledger.settled("door", "state")?.value).toBe("locked");
    expect(ledger.having("state", "locked")).toEqual(["chest"]);
    expect(ledger.having("state")).toEqual(["door", "gate", "chest"]);
  }
});

test("who goes back to an earlier turn finds nothing of the later ones", () => {
  const facts = [fact("door", "locked"), fact("door", "open", 2)];
  openLedger(facts.slice(0, 1));
  expect(openLedger(facts).latest("door", "state")?.value).toBe("open");
  expect(openLedger(facts.slice(0, 1)).latest("door", "state")?.value).toBe("locked");
});

test("what a turn enters stays its own until it is told on", () => {
  const facts = [fact("door", "locked")];
  const ledger = openLedger(facts);
  ledger.set(fact("door", "open", 2));
  ledger.set(fact("gate", UNSETTLED, 2));
  expect(ledger.having("state", "locked")).toEqual([]);
  expect(ledger.news()).toEqual([fact("door", "open", 2)]);
  expect(openLedger(facts).latest("door", "state")?.value).toBe("locked");
});

test("what was told too long ago is forgotten, however the ledger was come by", () => {
  const facts = Array.from({ length: 2_010 }, (_, at) => fact(`thing ${at}`, "open"));
  for (const count of [1_990, 2_000, 2_010]) openLedger(facts.slice(0, count));
  for (const ledger of [openLedger(facts), openLedger(structuredClone(facts))]) {
    expect(ledger.latest("thing 9", "state")).toBeUndefined();
    expect(ledger.latest("thing 10", "state")).toBeDefined();
    expect(ledger.having("state")).toHaveLength(2_000);
  }
});
