import { expect, test } from "vitest";
import type { SessionMetrics } from "../../../contract/index.ts";
import { meansOf } from "./summarise-matrix.ts";

const metrics = (recoveryRate: number | null, overall: number | null) =>
  ({
    pulses: { detected: 2, distribution: [1, 1] },
    tangents: { recoveryRate, patience: null },
    privateMoments: {},
    quality: { pacing: null },
    failures: { others: {} },
    overall,
  }) as unknown as SessionMetrics;

test("means are over the sessions that have a number; a metric that none has is null, and other values are left out", () => {
  const last = {
    ...metrics(1, null),
    tangents: { recoveryRate: 1, patience: { degrades: true } },
  } as unknown as SessionMetrics;
  expect(meansOf([metrics(0.5, 80), metrics(null, 60), last])).toEqual({
    sessions: 3,
    overall: 70,
    pulses: { detected: 2 },
    tangents: { recoveryRate: 0.75 },
    privateMoments: {},
    quality: { pacing: null },
    failures: {},
  });
});
