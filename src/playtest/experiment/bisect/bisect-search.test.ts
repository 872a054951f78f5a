/** Tests the search without sessions: replays are drawn from known rates. */
import { expect, test } from "vitest";
import { dice } from "../../../kernel/dice/index.ts";
import { conclude, nextProbes } from "./bisect-search.ts";
import { posteriorOf, type Seen } from "./bisect-belief.ts";

const TURNS = Array.from({ length: 31 }, (_, turn) => turn);
const USUAL = { certainty: 0.9, within: 1 };

function search(
  rate: (turn: number) => number,
  {
    seed,
    times = 30,
    atOnce = 4,
    turns = TURNS,
    endedAt,
  }: { seed: number; times?: number; atOnce?: number; turns?: readonly number[]; endedAt?: number },
) {
  const thrown = dice(seed, "bisect");
  const seen: Seen[] = [];
  for (;;) {
    const posterior = posteriorOf(turns, seen);
    const finding = conclude(posterior, { ...USUAL, endedAt });
    if (finding.decided || seen.length >= times) return { finding, seen, posterior };
    for (const turn of nextProbes(posterior, {
      count: Math.min(atOnce, times - seen.length),
      before: seen.map((each) => each.turn),
    }))
      seen.push({ turn, recovered: thrown.next() < rate(turn) });
  }
}
const step = (at: number, before: number, after: number) => (turn: number) => (turn < at ? before : after);
const many = <T>(count: number, of: (seed: number) => T): T[] =>
  Array.from({ length: count }, (_, seed) => of(seed));

test.each([1, 4])("without chance, any turn is found exactly, %i replays at once", (atOnce) => {
  for (const at of [1, 2, 9, 15, 22, 29, 30]) {
    const { finding, seen } = search(step(at, 1, 0), { seed: 1, atOnce });
    expect(finding).toMatchObject({ kind: "turn", turn: at, decided: true });
    expect(finding.span!.probability).toBeGreaterThanOrEqual(0.9);
    expect(seen.length).toBeLessThanOrEqual(30);
  }
});

test("lost from the start, and recovering from every turn, are not reported as a turn", () => {
  expect(search(() => 0, { seed: 1 }).finding).toMatchObject({
    kind: "from-the-start",
    turn: 0,
    decided: true,
  });
  expect(search(() => 1, { seed: 1 }).finding).toMatchObject({ kind: "recovers", turn: null, decided: true });
});

test("if every checkpoint recovers, the turn that ended the session lost it", () => {
  expect(search(() => 1, { seed: 1, endedAt: 31 }).finding).toMatchObject({ kind: "turn", turn: 31 });
});

/** benches/bisect-calibration.ts has the long tables. */
const RUNS = process.env["REHEARSE_FULL"] === "1" ? 300 : 24;

/** How often a turn was named, how often it was right, and its mean claimed probability. */
function namedTurns(world: (at: number, seed: number) => (turn: number) => number, times = 30) {
  const named = many(RUNS, (seed) => {
    const at = 1 + (seed % 30);
    const { finding } = search(world(at, seed), { seed, times });
    return { at, finding };
  }).filter(({ finding }) => finding.kind === "turn");
  const right = named.filter(({ at, finding }) => finding.turn === at).length;
  const said = named.reduce((sum, { finding }) => sum + finding.span!.probability, 0) / named.length;
  return { share: named.length / RUNS, right, named: named.length, said };
}

test("a turn with a sharp drop is named, and the claimed probability holds", { timeout: 300_000 }, () => {
  const { share, right, named, said } = namedTurns((at) => step(at, 0.9, 0.1));
  expect(share).toBeGreaterThan(0.3);
  expect(right / named).toBeGreaterThanOrEqual(said - 0.03);
});

test("thousands of replays and turns do not overflow", () => {
  const turns = Array.from({ length: 100 }, (_, turn) => turn);
  const seen = turns.flatMap((turn) => Array.from({ length: 10 }, () => ({ turn, recovered: turn < 40 })));
  const posterior = posteriorOf(turns, seen);
  expect(conclude(posterior, USUAL)).toMatchObject({ kind: "turn", turn: 40 });
  expect(posterior.steps.every(Number.isFinite)).toBe(true);
});
