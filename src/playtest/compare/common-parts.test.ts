import { expect, test } from "vitest";
import { compareArms, groups, type Play } from "./compare-arms.ts";
import { onCommonParts, pairsOnCommonParts } from "./common-parts.ts";

/** A session with these part values, with the usual weights. */
const weights = { completion: 40, efficiency: 10, soundness: 25 } as const;
function metrics(parts: Partial<Record<keyof typeof weights, number>>) {
  const named = Object.entries(parts) as Array<[keyof typeof weights, number]>;
  const whole = named.reduce((sum, [name]) => sum + weights[name], 0);
  return {
    overall: (100 * named.reduce((sum, [name, value]) => sum + weights[name] * value, 0)) / whole,
    ...Object.fromEntries(
      named.flatMap(([name, value]) => [
        [`overall/${name}`, value],
        [`weight/${name}`, weights[name]],
      ]),
    ),
  };
}

test("scores with the same parts are unchanged", () => {
  const sessions = [{ metrics: metrics({ completion: 1 }) }, { metrics: metrics({ completion: 0.5 }) }];
  expect(onCommonParts(sessions)).toEqual({ sessions, leftOut: [] });
});

test("a score is recomputed without a part that the other lacks", () => {
  const { sessions, leftOut } = onCommonParts([
    { metrics: metrics({ completion: 0.8, efficiency: 0.3, soundness: 0.1 }) },
    { metrics: metrics({ completion: 0.8, efficiency: 0.3 }) },
  ]);
  expect(leftOut).toEqual(["soundness"]);
  expect(sessions.map((session) => session.metrics.overall)).toEqual([70, 70]);
  expect(sessions[0]!.metrics).not.toHaveProperty("overall/soundness");
});

test("without enough common parts there is no score to compare; nor if a score does not list its parts", () => {
  const few = onCommonParts([
    { metrics: metrics({ completion: 1, efficiency: 1 }) },
    { metrics: metrics({ soundness: 1, efficiency: 1 }) },
  ]);
  expect(few.sessions.map((session) => session.metrics.overall)).toEqual([null, null]);
  const old = onCommonParts([{ metrics: metrics({ completion: 1 }) }, { metrics: { overall: 90 } }]);
  expect(old.sessions.map((session) => session.metrics.overall)).toEqual([null, null]);
});

test("a session without a score does not limit the others", () => {
  const { sessions, leftOut } = onCommonParts([
    { metrics: metrics({ completion: 1 }) },
    { metrics: { overall: null } },
  ]);
  expect(leftOut).toEqual([]);
  expect(sessions[0]!.metrics.overall).toBe(100);
});

test("arms are compared pair by pair over common parts, and the comparison says so", () => {
  const play = (pair: number, given: Parameters<typeof metrics>[0]): Play => ({
    pair: String(pair),
    cluster: String(pair),
    outcome: "completed",
    metrics: metrics(given),
  });
  const same = { completion: 0.5, efficiency: 0.5 };
  const read = Array.from({ length: 8 }, (_, pair) => play(pair, { ...same, soundness: 1 }));
  const unread = Array.from({ length: 8 }, (_, pair) => play(pair, same));
  const { primary, parts } = compareArms({
    a: { name: "unread", plays: unread },
    b: { name: "read", plays: read },
    primary: "overall",
    thing: groups,
  });
  expect(primary).toMatchObject({ meanA: 50, meanB: 50, meanDifference: 0 });
  expect(parts).toContain("leave out soundness, which one side of a pair does not have.");
  expect(pairsOnCommonParts(read, structuredClone(read))).toEqual({ a: read, b: read });
});
