import { expect, test } from "vitest";
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
  requireDivisible({ anthropic: { concurrency: 3, spacingMs: 1 } }, 3);
  expect(() => requireDivisible({ anthropic: { callsPerMinute: 2 } }, 3)).toThrow(
    expect.objectContaining({ code: "bad-settings" }),
  );
});
