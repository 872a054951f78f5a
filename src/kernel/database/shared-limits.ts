/**
 * The limits of a provider, held by all workers together. Starts are leased in blocks that expire; permits to be in flight are leased
 * per worker and renewed. A worker believes its leases shorter than the database does: it counts from when it asked. The clocks of two workers
 * are never compared: each knows only between which of its own moments the database answered.
 *
 * What a request waits for is checked right before it leaves. A worker that is paused (SIGSTOP) after that check, in the moment before
 * its requests are written, sends them late: they may come too close to others, or be one too many in the window. Calls that it had
 * in flight stay in flight at the provider after its permits have expired: concurrency can be passed by their number until they end.
 */
import type { Limits } from "../../contract/index.ts";
import type { SharedLane, SharedLimits } from "../models/index.ts";
import type { Database } from "./connection.ts";
import { createDatabaseTime } from "./database-time.ts";
import { openPool, type Pool } from "./permit-pool.ts";
import { openLane } from "./start-lane.ts";

export type SharedLimitOptions = {
  database: Database;
  worker: string;
  /** After this long a killed worker's calls no longer count as in flight. */
  permitMs?: number;
  /** How long a block of starts can be used. */
  blockMs?: number;
  /** The length of the window of callsPerMinute. */
  windowMs?: number;
  /** The most starts in a block. */
  largestBlock?: number;
};

const MINUTE = 60_000;
/** Requests take unequal times to arrive: the provider's minute begins when it sees them. */
const ARRIVAL_MS = 500;

export function createSharedLimits({
  database,
  worker,
  permitMs = 30_000,
  blockMs = 5_000,
  windowMs = MINUTE,
  largestBlock = 1_000,
}: SharedLimitOptions): SharedLimits & AsyncDisposable {
  const pools = new Map<string, Pool>();
  /** With the limits that the settings of each one's run name. */
  const lanes = new Map<SharedLane, ReadonlyArray<Limits & { name: string }>>();
  const time = createDatabaseTime();

  /** Runs may have different limits for one name: the lowest holds for all. */
  const lowest = (name: string, limit: "concurrency" | "callsPerMinute"): number =>
    Math.min(...[...lanes.values()].flat().map((each) => (each.name === name && each[limit]) || Infinity));
  const poolOf = (name: string, own: number): Pool => {
    let most = own;
    const current = () => {
      const now = lowest(name, "concurrency");
      // The last run is over: only calls in flight are left.
      if (now < Infinity) most = now;
      return most;
    };
    const pool = pools.get(name) ?? openPool({ database, worker, name, most: current, permitMs });
    pools.set(name, pool);
    return pool;
  };
  return {
    lane(names, { limits, wake }) {
      const limited = names
        .map((name) => ({ name, ...limits(name) }))
        .filter(
          ({ concurrency, callsPerMinute, spacingMs }) =>
            (concurrency ?? callsPerMinute) !== undefined || (spacingMs ?? 0) > 0,
        )
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      if (limited.length === 0) return undefined;
      const lane = openLane({
        database,
        worker,
        limited,
        minuteOf: (name) => lowest(name, "callsPerMinute"),
        wake,
        blockMs,
        largestBlock,
        time,
        windowMs: windowMs + ARRIVAL_MS,
        pools: limited.flatMap(({ name, concurrency }) =>
          concurrency === undefined ? [] : [poolOf(name, concurrency)],
        ),
      });
      const own: SharedLane = {
        ...lane,
        async close() {
          lanes.delete(own);
          await lane.close();
        },
      };
      lanes.set(own, limited);
      return own;
    },
    async [Symbol.asyncDispose]() {
      // What cannot be given back expires.
      await Promise.allSettled([...lanes.keys(), ...pools.values()].map((each) => each.close()));
    },
  };
}
