import { expect, test } from "vitest";
import type { SessionMetrics } from "../../contract/index.ts";
import { exampleFinding, readSession } from "../../../tests/support/playtest/example-reading.ts";
import {
  exampleConfig,
  exampleSession as playedSession,
} from "../../../tests/support/playtest/example-session.ts";
import { gateMetrics, judgeGate, readGates, type Gate } from "./gate.ts";
import { metricsByName } from "./metric-table.ts";
import { sessionMetrics } from "./session-metrics.ts";

/** Every turn was read. */
const exampleSession = (...given: Parameters<typeof playedSession>) => readSession(playedSession(...given));

const metrics = sessionMetrics(
  exampleSession([{ pulse: 1 }, {}, { ending: { outcome: "completed", why: "" } }]),
);

const under = (text: string) => readGates({ failUnder: [text] });
const over = (text: string) => readGates({ failOver: [text] });

test("a gate is METRIC=N", () => {
  expect(under("overall=70")).toEqual([{ metric: "overall", least: 70 }]);
  expect(over(" loops =0")).toEqual([{ metric: "loops", most: 0 }]);
});

test.each<[read: typeof under, text: string, why: RegExp]>([
  [under, "overall=700", /overall=700 is out of range: overall ranges from 0 to 100/],
  [under, "completion=70", /completion ranges from 0 to 1\b/],
  [under, "overall", /overall lacks a number: =N/],
  [under, "overall=many", /"many" is not a number/],
  [under, "overal=70", /Did you mean overall\?/],
  [under, "recoveryRate=0.8", /Did you mean recovery-rate\?/],
  [under, "turns-per-pulse=2", /Use --fail-over turns-per-pulse=2: lower is better/],
  [under, "=3", /Known: overall/],
  [over, "loops=-1", /loops ranges from 0 up/],
  [over, "loops=Infinity", /from 0 up/],
  [over, "lops=1", /loops/],
  [over, "overall=70", /Use --fail-under overall=70: higher is better/],
])("%s %s is refused with its reason", (read, text, why) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: "bad-value", exit: 2 }));
  expect(() => read(text)).toThrow(why);
});

const judged = (gate: Gate, of: SessionMetrics | null = metrics) => judgeGate(gate, { metrics: of });

test("below fails, reached passes, missing fails", () => {
  expect(judged({ metric: "completion", least: 0.05 })).toEqual({
    name: "completion ≥ 0.05",
    is: "passed",
    says: "completion 0.05 ≥ 0.05.",
  });
  expect(judged({ metric: "completion", least: 0.5 })).toMatchObject({
    is: "failed",
    says: "completion 0.05 < 0.5.",
  });
  expect(judged({ metric: "fun-factor", least: 0 })).toMatchObject({
    is: "missing",
    says: "fun-factor could not be measured (required: ≥ 0).",
  });
  expect(judged({ metric: "overall", least: 0 }, null).is).toBe("missing");
  expect(judged({ metric: "overall", least: 0 }, { ...metrics, overall: Number.NaN }).is).toBe("missing");
});

test.each(gateMetrics.under)("a gate on %s fails if it is missing, however low the threshold", (metric) => {
  const nothing = sessionMetrics(exampleSession([]));
  const lacks = metricsByName(nothing)[metric] === null ? nothing : null;
  expect(judged({ metric, least: -1_000 }, lacks)).toMatchObject({
    is: "missing",
    says: expect.stringContaining(`${metric} could not be measured`),
  });
});

test("above fails, the rest passes", () => {
  for (const gate of [
    { metric: "turns-per-pulse", most: 3 },
    { metric: "loops", most: 0 },
    { metric: "longest-tangent", most: 0 },
  ])
    expect(judged(gate).is).toBe("passed");
  expect(judged({ metric: "turns-per-pulse", most: 2.9 }).says).toBe("turns-per-pulse 3 > 2.9.");
  expect(judged({ metric: "turns-to-recover", most: 9 }).is).toBe("missing");
});

test("a metric that can still change passes no gate before the session ends", () => {
  const stopped = sessionMetrics(
    exampleSession(Array.from({ length: 12 }, (_, index) => ({ pulse: index + 1 }))),
  );
  expect(stopped.pulses.completionRate).toBe(0.6);
  for (const gate of [
    { metric: "overall", least: 1 },
    { metric: "completion", least: 0.5 },
    { metric: "loops", most: 1_000 },
  ])
    expect(judged(gate, stopped).says).toContain(
      `${gate.metric} could not be measured: the session is unfinished (required`,
    );
});

test("where nobody named beats, gates on the score and on completion fail and name the remedy", () => {
  const unnamed = sessionMetrics(
    exampleSession([
      { classification: { beats: undefined } },
      { classification: { beats: undefined }, ending: { outcome: "completed" as const, why: "" } },
    ]),
  );
  for (const metric of ["overall", "completion"])
    expect(judged({ metric, least: 0 }, unnamed).says).toBe(
      `${metric} could not be measured: no marker or classifier identified the beats (name a classifier) (required: ≥ 0).`,
    );
});

test("--fail-over counts the episodes of a kind of the user's own; a kind that nobody looked for fails", () => {
  const own = { "off-brand": { is: "it is", not: "not", points: 5 } };
  const [gate] = readGates({ failOver: ["off-brand=0"] }, Object.keys(own));
  expect(() => over("off-brand=0")).toThrow(/Known: .*loops/);
  const state = playedSession(
    [{ pulse: 1 }, { ending: { outcome: "completed", why: "" } }],
    exampleConfig({ findings: own }),
  );
  const findings = [exampleFinding(1, { kind: "off-brand" })];
  expect(judged(gate!, sessionMetrics(readSession(state))).is).toBe("passed");
  expect(judged(gate!, sessionMetrics(readSession(state, { 1: { findings } }))).says).toBe(
    "off-brand 1 > 0.",
  );
  expect(judged(gate!, sessionMetrics(state)).is).toBe("missing");
});
