/** A worker that does nothing but calls within shared limits, until it is told to stop. Its settings are its one argument. */
import { setTimeout as delay } from "node:timers/promises";
import type { Limits } from "../../../src/contract/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import {
  connectDatabase,
  createSharedLimits,
  type SharedLimitOptions,
} from "../../../src/kernel/database/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { createLimiter } from "../../../src/kernel/models/index.ts";

export type LimitedChild = {
  database: string;
  server: string;
  worker: string;
  limits: Record<string, Limits>;
  /** How many calls at once are tried for each set of names. */
  load: Array<{ names: string[]; atOnce: number; pauseMs?: number }>;
  options: Omit<SharedLimitOptions, "database" | "worker">;
  /** The most that storing a line takes, before the request leaves. */
  storingMs: number;
};

const child = JSON.parse(process.argv[2]!) as LimitedChild;
const database = await connectDatabase(child.database, {
  clock: systemClock,
  name: child.worker,
  connections: 3,
});
let queries = 0;
const counting = {
  ...database,
  query: (...args: Parameters<typeof database.query>) => {
    queries++;
    return database.query(...args);
  },
} as typeof database;
const shared = createSharedLimits({ database: counting, worker: child.worker, ...child.options });
const limiter = createLimiter({ clock: systemClock, limits: (name) => child.limits[name] ?? {}, shared });
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort("stop"));

let calls = 0;
let granting = 0;
async function call(names: string[], number: number): Promise<void> {
  const asked = performance.now();
  const slot = await limiter.take(names, { signal: stop.signal });
  try {
    granting += performance.now() - asked;
    if (child.storingMs > 0) await delay(dice(child.worker, names.join(), number).next() * child.storingMs);
    await slot.depart?.();
    // All processes of a machine share this clock.
    const left = Number(process.hrtime.bigint()) / 1e6;
    const answer = await fetch(
      `${child.server}/${encodeURIComponent(names.at(-1)!)}/${child.worker}/${left}`,
    );
    await answer.text();
    calls++;
    const wait = answer.headers.get("retry-after");
    if (answer.status === 429)
      slot.release({ how: "limited", retryAfterMs: wait === null ? undefined : Number(wait) * 1_000 });
    else slot.release({ how: "answered" });
  } catch (error) {
    slot.release({ how: "unused" });
    throw error;
  }
}

// Warm, so that the first calls are not slower than the others.
await (await fetch(`${child.server}/ready/${child.worker}`)).text();
await Promise.all(
  child.load.flatMap(({ names, atOnce, pauseMs = 0 }) =>
    Array.from({ length: atOnce }, async (_, lane) => {
      for (let number = lane; !stop.signal.aborted; number += atOnce) {
        await call(names, number).catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
        if (pauseMs > 0) await delay(pauseMs);
      }
    }),
  ),
);
await shared[Symbol.asyncDispose]();
await database[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ calls, granting, queries }));
