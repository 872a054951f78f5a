/** A worker that is paused past its lease (SIGSTOP) is not dead: continued, it must write nothing and begin no call. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { matrixResult } from "../../src/contract/index.ts";
import { systemClock } from "../../src/kernel/clock/index.ts";
import { connectDatabase } from "../../src/kernel/database/index.ts";
import { booksOf } from "../support/model-servers/killed-books.ts";
import type { Entry } from "../support/model-servers/playtest-server.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { startPostgres } from "../support/postgres.ts";

test(
  "a worker paused past its lease and continued writes nothing and begins no call",
  { timeout: 300_000 },
  async () => {
    await using postgres = await startPostgres();
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({
      endsAt: 4,
      pause: () => delay(30),
      onChange: (entry) => onChange(entry),
    });
    writeFileSync(
      join(table.dir, "one.yaml"),
      "stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: 1\nplayers: 2\nmaxTurnsPerSession: 8\n",
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
        "2",
        "--log",
        "json",
      );
    const paused = begin();
    const matrix = table.rehearse(
      "worked",
      "matrix",
      "--plan",
      "one.yaml",
      "--seed",
      "w",
      "--engine",
      postgres.url,
      "--json",
    );
    await new Promise<void>((resolve) => {
      onChange = () => log().length >= 8 && resolve();
    });
    paused.kill("SIGSTOP");
    const inFlight = log().filter(({ answered }) => !answered).length;
    const other = begin();
    const { exit, stdout } = await matrix.ended;
    expect(exit).toBe(0);
    const { dir, rows } = matrixResult.parse(JSON.parse(stdout));

    await using database = await connectDatabase(postgres.url, { clock: systemClock });
    const stored = () =>
      database.query(
        `SELECT (SELECT md5(string_agg(md5(data) || path || folder, ',' ORDER BY folder, path)) FROM rehearse.file) AS files,
        (SELECT md5(string_agg(md5(data) || path || at || folder, ',' ORDER BY folder, path, at)) FROM rehearse.line) AS lines,
        (SELECT sum(at_most) FROM rehearse.money) AS money,
        (SELECT jsonb_agg(to_jsonb(session)) FROM rehearse.session) AS sessions, (SELECT jsonb_agg(to_jsonb(run)) FROM rehearse.run) AS runs`,
      );
    const before = await stored();
    paused.kill("SIGCONT");
    await delay(4_000);
    // A request that was under way when it was paused may leave late. It was booked as possibly billed before.
    booksOf([join(table.dir, dir, "sessions", rows[0]!.sessionId)], log());
    expect(await stored()).toEqual(before);
    expect(inFlight).toBeGreaterThan(0); // or it had nothing to write
    for (const worker of [paused, other]) worker.kill("SIGTERM");
    const ended = await paused.ended;
    expect(ended).toMatchObject({ exit: 0 });
    expect(ended.stdout).not.toContain('"event":"played"');
    await other.ended;
  },
);
