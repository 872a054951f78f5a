/**
 * Real workers play a matrix from a real Postgres and are killed while calls are in flight; others continue. Every session must end once,
 * no answered call may be asked again, and the account must agree with the journals and with the model server's own log.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase } from "../../src/kernel/database/index.ts";
import { dice } from "../../src/kernel/dice/index.ts";
import type { RehearseProcess } from "../support/cli/rehearse-process.ts";
import { booksOf } from "../support/model-servers/killed-books.ts";
import type { Entry } from "../support/model-servers/playtest-server.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { startPostgres } from "../support/postgres.ts";

const SESSIONS = 12;
const KILLS = 2;
const ENDS_AT = 4;

test(
  `${SESSIONS} sessions on two workers end once each, though ${KILLS} workers are killed`,
  { timeout: 300_000 },
  async () => {
    await using postgres = await startPostgres();
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: ENDS_AT,
      pause: ({ number }) => delay(5 + dice("workers", "pause", number).next() * 20),
      onChange: (entry) => onChange(entry),
    });
    writeFileSync(
      join(table.dir, "small.yaml"),
      "stories: [innsmouth, salt-road]\nsystemPrompts: { baseline: baseline, structured: structured }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: 3\nplayers: 2\nmaxTurnsPerSession: 8\n",
    );
    const log = () => table.server.of("worked");
    const begin = () =>
      table.rehearse(
        "worked",
        "worker",
        "--engine",
        postgres.url,
        "--lease",
        "10",
        "--concurrency",
        "4",
        "--log",
        "json",
      );
    const workers: RehearseProcess[] = [begin(), begin()];
    const matrix = table.rehearse(
      "worked",
      "matrix",
      "--plan",
      "small.yaml",
      "--seed",
      "w",
      "--engine",
      postgres.url,
      "--json",
    );

    for (let kill = 0; kill < KILLS; kill++) {
      const throws = dice("workers", "kill", kill);
      const after = log().length + 15 + throws.int(20);
      await new Promise<void>((resolve) => {
        onChange = () => {
          if (log().length >= after) resolve();
        };
      });
      await delay(throws.next() * 10);
      const victim = workers.shift()!;
      victim.kill("SIGKILL");
      expect(await victim.ended).toMatchObject({ signal: "SIGKILL" });
      workers.push(begin());
    }
    onChange = () => {};
    const { exit, stdout, stderr } = await matrix.ended;
    expect({ exit, stderr }).toMatchObject({ exit: 0 });
    for (const worker of workers) worker.kill("SIGTERM");
    for (const worker of workers) expect(await worker.ended).toMatchObject({ exit: 0 });

    const result = matrixResult.parse(JSON.parse(stdout));
    expect(result.rows).toHaveLength(SESSIONS);
    for (const { outcome, metrics } of result.rows)
      expect({ outcome, turns: metrics["turns"] }).toEqual({ outcome: "completed", turns: ENDS_AT });
    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    expect(
      await database.query("SELECT state, count(*)::int AS n FROM rehearse.session GROUP BY state"),
    ).toEqual([{ state: "played", n: SESSIONS }]);

    const dir = join(table.dir, result.dir);
    const { booked, atMost, inFlight } = booksOf(
      result.rows.map(({ sessionId }) => join(dir, "sessions", sessionId)),
      log(),
    );
    expect(inFlight).toBeGreaterThan(0); // or nothing was in flight, and nothing was tested
    expect(result.totalCost).toBeCloseTo(booked, 9);
    expect(result.totalAtMost).toBeCloseTo(atMost, 9);
    const [money] = await database.query<{ cost: number; at_most: number }>(
      "SELECT sum(cost) AS cost, sum(at_most) AS at_most FROM rehearse.money",
    );
    expect(money!.cost).toBeCloseTo(booked, 9);
    expect(money!.at_most).toBeCloseTo(atMost, 9);
    expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("# ");
  },
);
