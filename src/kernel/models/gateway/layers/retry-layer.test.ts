import type { LanguageModelV4GenerateResult } from "@ai-sdk/provider";
import { expect, test, vi } from "vitest";
import { manualClock } from "../../../../../tests/support/manual-clock.ts";
import type { HarnessError } from "../../../errors/index.ts";
import { z } from "zod";
import { createCatalog } from "../../catalog/index.ts";
import { lastFailure, ProviderFailure } from "../failures/failures.ts";
import { ask, failure, setUp, town } from "../../../../../tests/support/scripted-gateway.ts";

test("an invalid reply is requested again with the reason; each attempt is numbered and booked", async () => {
  const { gateway, journal, requests, kinds } = setUp([
    "nothing of the kind",
    '{"place": 3}',
    '```json\n{"town":"Arkham"}\n```',
  ]);
  const { object } = await gateway.object({ ...ask(), schema: town });
  expect(object).toEqual({ town: "Arkham" });
  expect(kinds()).toEqual([
    "start 1",
    "end 1 reported",
    "start 2",
    "end 2 reported",
    "start 3",
    "done",
    "end 3 reported",
  ]);
  expect(journal.totals().all).toMatchObject({ attempts: 3, failed: 2, cost: 0.00045 });
  expect(JSON.stringify(requests[1]!.prompt)).toContain("it was not JSON");
  expect(JSON.stringify(requests[2]!.prompt)).toContain("it did not fit the schema: town");
});

test.each([
  ["in a code fence between words", 'Sure!\n\n```json\n{"town":"Arkham"}\n```\nI hope this helps.'],
  ["after a sentence", 'Let me see … {"town":"Arkham"}'],
])("an object %s is accepted", async (_, reply) => {
  const { gateway, requests } = setUp([reply]);
  expect((await gateway.object({ ...ask(), schema: town })).object).toEqual({ town: "Arkham" });
  expect(requests).toHaveLength(1);
});

test("the last invalid reply ends the call with its text; no answer is stored, so the call can be made again", async () => {
  const { gateway, requests, lines } = setUp(["no", "no", "no", '{"town":"Dunwich"}']);
  await expect(gateway.object({ ...ask(), schema: town })).rejects.toMatchObject({
    code: "invalid-reply",
    text: "no",
    exit: 3,
    attempts: 3,
  });
  expect(requests).toHaveLength(3);
  expect(lines().filter(({ type }) => type === "done")).toEqual([]);
  expect(lines().find(({ type }) => type === "end")).toMatchObject({
    error: { code: "invalid-reply", text: "no" },
  });
  expect(await gateway.object({ ...ask(), schema: town })).toMatchObject({ object: { town: "Dunwich" } });
  expect(lines().findLast(({ type }) => type === "start")).toMatchObject({ attempt: 4 });
});

test.each([
  ["Your chosen model requires moderation and your input was flagged", "moderated", 3],
  ["Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO", "moderated", 3],
  ["This key may not use the model", "forbidden", 2],
  ["Your account was suspended: its content was flagged", "forbidden", 2],
])(
  "a 403 about content fails only that call, a 403 about the caller is a refusal: %s",
  async (body, code, exit) => {
    const { gateway } = setUp([failure(403, {}, body)]);
    await expect(gateway.text(ask())).rejects.toMatchObject({ code, exit });
  },
);

test("the call ends after the last of its attempts", async () => {
  const { gateway, requests } = setUp([failure(500)], { retry: { attempts: 3 } });
  const failed = await gateway.text(ask()).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: "provider-error",
    exit: 3,
    message: expect.stringContaining("Gave up after 3 attempts"),
  });
  expect(lastFailure(failed as HarnessError)).toEqual({
    why: expect.stringMatching(/answered 500: status 500$/),
    attempts: 3,
  });
  expect(requests).toHaveLength(3);
});

test("obeys Retry-After; a wait beyond the deadline ends the call immediately", async () => {
  const clock = manualClock();
  const { gateway, requests } = setUp(
    [failure(429, { "Retry-After": "7" }), "Here.", failure(429, { "retry-after": "9000" })],
    { clock },
  );
  const answer = gateway.text(ask());
  await clock.advance(6_999);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  expect((await answer).text).toBe("Here.");
  const late = gateway.text(ask({ call: "late" }));
  late.catch(() => {});
  await clock.advance(0);
  await expect(late).rejects.toThrow(/would be too late: the limit is .*\(retry\.giveUpAfterMs\)/);
});

test.each([
  ["to come", 4_000, 4_000],
  ["past", -60_000, 0],
])("Retry-After can be a date: %s", async (_, away, waited) => {
  const clock = manualClock();
  const date = new Date(clock.date().getTime() + away).toUTCString();
  const { gateway, requests } = setUp([failure(503, { "retry-after": date }), "Here."], { clock });
  const answer = gateway.text(ask());
  await clock.advance(waited - 1);
  expect(requests).toHaveLength(1);
  await clock.advance(10);
  expect((await answer).text).toBe("Here.");
});

test("waits that the server orders do not count as attempts: only the time ends them, and each is booked", async () => {
  const clock = manualClock();
  const refused = failure(429, { "retry-after": "1" });
  const { gateway, journal, kinds, requests } = setUp(
    [...Array.from({ length: 30 }, () => refused), failure(500), "Here.", refused],
    { clock, retry: { attempts: 2, firstDelayMs: 1, giveUpAfterMs: 40_000 } },
  );
  const answer = gateway.text(ask());
  await clock.advance(29_999);
  expect(requests).toHaveLength(30);
  await clock.advance(1_000);
  expect((await answer).text).toBe("Here.");
  expect(kinds().slice(0, 4)).toEqual(["start 1", "end 1 none", "start 2", "end 2 none"]);
  expect(journal.totals().all).toMatchObject({ attempts: 32, failed: 31 });
  const late = gateway.text(ask({ call: "late" }));
  late.catch(() => {});
  await clock.advance(41_000);
  await expect(late).rejects.toThrow(/Gave up after 41 attempts \(.*retry\.giveUpAfterMs/);
});

test("a user's own service that refuses everybody costs the patience of one call, until it answers again", async () => {
  const clock = manualClock();
  const { gateway } = setUp([], { clock, retry: { giveUpAfterMs: 40_000 } });
  const model = createCatalog().resolve("http://127.0.0.1:9/rag");
  const busy = { code: "rate-limited", message: "busy", remedy: "", billing: "none", status: 429 } as const;
  const attempts = async (call: string, isBusy = true): Promise<number> => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      if (isBusy) throw new ProviderFailure({ ...busy, transient: true, retryAfterMs: 1_000 });
    };
    const asked = { role: "target", model, request: {}, schema: z.unknown(), remedy: "" } as const;
    void gateway.outside({ ...asked, call, send }).catch(() => {});
    await clock.advance(60_000);
    return sent;
  };
  expect(await attempts("first", false)).toBe(1);
  expect([await attempts("patient"), await attempts("next")]).toEqual([41, 1]);
  expect([await attempts("back", false), await attempts("again")]).toEqual([1, 41]);
});

test.each(["0", "0.001"])("an order to wait for %s seconds is an attempt like any other", async (wait) => {
  const { gateway, requests } = setUp([failure(429, { "retry-after": wait })], {
    retry: { attempts: 3, firstDelayMs: 1 },
  });
  await expect(gateway.text(ask())).rejects.toThrow(/Gave up after 3 attempts/);
  expect(requests).toHaveLength(3);
});

test("pauses grow, vary with the seed and repeat for the same seed", async () => {
  const pauses = async (seed: number) => {
    const clock = manualClock();
    const { gateway, requests } = setUp([failure(500), failure(500), failure(500), failure(500), "Here."], {
      clock,
      seed,
      retry: { firstDelayMs: 1_000, maxDelayMs: 3_000 },
    });
    const answer = gateway.text(ask());
    const at: number[] = [];
    while (requests.length < 5) {
      await clock.advance(10);
      if (requests.length > at.length) at.push(clock.now());
    }
    await answer;
    return at.slice(1).map((time, index) => time - at[index]!);
  };
  const [first, second, third, fourth] = await pauses(1);
  expect(first).toBeGreaterThanOrEqual(500);
  expect(first).toBeLessThanOrEqual(1_010);
  expect(second).toBeGreaterThanOrEqual(1_000);
  expect(third).toBeGreaterThanOrEqual(1_500);
  expect(fourth).toBeLessThanOrEqual(3_010);
  expect(await pauses(1)).toEqual([first, second, third, fourth]);
  expect(await pauses(2)).not.toEqual([first, second, third, fourth]);
});

test("a timeout ends the call even when the model ignores the signal, and is possibly billed", async () => {
  const never = () => new Promise<LanguageModelV4GenerateResult>(() => {});
  const clock = manualClock();
  const { gateway, journal, kinds } = setUp([never], { clock, timeoutMs: 1_000, retry: { attempts: 1 } });
  const answer = gateway.text(ask());
  answer.catch(() => {});
  await clock.advance(1_000);
  await expect(answer).rejects.toMatchObject({ code: "timeout", exit: 3 });
  expect(kinds()).toEqual(["start 1", "end 1 possible"]);
  expect(journal.totals().all.possiblyBilled).toMatchObject({
    attempts: 1,
    atMost: expect.closeTo(0.002, 2),
  });
});

test("an interrupted call ends immediately, counts as possibly billed and can be made again", async () => {
  const stop = new AbortController();
  const { gateway, kinds } = setUp([() => new Promise(() => {}), "Here."]);
  const answer = gateway.text(ask({ signal: stop.signal }));
  await vi.waitFor(() => expect(kinds()).toEqual(["start 1"]), { timeout: 60_000 });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: "interrupted", exit: 130 });
  expect(kinds()).toEqual(["start 1", "end 1 possible"]);
  expect((await gateway.text(ask())).text).toBe("Here.");
});

test("an interruption ends the pause between attempts", async () => {
  const stop = new AbortController();
  const { gateway, kinds } = setUp([failure(500)], { retry: { firstDelayMs: 60_000 } });
  const answer = gateway.text(ask({ signal: stop.signal }));
  await vi.waitFor(() => expect(kinds()).toHaveLength(2), { timeout: 60_000 });
  stop.abort();
  await expect(answer).rejects.toMatchObject({ code: "interrupted" });
});
