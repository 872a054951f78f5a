import { expect, test } from "vitest";
import type { Pinned } from "../../contract/index.ts";
import { connect, resolveSettings } from "../settings/index.ts";
import { createHarness } from "./harness.ts";

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

test("current limits win over those the run began with", () => {
  const harness = createHarness({ settings, ...connect(settings, {}), pinned });
  expect(harness.settings).toMatchObject({ limits: settings.limits, maxOutput: { narrator: 900 } });
});
