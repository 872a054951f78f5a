/** Limits of a provider that several processes keep together, each its part. */
import type { Limits } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import type { SettingOrigin } from "../settings/index.ts";

/** Rounded down, so that all together stay within the limit. */
export const divideLimits = ({ concurrency, callsPerMinute, spacingMs }: Limits, shards: number): Limits => ({
  concurrency: concurrency && Math.max(1, Math.floor(concurrency / shards)),
  callsPerMinute: callsPerMinute && Math.floor(callsPerMinute / shards),
  spacingMs: spacingMs && spacingMs * shards,
});

/** A limit that is set must hold. The usual concurrency is only a habit: each shard has at least one call in flight. */
export function requireDivisible(
  limits: Readonly<Record<string, Limits>>,
  { shards, origin }: { shards: number; origin: SettingOrigin },
): void {
  for (const [name, { concurrency, callsPerMinute }] of Object.entries(limits))
    for (const [what, limit] of Object.entries({ concurrency, callsPerMinute }))
      if (limit !== undefined && limit < shards)
        throw new HarnessError({
          code: "bad-settings",
          message: `${origin("limits", name, what)} is ${limit}: too low for ${shards} shards.`,
          remedy: `Use at most ${limit} shards, or set the limit to ${shards} or more.`,
        });
}
