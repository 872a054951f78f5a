import { expect, test } from "vitest";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession as playedSession } from "../../../tests/support/playtest/example-session.ts";
import { failedGates, passedGates, readCeiling, readGate } from "./gate.ts";
import { betterMetric, countedMetrics, metricOf, scoredMetrics } from "./metric-table.ts";
import { sessionMetrics, type MetricsOptions } from "./session-metrics.ts";

/** Every turn was read. */
const exampleSession = (...given: Parameters<typeof playedSession>) => readSession(playedSession(...given));

const metrics = sessionMetrics(
  exampleSession([{ pulse: 1 }, {}, { ending: { outcome: "completed", why: "" } }]),
);

test("a gate is METRIC=N", () => {
  expect(readGate("overall=70")).toEqual({ metric: "overall", least: 70 });
  expect(readGate("recovery-rate=0.8")).toEqual({ metric: "recovery-rate", least: 0.8 });
});

test.each(["overall", "overall=", "overall=many", "overal=70", "turns-per-pulse=2", "=3"])(
  "%j is not a gate",
  (text) => {
    expect(() => readGate(text)).toThrow(expect.objectContaining({ code: "bad-gate", exit: 2 }));
  },
);

test.each([
  ["overall=700", /overall ranges from 0 to 100/],
  ["overall=-3", /from 0 to 100/],
  ["completion=70", /completion ranges from 0 to 1\b/],
  ["segue-quality=0.5", /from 1 to 5/],
  ["pacing=11", /from 1 to 10/],
  ["overall", /The number is missing: =N/],
  ["overall=", /missing: =N/],
  ["overall=many", /"many" is not a number/],
])("%s is refused with its reason", (text, why) => {
  expect(() => readGate(text)).toThrow(why);
});

test("a mistyped metric, or one spelled as in the result file, is refused with its name", () => {
  expect(() => readGate("overal=70")).toThrow(/Did you mean overall\?/);
  expect(() => readGate("recoveryRate=0.8")).toThrow(/Did you mean recovery-rate\?/);
  expect(() => readGate("player_agency=5")).toThrow(/Did you mean player-agency\?/);
  expect(() => readCeiling("turnsPerPulse=3")).toThrow(/Did you mean turns-per-pulse\?/);
});

test("below fails, reached passes, missing fails", () => {
  expect(failedGates(metrics, [{ metric: "completion", least: 0.05 }])).toEqual([]);
  expect(failedGates(metrics, [{ metric: "completion", least: 0.5 }])).toEqual([
    "Gate failed: completion 0.05 < 0.5.",
  ]);
  expect(failedGates(metrics, [{ metric: "fun-factor", least: 0 }])).toEqual([
    "Gate failed: fun-factor could not be measured (required: ≥ 0).",
  ]);
  expect(failedGates(null, [{ metric: "overall", least: 0 }])).toHaveLength(1);
});

const gateable = scoredMetrics.filter((name) => betterMetric(name) === "higher");
test.each(gateable)("a gate on %s fails if it is missing, however low the threshold", (metric) => {
  const nothing = sessionMetrics(exampleSession([]));
  const lacks = metricOf(nothing, metric) === null ? nothing : null;
  expect(failedGates(lacks, [{ metric, least: -1_000 }])).toEqual([
    expect.stringContaining(`${metric} could not be measured`),
  ]);
});

test("a value that is not a number fails", () => {
  const odd = {
    ...metrics,
    overall: Number.NaN,
    quality: { ...metrics.quality, pacing: undefined as unknown as number },
  };
  expect(
    failedGates(odd, [
      { metric: "overall", least: 0 },
      { metric: "pacing", least: 0 },
    ]),
  ).toHaveLength(2);
});

test("a score without the requested judge's part fails", () => {
  const gate = [{ metric: "overall", least: 0 }] as const;
  expect(failedGates(metrics, gate)).toEqual([]);
  const judgedWith = (options: MetricsOptions) =>
    sessionMetrics(exampleSession([{}, { ending: { outcome: "completed", why: "" } }]), options);
  expect(failedGates(judgedWith({ whyUnjudged: "HTTP 529" }), gate)).toEqual([
    expect.stringContaining("lacks the judge's part: HTTP 529"),
  ]);
  const quality = { ...metrics.quality, pacing: 5 };
  expect(failedGates(judgedWith({ quality, whyUnjudged: "HTTP 529" }), gate)).toEqual([]);
});

test.each([
  ["turns-per-pulse=-1", /ranges from 0 up/],
  ["loops=-1", /loops ranges from 0 up/],
  ["loops=Infinity", /from 0 up/],
  ["loops", /missing: =N/],
  ["lops=1", /loops/],
  ["overall=70", /Use --fail-under overall=70: higher is better/],
])("--fail-over %s is refused with its reason", (text, why) => {
  expect(() => readCeiling(text)).toThrow(why);
});

test("above fails, the rest passes", () => {
  expect(
    failedGates(metrics, [
      { metric: "turns-per-pulse", most: 3 },
      { metric: "loops", most: 0 },
      { metric: "longest-tangent", most: 0 },
    ]),
  ).toEqual([]);
  expect(failedGates(metrics, [{ metric: "turns-per-pulse", most: 2.9 }])).toEqual([
    "Gate failed: turns-per-pulse 3 > 2.9.",
  ]);
  expect(passedGates(metrics, [{ metric: "turns-per-pulse", most: 3 }])).toEqual([
    "Gate passed: turns-per-pulse 3 ≤ 3.",
  ]);
  expect(failedGates(metrics, [{ metric: "turns-to-recover", most: 9 }])).toEqual([
    expect.stringContaining("could not be measured"),
  ]);
});

test("a metric that can still change passes no gate before the session ends", () => {
  const stopped = sessionMetrics(
    exampleSession(Array.from({ length: 12 }, (_, index) => ({ pulse: index + 1 }))),
  );
  expect(stopped.pulses.completionRate).toBe(0.6);
  expect(failedGates(stopped, [{ metric: "completion", least: 0.5 }])).toEqual([
    "Gate failed: completion could not be measured: the session is unfinished (required: ≥ 0.5).",
  ]);
  for (const metric of countedMetrics)
    expect(failedGates(stopped, [{ metric, most: 1_000 }])).toHaveLength(1);
  expect(failedGates(stopped, [{ metric: "overall", least: 1 }])).toEqual([
    expect.stringContaining(
      "overall could not be measured: Only 38 % of the score's weight could be measured",
    ),
  ]);
});

test("where nobody named beats, gates on the score and on completion fail and name the remedy", () => {
  const unnamed = sessionMetrics(
    exampleSession([
      ...Array.from({ length: 9 }, () => ({ classification: { beats: undefined } })),
      { classification: { beats: undefined }, ending: { outcome: "completed" as const, why: "" } },
    ]),
  );
  expect(unnamed).toMatchObject({ overall: null, composite: { score: null } });
  for (const metric of ["overall", "completion"] as const)
    expect(failedGates(unnamed, [{ metric, least: 0 }])).toEqual([
      `Gate failed: ${metric} could not be measured: no marker or classifier identified the beats; add --classifier MODEL (required: ≥ 0).`,
    ]);
});
