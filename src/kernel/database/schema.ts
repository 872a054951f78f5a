/** The tables, made and changed by numbered steps that only go forward. */
import { HarnessError } from "../errors/index.ts";
import type { Database } from "./connection.ts";
import { budgetStep } from "./budget-schema.ts";
import { limitsStep } from "./limits-schema.ts";

/** Each step runs once, in order. A published step is never changed: add another. */
const steps: readonly string[] = [
  `
  -- A folder that one worker at a time may write to. Each time it is taken the epoch grows, and older epochs can write nothing more.
  CREATE TABLE rehearse.folder (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run text NOT NULL,
    name text NOT NULL,
    epoch bigint NOT NULL DEFAULT 0,
    -- How many changes of this epoch are stored.
    stored bigint NOT NULL DEFAULT 0,
    holder text,
    changed timestamptz NOT NULL DEFAULT now(),
    UNIQUE (run, name)
  );
  CREATE TABLE rehearse.file (
    folder bigint NOT NULL REFERENCES rehearse.folder ON DELETE CASCADE,
    path text NOT NULL,
    data bytea NOT NULL,
    changed timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (folder, path)
  );
  -- What was appended to a file, by its place in it.
  CREATE TABLE rehearse.line (
    folder bigint NOT NULL REFERENCES rehearse.folder ON DELETE CASCADE,
    path text NOT NULL,
    at bigint NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (folder, path, at)
  );
  -- What each journal has come to, in USD, as of its last stored line.
  CREATE TABLE rehearse.money (
    folder bigint NOT NULL REFERENCES rehearse.folder ON DELETE CASCADE,
    path text NOT NULL,
    cost double precision NOT NULL,
    at_most double precision NOT NULL,
    PRIMARY KEY (folder, path)
  );
  -- Stores changes in their order, unless the folder was taken by somebody else. "upto" counts the changes of this epoch, including
  -- these: a statement that arrives again, or late, changes nothing.
  CREATE FUNCTION rehearse.store(
    target bigint, held bigint, upto bigint, kinds text[], paths text[], places bigint[], contents bytea[],
    journals text[], costs double precision[], most double precision[]
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    current record;
  BEGIN
    SELECT epoch, stored INTO current FROM rehearse.folder WHERE id = target FOR NO KEY UPDATE;
    IF NOT FOUND OR current.epoch <> held THEN
      RETURN false;
    END IF;
    IF current.stored >= upto THEN
      RETURN true;
    END IF;
    FOR i IN 1 .. coalesce(array_length(kinds, 1), 0) LOOP
      IF kinds[i] = 'append' THEN
        INSERT INTO rehearse.line (folder, path, at, data) VALUES (target, paths[i], places[i], contents[i])
          ON CONFLICT DO NOTHING;
      ELSE
        DELETE FROM rehearse.line WHERE folder = target AND path = paths[i];
        IF kinds[i] = 'remove' THEN
          DELETE FROM rehearse.line WHERE folder = target AND starts_with(path, paths[i] || '/');
          DELETE FROM rehearse.file WHERE folder = target AND (path = paths[i] OR starts_with(path, paths[i] || '/'));
          DELETE FROM rehearse.money WHERE folder = target AND (path = paths[i] OR starts_with(path, paths[i] || '/'));
        ELSE
          INSERT INTO rehearse.file (folder, path, data) VALUES (target, paths[i], contents[i])
            ON CONFLICT (folder, path) DO UPDATE SET data = excluded.data, changed = now();
        END IF;
      END IF;
    END LOOP;
    FOR i IN 1 .. coalesce(array_length(journals, 1), 0) LOOP
      INSERT INTO rehearse.money (folder, path, cost, at_most) VALUES (target, journals[i], costs[i], most[i])
        ON CONFLICT (folder, path) DO UPDATE SET cost = excluded.cost, at_most = excluded.at_most;
    END LOOP;
    UPDATE rehearse.folder SET changed = now(), stored = upto WHERE id = target;
    RETURN true;
  END $$;
  `,
  `
  -- start: how often it was started by a person. Sessions of an earlier start are queued again.
  -- retried: the one session that this start is to play again. NULL: all that are missing.
  -- version: of rehearse, which queued it.
  CREATE TABLE rehearse.run (
    id text PRIMARY KEY,
    kind text NOT NULL,
    state text NOT NULL DEFAULT 'queued',
    start int NOT NULL DEFAULT 1,
    cap double precision,
    planned int NOT NULL,
    at_once int,
    retried text,
    version text,
    error jsonb,
    created timestamptz NOT NULL DEFAULT now(),
    ended timestamptz
  );
  CREATE TABLE rehearse.session (
    run text NOT NULL REFERENCES rehearse.run ON DELETE CASCADE,
    id text NOT NULL,
    start int NOT NULL,
    state text NOT NULL DEFAULT 'queued',
    input jsonb NOT NULL,
    output jsonb,
    error jsonb,
    attempts int NOT NULL DEFAULT 0,
    deliveries int NOT NULL DEFAULT 0,
    turns int NOT NULL DEFAULT 0,
    worker text,
    changed timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (run, id)
  );
  CREATE INDEX session_changed ON rehearse.session (run, changed);
  CREATE TABLE rehearse.worker (
    id text PRIMARY KEY,
    host text NOT NULL,
    pid int NOT NULL,
    version text NOT NULL,
    at_once int NOT NULL,
    playing int NOT NULL DEFAULT 0,
    started timestamptz NOT NULL DEFAULT now(),
    seen timestamptz NOT NULL DEFAULT now(),
    ended timestamptz
  );
  -- Workers that cannot play a run: a key is missing, a module is not allowed. It fails when all of them refuse.
  CREATE TABLE rehearse.refusal (
    run text NOT NULL REFERENCES rehearse.run ON DELETE CASCADE,
    start int NOT NULL,
    worker text NOT NULL,
    why text NOT NULL,
    PRIMARY KEY (run, start, worker)
  );
  `,
  limitsStep,
  budgetStep,
];

/** Where pg-boss keeps its tables. */
export const QUEUE_SCHEMA = "rehearse_queue";

export const SCHEMA_VERSION = steps.length;

/** Brings the tables up to date. Refuses a database that a later version has changed. */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    // Several workers may start at once.
    await query("SELECT pg_advisory_xact_lock(hashtext('rehearse.migrate'))");
    // IF NOT EXISTS needs the right to create schemas, also where they exist.
    for (const schema of ["rehearse", QUEUE_SCHEMA]) {
      const [{ found } = { found: false }] = await query<{ found: boolean }>(
        "SELECT to_regnamespace($1) IS NOT NULL AS found",
        [schema],
      );
      if (!found) await query(`CREATE SCHEMA ${schema}`);
    }
    await query(
      "CREATE TABLE IF NOT EXISTS rehearse.step (number int PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())",
    );
    const done = await versionIn(query);
    refuseNewer(database, done);
    for (let number = done + 1; number <= SCHEMA_VERSION; number++) {
      await query(steps[number - 1]!);
      await query("INSERT INTO rehearse.step (number) VALUES ($1)", [number]);
    }
  });
}

/** For those who only read: they may not be allowed to change the tables. */
export async function requireSchema(database: Database): Promise<void> {
  const [{ found } = { found: false }] = await database.query<{ found: boolean }>(
    "SELECT to_regclass('rehearse.step') IS NOT NULL AS found",
  );
  const done = found ? await versionIn(database.query) : 0;
  refuseNewer(database, done);
  if (done === 0)
    throw new HarnessError({
      code: "empty-database",
      message: `The database at ${database.address} has no Rehearse tables yet.`,
      remedy:
        "Start a worker or queue a run, with a role that may create tables. If there should be runs, check the name of the database in --engine.",
    });
  if (done < SCHEMA_VERSION)
    throw new HarnessError({
      code: "older-database",
      message: `The database at ${database.address} has schema ${done}; this version of rehearse needs ${SCHEMA_VERSION}.`,
      remedy:
        "Start a worker of this version once, with a role that may change tables: it brings the schema up to date.",
    });
}

const versionIn = async (query: Database["query"]): Promise<number> =>
  (await query<{ last: number }>("SELECT coalesce(max(number), 0)::int AS last FROM rehearse.step"))[0]!.last;

function refuseNewer({ address }: Database, found: number): void {
  if (found > SCHEMA_VERSION)
    throw new HarnessError({
      code: "newer-database",
      message: `The database at ${address} has schema ${found}; this version of rehearse knows ${SCHEMA_VERSION}. Nothing was changed.`,
      remedy: "Upgrade rehearse on this machine.",
    });
}
