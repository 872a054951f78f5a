/** One Postgres for the tests of a file. */
import { afterAll, beforeAll } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { connectDatabase, migrate, type Database } from "../../../src/kernel/database/index.ts";
import { startPostgres, type Postgres } from "../postgres.ts";

/** With Rehearse's tables in its first database. */
export function withPostgres(
  ready: (opened: { postgres: Postgres; database: Database }) => void | Promise<void>,
): void {
  const ends = new AsyncDisposableStack();
  beforeAll(async () => {
    const postgres = ends.use(await startPostgres());
    const database = ends.use(await connectDatabase(postgres.url, { clock: systemClock }));
    await migrate(database);
    await ready({ postgres, database });
  }, 60_000);
  afterAll(() => ends.disposeAsync());
}

/** Another, empty database in it, since workers take the jobs of every run. Gives its address. */
export async function createDatabase(postgres: Postgres, name: string): Promise<string> {
  await using root = await connectDatabase(postgres.url, { clock: systemClock, connections: 1 });
  await root.query(`CREATE DATABASE ${name}`);
  return postgres.url.replace(/[^/]*$/, name);
}
