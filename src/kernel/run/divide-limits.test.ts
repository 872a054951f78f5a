import { expect, test } from "vitest";
import { resolveSettings } from "../settings/index.ts";
import { divideLimits, requireDivisible } from "./divide-limits.ts";

test("all shards together stay within a limit", () => {
  expect(divideLimits({ concurrency: 8, callsPerMinute: 50, spacingMs: 100 }, 3)).toEqual({
    concurrency: 2,
    callsPerMinute: 16,
    spacingMs: 300,
  });
  expect(divideLimits({ callsPerMinute: 50 }, 1)).toEqual({ callsPerMinute: 50 });
});

test("a limit that is smaller than the number of shards is refused", () => {
  const { settings, origin } = resolveSettings({ file: { limits: { anthropic: { callsPerMinute: 2 } } } });
  requireDivisible({ anthropic: { concurrency: 3, spacingMs: 1 } }, { shards: 3, origin });
  expect(() => requireDivisible(settings.limits, { shards: 3, origin })).toThrow(
    "limits.anthropic.callsPerMinute in rehearse.config.ts is 2: too low for 3 shards.",
  );
});
