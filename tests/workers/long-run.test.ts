/**
 * The long run, with `pnpm test:full`: hundreds of sessions on three workers while workers are killed, connections to the database are cut
 * and Postgres is restarted. The model server's own log is the witness for limits, money and answers.
 */
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult, type JournalLine } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase } from "../../src/kernel/database/index.ts";
import { findRun } from "../../src/kernel/engine/index.ts";
import { dice } from "../../src/kernel/dice/index.ts";
import { booksOf } from "../support/model-servers/killed-books.ts";
import type { Entry } from "../support/model-servers/playtest-server.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { startPostgres } from "../support/postgres.ts";

const SESSIONS = Number(process.env.REHEARSE_LONG_SESSIONS ?? 200);
const TURNS = 20;
const WORKERS = 3;
const KILLS = 10;
const CUTS = 3;
const MODEL_MS = 200;
/** Tight enough to be felt: on two cores, three workers could make about 550 calls a minute. */
const LIMITS = { anthropic: { concurrency: 4, callsPerMinute: 480, spacingMs: 5 } };
/** USD: spent before the end. A raised budget pays for the rest. */
const FIRST_BUDGET = SESSIONS * 0.2;
const SECOND_BUDGET = SESSIONS * 2;

test.skipIf(!process.env.REHEARSE_FULL)(
  `${SESSIONS} sessions of ${TURNS} turns on ${WORKERS} workers survive ${KILLS} kills, ${CUTS} cut connections and a restart of Postgres`,
  { timeout: 3_600_000 },
  async () => {
    await using postgres = await startPostgres();
    await using proxy = await cuttable(postgres.port);
    const starts: number[] = [];
    let [open, mostOpen] = [0, 0];
    await using table = await openTable({
      endsAt: TURNS,
      settings: { limits: LIMITS },
      pause: () => delay(MODEL_MS),
      charactersPerToken: 4,
      onChange({ vendor, answered }: Entry) {
        if (vendor !== "anthropic" || answered) return;
        starts.push(performance.now());
        mostOpen = Math.max(mostOpen, ++open);
      },
      // A killed worker leaves calls that nobody answers.
      onOver({ vendor }: Entry) {
        if (vendor === "anthropic") open--;
      },
    });
    const stories = ["innsmouth", "salt-road", "long-quiet", "marrow-fair", "gilded-carriage"];
    writeFileSync(
      join(table.dir, "long.yaml"),
      `stories: [${stories.join(", ")}]\nsystemPrompts: { baseline: baseline, structured: structured }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: ${SESSIONS / 10}\nplayers: 2\nmaxTurnsPerSession: ${TURNS + 5}\n`,
    );
    const address = postgres.url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
    const log = () => table.server.of("worked");
    const begin = () =>
      table.rehearse("worked", "worker", "--engine", address, "--concurrency", "20", "--log", "json");
    const workers = Array.from({ length: WORKERS }, begin);
    const began = performance.now();
    const command = async (...args: string[]) => {
      const { exit, stdout, stderr } = await table.run("worked", ...args, "--engine", postgres.url, "--json");
      expect({ exit, stderr }).toMatchObject({ exit: 0 });
      return JSON.parse(stdout) as { run: string };
    };
    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    const submitted = ["--plan", "long.yaml", "--seed", "w", "--budget", String(FIRST_BUDGET), "--detach"];
    const { run } = await command("matrix", ...submitted);
    const over = new AbortController();
    const ended = async () => {
      for (;;) {
        const now = await findRun(database, run);
        if (now.ended) return now;
        await delay(500);
      }
    };
    const bothEnded = (async () => {
      const first = await ended();
      await command("export", run, "--to", "halfway");
      await command("runs", "resume", run, "--budget", String(SECOND_BUDGET));
      return [first, await ended()] as const;
    })().finally(() => over.abort());

    // Faults at moments that the seed chooses, spread over the calls that are to come.
    const calls = SESSIONS * TURNS * 5;
    const faults = [
      ...Array.from({ length: KILLS }, (_, index) => ({ what: "kill", index })),
      ...Array.from({ length: CUTS }, (_, index) => ({ what: "cut", index })),
      { what: "restart", index: 0 },
    ]
      .map((fault) => ({
        ...fault,
        at: Math.floor((0.05 + 0.75 * dice("long", fault.what, fault.index).next()) * calls),
      }))
      .toSorted((a, b) => a.at - b.at);
    for (const { what, index, at } of faults) {
      while (table.server.log.length < at && !over.signal.aborted) await delay(20);
      expect(over.signal.aborted, `ended before ${what} ${index}`).toBe(false);
      if (what === "cut") proxy.cut();
      else if (what === "restart") {
        await postgres.stop("immediate");
        await postgres.start();
      } else {
        const [victim] = workers.splice(dice("long", "victim", index).int(workers.length), 1);
        victim!.kill("SIGKILL");
        await victim!.ended;
        workers.push(begin());
      }
    }
    const [first, second] = await bothEnded;
    const seconds = (performance.now() - began) / 1000;
    for (const worker of workers) worker.kill("SIGTERM");
    for (const worker of workers) expect(await worker.ended).toMatchObject({ exit: 0 });

    // The first budget was spent and held.
    expect(first).toMatchObject({ state: "stopped", error: { exit: 4 } });
    const above = aboveReserved(join(table.dir, "halfway", "sessions"));
    expect(first.atMost).toBeLessThanOrEqual(FIRST_BUDGET + above);
    expect(first.atMost).toBeGreaterThan(0.9 * FIRST_BUDGET);
    expect(second).toMatchObject({ state: "finished", error: null });
    // Every session ended once, and well.
    await command("export", run, "--to", "copy");
    const result = matrixResult.parse(
      JSON.parse(readFileSync(join(table.dir, "copy", "matrix.json"), "utf8")),
    );
    expect(result.rows).toHaveLength(SESSIONS);
    for (const { sessionId, outcome, metrics } of result.rows)
      expect({ sessionId, outcome, turns: metrics["turns"] }).toEqual({
        sessionId,
        outcome: "completed",
        turns: TURNS,
      });
    // No answered call was asked again, and the accounts agree.
    const { booked, atMost, inFlight } = booksOf(
      result.rows.map(({ sessionId }) => join(table.dir, "copy", "sessions", sessionId)),
      log(),
    );
    expect(inFlight).toBeGreaterThan(0);
    expect(result.totalCost).toBeCloseTo(booked, 6);
    expect(result.totalAtMost).toBeCloseTo(atMost, 6);
    expect(atMost).toBeLessThanOrEqual(SECOND_BUDGET);
    const [money] = await database.query<{ cost: number }>("SELECT sum(cost) AS cost FROM rehearse.money");
    expect(money!.cost).toBeCloseTo(booked, 6);
    // Limits, by the log of the model server.
    const { concurrency, callsPerMinute, spacingMs } = LIMITS.anthropic;
    const inAMinute = Math.max(
      ...starts
        .map((start, index) => starts.slice(index).findIndex((other) => other >= start + 60_000))
        .filter((n) => n > 0),
      0,
    );
    console.log(
      `${SESSIONS} sessions, ${log().length} calls in ${seconds.toFixed(0)} s; at most ${mostOpen} at once, ${inAMinute} in a minute; ${inFlight} calls were in flight at a fault; $${first.cost.toFixed(2)} (at most ${first.atMost.toFixed(2)}) of the first ${FIRST_BUDGET} with ${above.toFixed(2)} above what was reserved, $${booked.toFixed(2)} in all`,
    );
    expect(open).toBe(0);
    expect(mostOpen).toBeLessThanOrEqual(concurrency);
    expect(inAMinute).toBeLessThanOrEqual(callsPerMinute);
    // They were felt: without them there would have been more.
    expect(mostOpen).toBeGreaterThan(concurrency / 2);
    if (SESSIONS >= 100) expect(inAMinute).toBeGreaterThan(callsPerMinute / 2);
    // A request takes a moment to arrive: the mean is what was spaced, single gaps may be shorter.
    expect((starts.at(-1)! - starts[0]!) / (starts.length - 1)).toBeGreaterThanOrEqual(spacingMs);
  },
);

/** What answered calls cost beyond what was reserved for them: the only way past a cap. */
function aboveReserved(sessions: string): number {
  let above = 0;
  for (const session of readdirSync(sessions)) {
    const reserved = new Map<string, number>();
    for (const text of readFileSync(join(sessions, session, "calls.jsonl"), "utf8")
      .trim()
      .split("\n")) {
      const line = JSON.parse(text) as JournalLine;
      if (line.type === "start") reserved.set(`${line.attempt} ${line.call}`, line.atMost ?? 0);
      if (line.type === "end")
        above += Math.max(0, (line.cost ?? 0) - reserved.get(`${line.attempt} ${line.call}`)!);
    }
  }
  return above;
}

/** A way to the database that can be cut. */
async function cuttable(to: number): Promise<{ port: number; cut(): void } & AsyncDisposable> {
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(to, "127.0.0.1");
    for (const [from, into] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(from);
      from
        .on("error", () => {})
        .on("close", () => {
          open.delete(from);
          into.destroy();
        });
      from.pipe(into);
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const cut = () => open.forEach((socket) => socket.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    async [Symbol.asyncDispose]() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
