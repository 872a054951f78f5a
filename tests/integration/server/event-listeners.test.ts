/** The limit of listeners: a place is taken by a real listener and freed however it leaves. */
import { createConnection } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { serveMade } from "../../support/server/served-playtests.ts";
import { describe, expect, test } from "vitest";
import { makeBranches } from "../../support/server/branched-workspace.ts";

const { served } = serveMade(makeBranches, { heartbeatMs: 100 });

const MOST = 64;
/** A request that stays open or hangs up at once; not fetch, which may share connections. */
const call = (path: string, port = served.server.port) => {
  const socket = createConnection(port, "127.0.0.1");
  const answered = new Promise<string>((resolve, reject) =>
    socket.once("data", (head) => resolve(String(head).split("\r\n")[0]!)).once("error", reject),
  );
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  return { socket, answered };
};
const OK = "HTTP/1.1 200 OK";

async function seatsOf(path: string, port?: number): Promise<void> {
  const calls = Array.from({ length: MOST }, () => call(path, port));
  expect(new Set(await Promise.all(calls.map(({ answered }) => answered)))).toEqual(new Set([OK]));
  const more = call(path, port);
  expect(await more.answered).toContain("429");
  more.socket.destroy();
  for (const { socket } of calls) socket.destroy();
  await expect.poll(() => oneMore(path, port), { timeout: 60_000, interval: 50 }).toBe(OK);
}
async function oneMore(path: string, port?: number): Promise<string> {
  const { socket, answered } = call(path, port);
  const status = await answered;
  socket.destroy();
  return status;
}

describe("places", () => {
  test("limits the listeners of the workspace, and frees the places of those who left", () =>
    seatsOf("/api/events"));

  test("a listener who hangs up before any answer takes no place", { timeout: 120_000 }, async () => {
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: MOST }, () => call("/api/events"));
      // At once, slightly later, or midway: at different stages of the answer.
      await Promise.all(
        calls.map(async ({ socket, answered }, at) => {
          answered.catch(() => {});
          await new Promise((resolve) =>
            socket.connecting ? socket.once("connect", resolve) : resolve(undefined),
          );
          await delay(at % 8);
          socket.destroy();
        }),
      );
    }
    await expect.poll(() => oneMore("/api/events"), { timeout: 60_000, interval: 50 }).toBe(OK);
    const all = Array.from({ length: MOST }, () => call("/api/events"));
    expect(new Set(await Promise.all(all.map(({ answered }) => answered)))).toEqual(new Set([OK]));
    for (const { socket } of all) socket.destroy();
  });
});
