import { expect, test } from "vitest";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { exampleConfig } from "../../../tests/support/playtest/example-session.ts";
import { newSession } from "../session/index.ts";
import { observeAgain, transcriptOf, type Transcript } from "./clean-transcript.ts";
import { plantFaults, type Operator, type PlantedFault } from "./planted-faults.ts";

/** A loop, which code finds in any turn. */
const CIRCLES = "The bell rings under the water. ".repeat(8);
const plain = [
  "Rain falls on the square.",
  "A dog barks twice.",
  "The baker sweeps her step.",
  "A cart goes by.",
  "Smoke rises over the mill.",
  "The clock strikes four.",
];

async function transcript(texts: readonly string[]): Promise<Transcript> {
  const config = exampleConfig();
  const records = texts.map((text, index) => exampleRecord({ turn: index + 1, text, relay: "We go on." }));
  return transcriptOf({
    name: "t",
    config,
    records: await observeAgain(
      { name: "t", config, records, states: [newSession({ sessionId: "t", config })] },
      { from: 1, to: records.length },
    ),
  });
}

async function tryOut(
  texts: readonly string[],
  plant: Omit<PlantedFault, "about" | "edits"> & { edits: ReadonlyArray<[number, string]> },
) {
  const operator: Operator = {
    name: "loop-verbatim",
    expects: "repetition",
    plant: () => ({
      ...plant,
      about: "",
      edits: new Map(plant.edits),
    }),
  };
  const tried = await plantFaults([await transcript(texts)], {
    operators: [operator],
    copies: 3,
  });
  // The same place is one copy, however often it is drawn.
  expect(tried).toHaveLength(1);
  return tried[0]!;
}

test("a hit is a finding within one turn of the fault", async () => {
  expect(await tryOut(plain, { turn: 3, endTurn: 3, edits: [[3, CIRCLES]] })).toMatchObject({ hit: true });
  expect(await tryOut(plain, { turn: 3, endTurn: 3, edits: [[2, CIRCLES]] })).toMatchObject({ hit: true });
  expect(await tryOut(plain, { turn: 3, endTurn: 3, edits: [[4, CIRCLES]] })).toMatchObject({ hit: true });
  expect(await tryOut(plain, { turn: 4, endTurn: 4, edits: [[2, CIRCLES]] })).toMatchObject({ hit: false });
  expect(await tryOut(plain, { turn: 2, endTurn: 2, edits: [[4, CIRCLES]] })).toMatchObject({ hit: false });
});

test("a finding that the clean twin also has does not count", async () => {
  const twin = plain.with(2, CIRCLES);
  expect((await transcript(twin)).records[2]!.issues).toMatchObject([{ type: "repetition" }]);
  expect(await tryOut(twin, { turn: 3, endTurn: 3, edits: [[2, "A cat sleeps."]] })).toMatchObject({
    hit: false,
  });
});

test("the turns in which a finding would be a hit are the checked ones near the fault", async () => {
  expect(await tryOut(plain, { turn: 3, endTurn: 3, edits: [[3, CIRCLES]] })).toMatchObject({ window: 2 });
  expect(await tryOut(plain, { turn: 3, endTurn: 4, edits: [[3, CIRCLES]] })).toMatchObject({ window: 3 });
  expect(await tryOut(plain, { turn: 6, endTurn: 6, edits: [[6, CIRCLES]] })).toMatchObject({ window: 1 });
  // The first telling is checked too: the turn before the fault counts.
  expect(
    await tryOut(plain, {
      turn: 4,
      endTurn: 4,
      edits: [
        [2, "A cat sleeps."],
        [4, CIRCLES],
      ],
    }),
  ).toMatchObject({ window: 3 });
});
