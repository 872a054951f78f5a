/** A vendor that sends without end: the attempt ends at the limit, is booked, and is not made again. */
import { expect, test } from "vitest";
import { refuses, sends } from "../loopback/loopback-provider.ts";
import { openLoopbackRun } from "../loopback/loopback-run.ts";
import { asked } from "./provider-cases.ts";

const large = "x".repeat(10 * 1024 * 1024);

test("an answer of more than 10 MB", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(sends(`{"id":"${large}"}`));
  await expect(at.run.gateway.text(asked(at, { model: "opus-4.5" }))).rejects.toMatchObject({
    code: "malformed-response",
    exit: 3,
    message: expect.stringContaining("larger than 10 MB"),
  });
  expect(at.provider.log).toHaveLength(1);
  expect(at.run.journal.totals().all).toMatchObject({
    attempts: 1,
    failed: 1,
    possiblyBilled: { attempts: 1 },
  });
});

test("a refusal of more than 10 MB keeps its status", async () => {
  await using at = await openLoopbackRun();
  at.provider.answers(refuses(400, { message: large }));
  await expect(at.run.gateway.text(asked(at, { model: "opus-4.5" }))).rejects.toMatchObject({
    code: "bad-request",
    status: 400,
  });
});
