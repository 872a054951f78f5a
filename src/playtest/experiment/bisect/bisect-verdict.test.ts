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
    changed: "unchanged",
    turns: 8,
    criterion: "it tells a beat",
    cost: "$1.20",
    endedBy: null,
    prompt: "my prompt.md",
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
  expect(found.headline).toBe("Lost at turn 13: from 12 it recovers 10 of 10, from 13 0 of 10.");
  expect(found.next[0]!.command).toBe(
    "rehearse ab --checkpoint bisects/x/session/turn-12.json --b prompt=YOUR-PROMPT.md",
  );
});

test.each<[string, BisectFinding, Record<number, [number, number]>, object]>([
  [
    "Lost between turns 9 and 16; it fades.",
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
    "The session does not recover even from the first turn of its story, 0 (0 of 5), even with prompt x: no later turn is to blame.",
    { kind: "from-the-start", lost: null },
    { 0: [0, 5], 24: [0, 5] },
    { changed: "prompt x" },
  ],
  [
    "Lost at turn 25: from 24 it recovers 5 of 5, and turn 25 ended the session.",
    { kind: "turn", lost: lost(25) },
    { 0: [5, 5], 24: [5, 5] },
    {},
  ],
  [
    "Stopped after 12 replays: lost in turns 7 to 12, as far as is known.",
    { kind: "open", lost: lost(7, 12) },
    { 0: [5, 5], 6: [2, 2], 12: [0, 5] },
    { endedBy: "Interrupted." },
  ],
])("%s", (headline, finding, replays, more) => {
  expect(verdict(finding, replays, more).headline).toBe(headline);
});
