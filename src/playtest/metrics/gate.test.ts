import { expect, test } from "vitest";
import { exampleSession } from "../../../tests/support/example-session.ts";
import { failedGates, passedGates, readGate } from "./gate.ts";
import { lessIsBetter, metricOf, scoredMetrics } from "./scored-metrics.ts";
import { sessionMetrics } from "./session-metrics.ts";

const metrics = sessionMetrics(exampleSession([{ pulse: 1, ending: { outcome: "completed", why: "" } }, {}, {}]));

test("a gate is METRIC=N", () => {
  expect(readGate("overall=70")).toEqual({ metric: "overall", least: 70 });
  expect(readGate("recovery-rate=0.8")).toEqual({ metric: "recovery-rate", least: 0.8 });
});

test.each(["overall", "overall=", "overall=many", "overal=70", "turns-per-pulse=2", "=3"])("%j is none", (text) => {
  expect(() => readGate(text)).toThrow(expect.objectContaining({ code: "bad-gate", exit: 2 }));
});

test.each([["overall=700", /overall goes from 0 to 100/], ["overall=-3", /from 0 to 100/], ["completion=70", /completion goes from 0 to 1\b/], ["segue-quality=0.5", /from 1 to 5/], ["pacing=11", /from 1 to 10/], ["overall", /Its number is missing: =N/], ["overall=", /missing: =N/], ["overall=many", /"many" is no number/]])("%s is refused with its reason", (text, why) => {
  expect(() => readGate(text)).toThrow(why);
});

test("the ends of a scale are gates", () => {
  for (const text of ["overall=0", "overall=100", "completion=1", "segue-quality=1", "fun-factor=10"]) expect(readGate(text).least).toBe(Number(text.split("=")[1]));
});

test("what passed is told with what was asked", () => {
  expect(passedGates(metrics, [{ metric: "completion", least: 0.05 }])).toEqual(["Gate passed: completion is 0.05, at least 0.05."]);
});

test("a mistyped metric is guessed", () => {
  expect(() => readGate("overal=70")).toThrow(/overall/);
});

test("what is under fails, what is reached passes, and what is missing fails", () => {
  expect(failedGates(metrics, [{ metric: "completion", least: 0.05 }])).toEqual([]);
  expect(failedGates(metrics, [{ metric: "completion", least: 0.5 }])).toEqual(["completion is 0.05, under 0.5."]);
  expect(failedGates(metrics, [{ metric: "fun-factor", least: 0 }])).toEqual(["fun-factor could not be measured, and what is missing passes no gate (asked for: 0)."]);
  expect(failedGates(null, [{ metric: "overall", least: 0 }])).toHaveLength(1);
});

const gateable = scoredMetrics.filter((name) => !lessIsBetter.has(name));
test.each(gateable)("a gate on %s fails where it is missing, however low it is set", (metric) => {
  const nothing = sessionMetrics(exampleSession([]));
  const lacks = metricOf(nothing, metric) === null ? nothing : null;
  expect(failedGates(lacks, [{ metric, least: -1_000 }])).toEqual([expect.stringContaining(`${metric} could not be measured`)]);
});

test("what is no number passes nothing", () => {
  const odd = { ...metrics, overall: Number.NaN, quality: { ...metrics.quality, pacing: undefined as unknown as number } };
  expect(failedGates(odd, [{ metric: "overall", least: 0 }, { metric: "pacing", least: 0 }])).toHaveLength(2);
});

test("a score without the part of a judge who was asked for passes nothing", () => {
  const gate = [{ metric: "overall", least: 0 }] as const;
  expect(failedGates(metrics, gate)).toEqual([]);
  expect(failedGates(metrics, gate, { judged: true })).toEqual([expect.stringContaining("without the judge's part")]);
  const scored = sessionMetrics(exampleSession([{}, {}]), { quality: { ...metrics.quality, pacing: 5 } });
  expect(failedGates(scored, gate, { judged: true })).toEqual([]);
});
