/** Workers that cannot play a run: a key is missing, a module is not allowed, their version is too old. */
import type { Database } from "../database/index.ts";

/**
 * A run fails when every worker has refused it. One that was seen in the last minute and has not refused may be able to play it, even
 * if it has ended since: it may be restarting.
 */
const GRACE = "interval '1 minute'";
const refused = (worker: string) =>
  `EXISTS (SELECT 1 FROM rehearse.refusal r WHERE r.run = $1 AND r.start = $2 AND r.worker = ${worker})`;
const OTHERS = `SELECT 1 FROM rehearse.worker w WHERE w.seen > now() - ${GRACE} AND NOT ${refused("w.id")}`;

/** Notes that a worker cannot play a run. True: neither can any other. */
export async function allRefuse(
  database: Database,
  { run, start, worker, why }: { run: string; start: number; worker: string; why: string },
): Promise<boolean> {
  await database.query(
    "INSERT INTO rehearse.refusal (run, start, worker, why) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [run, start, worker, why.replaceAll("\0", "\ufffd")],
  );
  return (await database.query(OTHERS, [run, start])).length === 0;
}

/** Whether a worker has refused a run that another one may play. */
export async function isLeftToOthers(
  database: Database,
  { run, start, worker }: { run: string; start: number; worker: string },
): Promise<boolean> {
  const rows = await database.query(`SELECT 1 WHERE ${refused("$3")} AND EXISTS (${OTHERS})`, [
    run,
    start,
    worker,
  ]);
  return rows.length > 0;
}

export type Refusals = {
  /** Connected workers that cannot play the run. */
  by: Array<{ worker: string; why: string }>;
  /** When the run fails, unless a worker comes that can play it. Null: one that may be able to is connected, or nobody refused. */
  failsAt: Date | null;
};

/** A worker reports every five seconds. */
const LATE = "interval '15 seconds'";

export async function refusalsOf(
  database: Database,
  { id, start }: { id: string; start: number },
): Promise<Refusals> {
  const by = await database.query<Refusals["by"][number]>(
    `SELECT r.worker, r.why FROM rehearse.refusal r JOIN rehearse.worker w ON w.id = r.worker
     WHERE r.run = $1 AND r.start = $2 AND w.ended IS NULL AND w.seen > now() - ${GRACE} ORDER BY r.worker`,
    [id, start],
  );
  const [others] = await database.query<{ at: Date | null; connected: boolean }>(
    `SELECT max(w.seen) + ${GRACE} AS at, coalesce(bool_or(w.ended IS NULL AND w.seen > now() - ${LATE}), false) AS connected
     FROM rehearse.worker w WHERE w.seen > now() - ${GRACE} AND NOT ${refused("w.id")}`,
    [id, start],
  );
  return { by, failsAt: by.length === 0 || others!.connected ? null : others!.at };
}
