import { expect, test } from "vitest";
import type { BisectFinding } from "../../../contract/index.ts";
import { bisectVerdict } from "./bisect-verdict.ts";

/** `replays`: how many recovered of how many, by turn. */
const verdict = (finding: BisectFinding, replays: Record<number, [number, number]>, more: object = {}) =>
  bisectVerdict({
    sessionId: "s",
    finding,
    probes: Object.entries(replays).flatMap(([turn, [recovered, of]]) =>
      Array.from({ length: of }, (_, at) => ({
        sessionId: `t${turn}-${at}`,
        turn: Number(turn),
        replicate: at + 1,
        recovered: at < recovered,
        why: "",
      })),
    ),
    turns: 8,
    criterion: "it tells a beat",
    cost: "$1.20",
    endedBy: null,
    config: { narratorModel: "opus-4.5", prompt: "my prompt.md" },
    cautions: [],
    command: "rehearse",
    at: "bisects/x",
    ...more,
  });
const lost = (from: number, to = from) => ({ from, to });

test("the first line names the turn and the replays from its neighbours", () => {
  const found = verdict(
    { kind: "turn", lost: lost(13) },
    { 0: [5, 5], 12: [10, 10], 13: [0, 10], 24: [0, 5] },
  );
  expect(found.headline).toBe(
    "Lost at turn 13: 10 of 10 replays from turn 12 recover, 0 of 10 from turn 13.",
  );
  expect(found.next[0]!.command).toBe(
    "rehearse ab --checkpoint bisects/x/session/turn-12.json --b prompt=YOUR-PROMPT.md",
  );
  const house = { config: { narratorModel: "house/stalled", prompt: "x" } };
  const [next] = verdict({ kind: "turn", lost: lost(13) }, { 12: [9, 9], 13: [0, 9] }, house).next;
  expect(next).toMatchObject({
    says: expect.stringMatching(/^Test another narrator from turn 12/),
    command: expect.stringMatching(/narrator=house$/),
  });
});

test.each<[string, BisectFinding, Record<number, [number, number]>, object]>([
  [
    "Lost gradually between turns 9 and 16.",
    { kind: "fades", lost: lost(9, 16) },
    { 8: [5, 5], 16: [0, 5] },
    {},
  ],
  [
    "The session recovers even from its last turn, 24 (9 of 10): the failure was chance.",
    { kind: "recovers", lost: null },
    { 0: [5, 5], 24: [9, 10] },
    {},
  ],
  [
    "The session does not recover even from the first turn of its story, 0 (0 of 5): no later turn is to blame.",
    { kind: "from-the-start", lost: null },
    { 0: [0, 5], 24: [0, 5] },
    {},
  ],
  [
    "Not decided: replays from the last turn, 24 (7 of 10), recover, but not from the first, 0 (0 of 5). " +
      "Late replays may recover because fewer turns remain for a problem.",
    { kind: "only-late", lost: null },
    { 0: [0, 5], 24: [7, 10] },
    {},
  ],
  [
    "Lost at turn 25: 5 of 5 replays from turn 24 recover, and turn 25 ended the session.",
    { kind: "turn", lost: lost(25) },
    { 0: [5, 5], 24: [5, 5] },
    {},
  ],
  [
    "Stopped after 12 replays; lost somewhere in turns 7 to 12.",
    { kind: "open", lost: lost(7, 12) },
    { 0: [5, 5], 6: [2, 2], 12: [0, 5] },
    { endedBy: "Interrupted." },
  ],
])("%s", (headline, finding, replays, more) => {
  expect(verdict(finding, replays, more).headline).toBe(headline);
});
