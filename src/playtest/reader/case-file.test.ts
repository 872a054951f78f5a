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

test("between two rebuilds kept facts stay the same and added ones only grow", () => {
  const quiet = Array.from({ length: 24 }, (_, index) =>
    read(index + 1, { facts: [fact(`f${index + 1}.1`)] }),
  );
  for (const turn of [10, 11, 12, 13, 14, 15, 16]) {
    const [before, now] = [fileAt(turn - 1, quiet), fileAt(turn, quiet)];
    expect(now.kept).toBe(before.kept);
    expect(now.added.startsWith(before.added)).toBe(true);
  }
  expect(fileAt(17, quiet).kept).not.toBe(fileAt(16, quiet).kept);
  expect(fileAt(17, quiet).kept.split("\n")).toHaveLength(16);
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

test("a replaced fact is dropped first", () => {
  const readings = [
    ...Array.from({ length: 7 }, (_, index) => read(index + 1, { facts: [fact(`f${index + 1}.1`)] })),
    read(8, { facts: [fact("f8.1", { text: "it is out", supersedes: ["f3.1"] })] }),
  ];
  expect(fileAt(9, readings).kept).not.toContain("f3.1 ");
  expect(fileAt(9, readings).kept).toContain("it is out (replaces f3.1)");
});

test("a dropped fact returns when the turn mentions it, ten at most", () => {
  expect(fileAt(90, busy).kept).not.toContain("f2.1 ");
  expect(fileAt(90, busy).standing).not.toContain("Earlier fact");
  const back = fileAt(90, busy, "The keepers number their coats.").standing.match(/^Earlier fact.*/gm);
  expect(back?.length).toBeGreaterThan(2);
  expect(back?.length).toBeLessThanOrEqual(10);
});

test("a dropped fact about a thing that the turn names returns", () => {
  const readings = [
    read(1, { facts: [fact("f1.1", { subject: "racehorse painting", text: "hangs over the safe" })] }),
    ...Array.from({ length: 60 }, (_, index) =>
      read(index + 2, {
        facts: [fact(`f${index + 2}.1`, { subject: `clock ${index}`, text: "x".repeat(100) })],
      }),
    ),
  ];
  expect(fileAt(61, readings, "The racehorses stare from the wall.").standing).toContain(
    "Earlier fact f1.1 racehorse painting: hangs over the safe",
  );
});

test("a dropped fact returns by two of its words if the turn does not name its subject", () => {
  const readings = [
    read(1, { facts: [fact("f1.1", { subject: "rooms", text: "Ada has key eleven, Ben key twelve" })] }),
    ...Array.from({ length: 60 }, (_, index) =>
      read(index + 2, {
        facts: [fact(`f${index + 2}.1`, { subject: `clock ${index}`, text: "x".repeat(100) })],
      }),
    ),
  ];
  expect(fileAt(61, readings, "Ben turns his key in the lock.").standing).toContain(
    "Earlier fact f1.1 rooms",
  );
  expect(fileAt(61, readings, "Ben waits.").standing).not.toContain("Earlier fact f1.1 rooms");
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

test("a contradicted fact is marked as disputed", () => {
  const readings = [
    read(1, { facts: [fact("f1.1")] }),
    read(2, {
      findings: [
        {
          kind: "contradiction",
          quote: { turn: 2, text: "The lamp has been out for years" },
          against: { turn: 1, text: "the lamp is lit" },
          claim: "The lamp was lit.",
          confidence: 0.9,
          state: "confirmed",
        },
      ],
    }),
  ];
  expect(fileAt(3, readings).standing).toContain(
    'f1.1 is disputed: turn 2 says "The lamp has been out for years"',
  );
});

test("an unread turn does not change the case file", () => {
  const unread: Reading = {
    version: 1,
    turn: 2,
    turnChecksum: "",
    reader: "test",
    status: "unread",
    why: "slow",
  };
  const first = read(1, {
    facts: [fact("f1.1")],
    strays: { by: 0, about: "a film", quote: "that film", relayed: true },
  });
  expect(fileAt(3, [first, unread])).toEqual(fileAt(2, [first]));
  expect(fileAt(3, [first, unread]).standing).toContain("Open digression since turn 1, begun by Ada: a film");
});
