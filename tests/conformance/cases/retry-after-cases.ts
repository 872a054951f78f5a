/** A provider's retry-after is obeyed, regardless of the configured pauses. */
import { expect, test } from "vitest";
import { chatVendors } from "../loopback/chat-vendors.ts";
import { fasterClock } from "../loopback/faster-clock.ts";
import { refuses, says } from "../loopback/loopback-provider.ts";
import { openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked } from "./provider-cases.ts";

const SPEED = 50;
const clock = fasterClock(SPEED);
/** Everything but the waiting stays far away. */
const settings = { timeoutMs: 1_000_000 };
const inSeconds = (seconds: number) => new Date(clock.date().getTime() + seconds * 1_000).toUTCString();

test.concurrent.for(chatVendors)("$name: Retry-After in seconds", async (vendor) => {
  await using at = await openLoopbackRun({ settings, clock });
  at.provider.answers(refuses(429, { headers: { "retry-after": "3" } }), says("Hello."));
  await at.run.gateway.text(asked(at, vendor));
  expect(waits(at.provider.log)).toEqual([expect.toSatisfy((ms: number) => ms >= 2_900)]);
});

test.concurrent.for(chatVendors)("$name: Retry-After as a date", async (vendor) => {
  await using at = await openLoopbackRun({ settings, clock });
  // A date has whole seconds only: four from now are three and a bit.
  at.provider.answers(refuses(503, { headers: () => ({ "retry-after": inSeconds(4) }) }), says("Hello."));
  await at.run.gateway.text(asked(at, vendor));
  expect(waits(at.provider.log)).toEqual([expect.toSatisfy((ms: number) => ms >= 2_900)]);
});

test("a past date means now", async () => {
  await using at = await openLoopbackRun({ settings, clock });
  at.provider.answers(refuses(429, { headers: () => ({ "retry-after": inSeconds(-60) }) }), says("Hello."));
  expect((await at.run.gateway.text(asked(at, { model: "opus-4.5" }))).text).toBe("Hello.");
});

test("without it the settings' own pause is used", async () => {
  await using at = await openLoopbackRun({
    settings: { ...settings, retry: { firstDelayMs: 4_000 } },
    clock,
  });
  at.provider.answers(refuses(429), says("Hello."));
  await at.run.gateway.text(asked(at, { model: "opus-4.5" }));
  expect(waits(at.provider.log)).toEqual([expect.toSatisfy((ms: number) => ms >= 1_900)]);
});

test("a wait beyond the call's deadline is not made", async () => {
  await using at = await openLoopbackRun({
    settings: { ...settings, retry: { giveUpAfterMs: 600_000 } },
    clock,
  });
  at.provider.answers(refuses(429, { headers: { "retry-after": "3600" } }), says("Hello."));
  await expect(at.run.gateway.text(asked(at, { model: "opus-4.5" }))).rejects.toMatchObject({
    code: "rate-limited",
    exit: 3,
    message: expect.stringContaining("Gave up after 1 attempt: the next try, in 3600 s, would be too late."),
  });
  expect(at.provider.log).toHaveLength(1);
});

test("while one call waits, others of the same provider wait too", async () => {
  await using at = await openLoopbackRun({ settings, clock });
  at.provider.answers(refuses(429, { headers: { "retry-after": "3" } }), says("Hello."));
  const first = at.run.gateway.text({ ...asked(at, { model: "opus-4.5" }), call: "first" });
  await expect.poll(() => at.attempts()).toHaveLength(1);
  await Promise.all([first, at.run.gateway.text({ ...asked(at, { model: "haiku" }), call: "second" })]);
  expect(waits(at.provider.log)[0]).toBeGreaterThanOrEqual(2_900);
});

/** The distances between requests, in the clock's milliseconds. */
const waits = (log: ReadonlyArray<{ at: number }>): number[] =>
  log.slice(1).map(({ at }, index) => (at - log[index]!.at) * SPEED);
