import { expect, test } from "vitest";
import { FEW, MANY, replaysOf, searchOn } from "./bisect-search.ts";

const plan = (last: number) => ({
  checkpoints: Array.from({ length: last + 1 }, (_, turn) => ({ file: "f", sessionId: "s", turn })),
});

/** Plays a search to its end: of the replays from a turn, `recovers` says which recover. Null: no result. */
function play(
  searched: Parameters<typeof searchOn>[0],
  recovers: (turn: number, k: number) => boolean | null,
) {
  const probes: Array<{ turn: number; recovered: boolean | null }> = [];
  for (;;) {
    const { finding, next } = searchOn(searched, probes);
    const replays = (turn: number) => probes.filter((probe) => probe.turn === turn).length;
    if (next.length === 0) return { finding, played: probes.length, replays };
    for (const { turn, replays: goal } of next)
      for (let k = replays(turn) + 1; k <= goal; k += 1) probes.push({ turn, recovered: recovers(turn, k) });
  }
}

test("a sharp loss: its turn, with ten replays from it and from the turn before", () => {
  for (let lost = 1; lost <= 30; lost += 1) {
    const { finding, played, replays } = play(plan(30), (turn) => turn < lost);
    expect(finding).toEqual({ kind: "turn", lost: { from: lost, to: lost } });
    expect([replays(lost - 1), replays(lost)]).toEqual([MANY, MANY]);
    expect(played).toBeLessThanOrEqual(replaysOf(plan(30)).usual);
  }
});

test("both ends are confirmed first", () => {
  expect(searchOn(plan(30), []).next).toEqual([
    { turn: 0, replays: FEW },
    { turn: 30, replays: FEW },
  ]);
  expect(play(plan(30), () => true)).toMatchObject({ finding: { kind: "recovers", lost: null }, played: 10 });
  expect(play(plan(30), () => false)).toMatchObject({ finding: { kind: "from-the-start", lost: null } });
  expect(play(plan(30), (turn) => turn === 30)).toMatchObject({ finding: { kind: "only-late", lost: null } });
  const ended = { ...plan(30), endedAt: 31 };
  expect(play(ended, () => true).finding).toEqual({ kind: "turn", lost: { from: 31, to: 31 } });
});

test("divided replays get as many again, and more than half must recover", () => {
  const divided = (turn: number, k: number) => (turn === 4 ? k % 2 === 1 : turn < 4);
  const { finding, replays } = play(plan(8), divided);
  expect(replays(4)).toBe(MANY);
  // 5 of 10 is not more than half, and not clearly lost.
  expect(finding).toEqual({ kind: "fades", lost: { from: 4, to: 8 } });
});

test("recovery that fades names the turns between the last clear ones, and no single one", () => {
  const share = (turn: number) => Math.min(10, Math.max(0, 18 - turn));
  const { finding } = play(plan(30), (turn, k) => (k * 7) % 10 < share(turn));
  expect(finding.kind).toBe("fades");
  expect(finding.lost!.from).toBeLessThan(12);
  expect(finding.lost!.to).toBeGreaterThan(14);
});

test("a replay without a result is replaced, up to ten; where none has one, nothing is decided", () => {
  const { finding, replays } = play(plan(8), (turn, k) => (k === 2 ? null : turn < 5));
  expect(finding).toEqual({ kind: "turn", lost: { from: 5, to: 5 } });
  expect(replays(0)).toBe(MANY);
  expect(play(plan(8), (turn) => (turn === 4 ? null : turn < 3)).finding.kind).toBe("open");
});
