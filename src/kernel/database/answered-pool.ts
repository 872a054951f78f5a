/**
 * Connections to Postgres that do not wait for ever. A statement without an answer (the server hangs, the network swallows it) counts
 * as lost, like one whose connection broke. Before anything else is sent, the server ends the lost connection: a statement that was
 * only late must not run after newer ones.
 */
import { randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import type { Clock } from "../clock/index.ts";

/** Our own type: declarations that name pg would need @types/pg wherever the package is used. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<{ rows: object[] }>;

export type AnsweredPool = AsyncDisposable & {
  ask: Ask;
  /** Several statements on one connection. Each may take longer than a single one: a migration, the deletion of a run. */
  together<Out>(work: (ask: Ask) => Promise<Out>): Promise<Out>;
  /** From now on waits are short, and after the first unanswered statement no more are sent. */
  hurry(): void;
};

export type PoolOptions = {
  connectionString: string;
  clock: Clock;
  /** Shown by Postgres in pg_stat_activity, with letters that tell this pool from others. */
  name: string;
  connections: number;
  /** How long a statement may take, in ms. */
  answerMs: number;
  onConnect?: (connection: { encrypted: boolean }) => void;
};

const CONNECT_MS = 10_000;
const HURRY_MS = 5_000;
const LONGEST_MS = 5 * 60_000;
/** How long a lost connection may take to end once the server answers again. */
const END_MS = 5_000;
/** A server that hangs never closes its side. */
const CLOSE_MS = 1_000;

type Stream = { encrypted?: boolean; destroy(): void; once(event: "close", listener: () => void): void };
const streamOf = (client: unknown) => (client as { connection: { stream: Stream } }).connection.stream;
const pidOf = (client: unknown) => (client as { processID: number | null }).processID;

export async function openAnsweredPool({
  connectionString,
  clock,
  name,
  connections,
  answerMs,
  onConnect,
}: PoolOptions): Promise<AnsweredPool> {
  const { default: pg } = await import("pg");
  const application = `${name} ${randomBytes(3).toString("hex")}`;
  const pool = new pg.Pool({
    connectionString,
    application_name: application,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: CONNECT_MS,
  });
  const live = new Set<PoolClient>();
  /** Connections that were given up, by the number of their process in the server. */
  const lost = new Set<number>();
  let ending: Promise<void> | undefined;
  const waits = new Set<{ hurry: () => void }>();
  let isHurried = false;
  let gone: Error | undefined;

  // An idle connection that breaks is replaced by the next statement.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    live.add(client);
    // While it is in use, its statement tells.
    client.on("error", () => {});
    streamOf(client).once("close", () => live.delete(client));
    onConnect?.({ encrypted: streamOf(client).encrypted === true });
  });

  /** Rejects if there is no answer in time. */
  function within<Out>(limitMs: number, asking: Promise<Out>): Promise<Out> {
    const { promise, resolve, reject } = Promise.withResolvers<Out>();
    let timer: AbortController | undefined;
    const arm = (ms: number) => {
      timer?.abort("set again");
      timer = new AbortController();
      // After what has arrived meanwhile was read: this process may have been paused.
      clock.sleep(ms, timer.signal).then(
        () => setImmediate(stopWaiting, ms),
        () => {},
      );
    };
    const stopWaiting = (ms: number) => {
      const error = unanswered(ms);
      if (isHurried) gone ??= error;
      reject(error);
    };
    const wait = { hurry: () => arm(Math.min(limitMs, HURRY_MS)) };
    waits.add(wait);
    if (isHurried) wait.hurry();
    else arm(limitMs);
    asking.then(resolve, reject);
    return promise.finally(() => {
      waits.delete(wait);
      timer?.abort("over");
    });
  }

  async function connect(): Promise<PoolClient> {
    if (gone) throw gone;
    const connecting = pool.connect();
    try {
      return await within(CONNECT_MS + 1_000, connecting);
    } catch (error) {
      // It may come after all.
      connecting.then(
        (client) => client.release(),
        () => {},
      );
      throw /timeout/.test(String(error)) ? unanswered(CONNECT_MS) : error;
    }
  }

  async function endLost(ask: Ask): Promise<void> {
    const pids = [...lost];
    const { rows } = (await ask(
      // The process of a connection that is ours now may have the number of an earlier one.
      `SELECT pg_terminate_backend(pid, ${END_MS}) AS ended FROM pg_stat_activity
       WHERE pid = ANY($1) AND pid <> ALL($2) AND application_name = $3`,
      [pids, [...live].map(pidOf), application],
    )) as { rows: Array<{ ended: boolean }> };
    if (rows.some(({ ended }) => !ended)) throw unanswered(END_MS);
    for (const pid of pids) lost.delete(pid);
  }

  async function use<Out>(limitMs: number, work: (ask: Ask) => Promise<Out>): Promise<Out> {
    const client = await connect();
    let broken = false;
    let failure: Error | undefined;
    const ask: Ask = async (sql, values) => {
      try {
        return await within(limitMs, client.query(sql, values as unknown[] | undefined));
      } catch (error) {
        // Not an answer of the server: nothing more can be asked on this connection.
        if (!(error instanceof pg.DatabaseError)) broken = true;
        throw error;
      }
    };
    try {
      while (lost.size > 0) await (ending ??= endLost(ask).finally(() => (ending = undefined)));
      return await work(ask);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      // Not used again after a failure: it may be in a transaction that failed.
      client.release(failure);
      if (broken) giveUp(client);
    }
  }

  function giveUp(client: PoolClient): void {
    const pid = pidOf(client);
    if (pid !== null) lost.add(pid);
    live.delete(client);
    streamOf(client).destroy();
  }

  return {
    ask: (sql, values) => use(answerMs, (ask) => ask(sql, values)),
    together: (work) => use(LONGEST_MS, work),
    hurry() {
      isHurried = true;
      for (const { hurry } of waits) hurry();
    },
    async [Symbol.asyncDispose]() {
      setTimeout(() => {
        for (const client of live) streamOf(client).destroy();
      }, CLOSE_MS).unref();
      await pool.end();
    },
  };
}

const unanswered = (ms: number): Error =>
  Object.assign(new Error(`it has not answered for ${Math.round(ms / 1000)} seconds`), { code: "ETIMEDOUT" });
