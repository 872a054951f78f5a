import { expect, test } from "vitest";
import type { Pinned } from "../../contract/index.ts";
import { connect, resolveSettings } from "../settings/index.ts";
import { createHarness } from "./harness.ts";
import { overriddenBy } from "./pin.ts";

const { settings } = resolveSettings({
  file: {
    limits: { anthropic: { concurrency: 50 }, openrouter: { callsPerMinute: 10 } },
    maxOutput: { narrator: 900 },
  },
});
const pinned: Pinned = {
  models: {},
  addresses: {},
  limits: { anthropic: { concurrency: 4 }, openrouter: { callsPerMinute: 10 } },
  maxOutput: {},
};
const sharedLimits = { lane: () => undefined };

test("on one machine the current limits apply; on workers the run's own, whatever a worker has set", () => {
  const alone = createHarness({ settings, ...connect(settings, {}), pinned });
  expect(alone.settings).toMatchObject({ limits: settings.limits, maxOutput: { narrator: 900 } });
  const worker = createHarness({ settings, ...connect(settings, {}), pinned, sharedLimits });
  expect(worker.settings).toMatchObject({ limits: pinned.limits });
  expect(worker.settings.maxOutput).toEqual({});
  expect(overriddenBy(settings, pinned)).toEqual(["limits.anthropic", "maxOutput.narrator"]);
});
