/**
 * The limit of listeners: a place is taken by a real listener and freed however it leaves. No event is missed between
 * loading and listening.
 */
import { createConnection } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobList, sessionPage, sessionView } from "../../../src/contract/index.ts";
import { makeBranches, type BranchedWorkspace } from "../../support/server/branched-workspace.ts";
import { endedRun } from "../../support/server/served-check.ts";
import {
  eventsOf,
  serveWorkspace,
  startWaitingTarget,
  type Served,
  type ServerEvent,
} from "../../support/server/served-workspace.ts";

let workspace: BranchedWorkspace;
let served: Served;
beforeAll(async () => {
  workspace = await makeBranches();
  served = await serveWorkspace(workspace, { heartbeatMs: 100 });
}, 60_000);
afterAll(async () => {
  await served[Symbol.asyncDispose]();
  workspace[Symbol.dispose]();
  expect(served.bugs).toEqual([]);
});

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
  await expect.poll(() => oneMore(path, port), { timeout: 5_000, interval: 50 }).toBe(OK);
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

  test("a listener who hangs up before any answer takes no place", { timeout: 30_000 }, async () => {
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
    await expect.poll(() => oneMore("/api/events"), { timeout: 5_000, interval: 50 }).toBe(OK);
    const all = Array.from({ length: MOST }, () => call("/api/events"));
    expect(new Set(await Promise.all(all.map(({ answered }) => answered)))).toEqual(new Set([OK]));
    for (const { socket } of all) socket.destroy();
  });

  test("the same for the events of a check", { timeout: 30_000 }, async () => {
    await using target = await startWaitingTarget();
    await using own = await serveWorkspace(workspace, { folders: { target: target.url } });
    const { id, events } = (await own.ask("/api/check-runs", { json: { banks: ["semantic"] } }))
      .json as unknown as { id: string; events: string };
    await target.waiting(1);
    await seatsOf(events, own.server.port);
    target.open();
    await endedRun(own.server, id);
  });

  test("another site's page gets no events", async () => {
    for (const path of ["/api/events", "/api/events?after=1", "/api/check-runs/nobody/events"]) {
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "https://evil.example" },
        { host: "evil.example" },
      ] as Array<Record<string, string>>) {
        const { status, headers: answered } = await served.ask(path, { headers });
        expect([path, status, answered["content-type"]]).toEqual([path, 403, "application/json"]);
      }
    }
  });
});

describe("between the first answer and the stream", () => {
  const ends = ({ event, data }: ServerEvent) =>
    event === "job" && (data as { job: { status: string } }).job.status === "done";

  test.each([
    "/api/sessions",
    "/api/sessions/parent",
    "/api/sessions/parent/turns",
    "/api/issues",
    "/api/matrices",
    "/api/jobs",
  ])("%s carries the number of the last event before it", async (path) => {
    const { lastEvent } = (await served.ask(path)).json as unknown as { lastEvent: number };
    const { id } = (await served.ask("/api/replays", { json: { session: "child", turn: 9, turns: 1 } }))
      .json as unknown as { id: string };
    await expect
      .poll(
        async () =>
          jobList.parse((await served.ask("/api/jobs")).json).jobs.find((job) => job.id === id)!.status,
        { timeout: 15_000 },
      )
      .toBe("done");
    const heard: ServerEvent[] = [];
    for await (const event of eventsOf(`${served.server.url}/api/events?after=${lastEvent}`)) {
      if (event.event === undefined) continue;
      heard.push(event);
      if (ends(event)) break;
    }
    expect(Number(heard[0]!.id)).toBe(lastEvent + 1);
    expect(heard[0]).toMatchObject({ event: "job", data: { job: { id, status: "running" } } });
  });

  test("a returning listener has its own number, which comes first; an invalid number is refused", async () => {
    const { lastEvent = 0 } = sessionPage.parse((await served.ask("/api/sessions")).json);
    for await (const { id } of eventsOf(`${served.server.url}/api/events?after=1`, {
      lastEventId: String(lastEvent - 1),
    })) {
      expect(Number(id)).toBe(lastEvent);
      break;
    }
    for (const after of ["", "x", "-1", "1e3"])
      expect((await served.ask(`/api/events?after=${after}`)).json.error.field).toBe("after");
  });
});

test("only sessions that this server plays can be stopped here, and pages know it", async () => {
  const { sessions } = sessionPage.parse((await served.ask("/api/sessions")).json);
  expect(
    sessions.every(({ live, stoppable, notStoppable }) => !live && !stoppable && notStoppable === undefined),
  ).toBe(true);
  expect(sessionView.parse((await served.ask("/api/sessions/parent")).json).card.stoppable).toBe(false);
});
