import { expect, test } from "vitest";
import type { CaseFact, Reading } from "../../contract/index.ts";
import { exampleReading } from "../../../tests/support/playtest/example-reading.ts";
import { caseFile, openLedger } from "./case-file.ts";
import type { ReaderTurn } from "./reader-turn.ts";

const table = { story: "A house by the sea", names: ["Ada", "Ben"] };
const read = exampleReading;
const fact = (id: string, given: Partial<CaseFact> = {}): CaseFact => ({
  id,
  subject: "the lamp",
  text: "it is lit",
  quote: "The lamp is lit",
  lasting: false,
  ...given,
});
const turns = (count: number, narration = "Nothing happens."): ReaderTurn[] =>
  Array.from({ length: count }, (_, index) => ({
    turn: index + 1,
    phase: "story",
    narration,
    talk: [],
  }));
const fileAt = (turn: number, readings: readonly Reading[], narration?: string) =>
  caseFile({ readings: readings.slice(0, turn - 1), turns: turns(turn, narration), table });
const sizeOf = ({ kept, added, standing }: ReturnType<typeof caseFile>) =>
  kept.length + added.length + standing.length;

/** A hundred turns of a reader that notes six long facts a turn. */
const busy = Array.from({ length: 100 }, (_, index) =>
  read(index + 1, {
    facts: Array.from({ length: 6 }, (_, n) =>
      fact(`f${index + 1}.${n + 1}`, {
        subject: `the keeper number ${index + 1}`,
        text: `wears a coat of colour ${n} and remembers exactly what was said before`,
      }),
    ),
    asks: [{ id: `r${index + 1}.1`, text: "open the door and look behind it" }],
    secrets: [{ id: `s${index + 1}.1`, to: [0], quote: "The key is under the third step of the stairs." }],
  }),
);

test("the case file never uses more than 1,500 tokens of a prompt", () => {
  for (let turn = 1; turn <= 101; turn += 1)
    expect(sizeOf(fileAt(turn, busy)) / 4).toBeLessThanOrEqual(1_500);
});

test("lasting facts are kept before those of the moment", () => {
  const readings = Array.from({ length: 24 }, (_, index) =>
    read(index + 1, {
      facts: [
        fact(`f${index + 1}.1`, { lasting: index < 8, text: "x".repeat(90) }),
        fact(`f${index + 1}.2`, { text: "y".repeat(90) }),
      ],
    }),
  );
  const { kept } = fileAt(25, readings);
  expect(kept).toContain("f1.1 ");
  expect(kept).not.toContain("f1.2 ");
  expect(kept).toContain("f24.2 ");
});

test("requests stay open until granted, refused or two turns old", () => {
  const readings = [
    read(1, {
      asks: [
        { id: "r1.1", text: "open the door" },
        { id: "r1.2", text: "light the lamp" },
      ],
    }),
    read(2, {
      requests: [
        { id: "r1.1", outcome: "granted" },
        { id: "r1.2", outcome: "ignored" },
      ],
    }),
  ];
  const open = (turn: number) => openLedger(readings, turn).requests.map(({ id }) => id);
  expect(open(3)).toEqual(["r1.2"]);
  expect(open(4)).toEqual([]);
});

test("a secret stays secret until a player tells it, or the narration leaks it", () => {
  const told = read(1, { secrets: [{ id: "s1.1", to: [1], quote: "The captain is dead." }] });
  const leaked = read(2, {
    findings: [
      {
        kind: "leak",
        quote: { turn: 2, text: "Since the captain is dead" },
        against: { turn: 1, text: "The captain is dead." },
        claim: "Only Ben was told.",
        confidence: 1,
        state: "confirmed",
      },
    ],
  });
  const shared = read(2, { shared: [{ id: "s1.1", quote: "He is dead" }] });
  expect(fileAt(2, [told]).standing).toContain(
    'Secret s1.1 (turn 1), known to Ben only: "The captain is dead."',
  );
  expect(fileAt(3, [told, shared]).standing).toContain("No longer secret: s1.1 (turn 1), told to Ben");
  expect(fileAt(3, [told, leaked]).standing).toContain("No longer secret: s1.1 (turn 1), told to Ben");
});
