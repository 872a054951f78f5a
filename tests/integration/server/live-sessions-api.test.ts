/**
 * Replays played by the server, and events for listeners: of its own jobs and of other processes.
 */
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { serveMade } from "../../support/server/served-playtests.ts";
import { describe, expect, test } from "vitest";
import {
  jobView,
  liveEvent,
  sessionPage,
  sessionView,
  type LiveEvent,
  type MatrixView,
} from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";
import { makePlaytests } from "../../support/server/playtest-workspace.ts";
import { ended, post } from "../../support/server/served-jobs.ts";
import { eventsOf, serveWorkspace, type ServerEvent } from "../../support/server/served-workspace.ts";

const { workspace, served } = serveMade(makePlaytests, { heartbeatMs: 200 });

const from6 = { checkpoint: "plain/turn-6.json", narrator: "house/looping" };
/** Events up to the one that is waited for. */
async function hear(
  events: AsyncIterable<ServerEvent>,
  last: (event: LiveEvent) => boolean | Promise<boolean>,
): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = [];
  for await (const { event, data } of events) {
    if (event === undefined) continue;
    const change = liveEvent.parse(data);
    expect(change.type).toBe(event);
    heard.push(change);
    if (await last(change)) break;
  }
  return heard;
}

describe("replays", () => {
  test("start, tell of their turns, and update lists", async () => {
    const listening = eventsOf(`${served.server.url}/api/events`);
    // The first comment: it is connected.
    await listening.next();
    const { status, json, headers } = await post(served, "replay", { ...from6, turns: 2 });
    const begun = jobView.strict().parse(json);
    expect({ status, location: headers.location }).toEqual({
      status: 202,
      location: `/api/jobs/${begun.id}`,
    });
    expect(begun).toMatchObject({ operation: "replay", from: { session: "plain", turn: 6 } });
    const heard = await hear(
      listening,
      (event) => event.type === "session" && event.session.startsWith("plain-t6-") && event.turn === 8,
    );
    expect(heard).toContainEqual({ type: "job", job: begun.id });
    const done = await ended(served, begun);
    expect(done).toMatchObject({
      state: "done",
      done: 8,
      session: expect.stringMatching(/^plain-t6-/) as string,
    });
    const { branches } = sessionView.parse((await served.ask("/api/sessions/plain")).json);
    expect(branches.find(({ id }) => id === done.session)).toMatchObject({
      parent: "plain",
      branchedFrom: { turn: 6, changed: ["narrator: house → house/looping"] },
      turns: 8,
      outcome: "stopped",
      live: false,
    });
  });
});

describe("listening", () => {
  test(
    "a session of another process is reported turn by turn, while it holds the folder and when it releases it",
    { timeout: 120_000 },
    async () => {
      const [from, dir] = [join(workspace.sessions, "plain"), join(workspace.sessions, "elsewhere")];
      const listening = eventsOf(`${served.server.url}/api/events`);
      await listening.next();
      mkdirSync(dir);
      for (const file of ["turn-0.json", "turn-1.json", "turn-2.json", "calls.jsonl"])
        cpSync(join(from, file), join(dir, file));
      const lock = await lockFolder(dir, { clock: systemClock });
      const about = (turn: number) => (event: LiveEvent) =>
        event.type === "session" && event.session === "elsewhere" && event.turn === turn;
      await hear(resting(listening), about(2));
      expect(sessionPage.parse((await served.ask("/api/sessions?q=elsewhere")).json).sessions).toMatchObject([
        {
          live: true,
          turns: 2,
          outcome: "unfinished",
        },
      ]);
      cpSync(join(from, "turn-3.json"), join(dir, "turn-3.json"));
      await hear(resting(listening), about(3));
      for (let turn = 4; turn <= 14; turn++)
        cpSync(join(from, `turn-${turn}.json`), join(dir, `turn-${turn}.json`));
      cpSync(join(from, "session.json"), join(dir, "session.json"));
      await lock.release();
      await hear(listening, about(14));
      await expect
        .poll(
          async () =>
            sessionPage.parse((await served.ask("/api/sessions?q=elsewhere")).json).sessions[0]!.live,
          { timeout: 60_000 },
        )
        .toBe(false);
    },
  );

  test("a running matrix is told of whenever it has progressed", { timeout: 120_000 }, async () => {
    const [from, dir] = [join(workspace.dir, "matrices", "small"), join(workspace.dir, "matrices", "going")];
    mkdirSync(join(dir, "sessions"), { recursive: true });
    const lock = await lockFolder(dir, { clock: systemClock });
    cpSync(join(from, "plan.json"), join(dir, "plan.json"));
    const listening = eventsOf(`${served.server.url}/api/events`);
    const isMatrix = (done: number) => async (event: LiveEvent) =>
      event.type === "experiment" &&
      event.kind === "matrix" &&
      event.id === "going" &&
      ((await served.ask("/api/matrices/going")).json as unknown as MatrixView).progress.done === done;
    await hear(resting(listening), isMatrix(0));
    cpSync(
      join(from, "sessions", "0001-innsmouth-a-house"),
      join(dir, "sessions", "0001-innsmouth-a-house"),
      { recursive: true },
    );
    await hear(listening, isMatrix(1));
    await lock.release();
  });

  test("a listener that is connected and hears nothing gets a comment now and then", async () => {
    await using own = await serveWorkspace(workspace, { heartbeatMs: 30 });
    for await (const { comment } of eventsOf(`${own.server.url}/api/events`))
      if (comment === "still here") break;
  });
});

/** Leaving a loop ends a generator. This one can be iterated again. */
function resting(events: AsyncGenerator<ServerEvent>): AsyncIterable<ServerEvent> {
  return { [Symbol.asyncIterator]: () => ({ next: () => events.next() }) };
}
