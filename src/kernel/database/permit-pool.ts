/** Permits to have a call of one provider or model in flight, leased for this worker and renewed while it needs them. */
import { createBeat } from "./beat.ts";
import type { Database } from "./connection.ts";

/** How soon a worker learns that others wait, or that a provider asked for a pause. */
const HEARTBEAT_MS = 2_000;
/** Permits and starts that nobody needs are given back after this long. */
const IDLE_MS = 100;

/** Permits of one name. `starting` hold one and have not left yet; `running` have. */
export type Pool = {
  freeAt(now: number): number;
  need(lane: symbol, calls: number): void;
  start(): void;
  mayLeave(now: number): boolean;
  leave(): void;
  end(left: boolean): void;
  listen(listener: (failure?: unknown) => void): void;
  close(): Promise<void>;
};

export function openPool({
  database,
  worker,
  name,
  most,
  permitMs,
}: {
  database: Database;
  worker: string;
  name: string;
  /** Read whenever the database is asked. */
  most: () => number;
  permitMs: number;
}): Pool {
  const { clock } = database;
  const listeners: Array<(failure?: unknown) => void> = [];
  const needs = new Map<symbol, number>();
  let held = 0;
  let allowed = 0;
  let validUntil = -Infinity;
  let pausedUntil = -Infinity;
  let starting = 0;
  let running = 0;
  /** What the database was last told; while it is being asked, nothing beyond that may start: it may be taken away. */
  let told = { inUse: 0, want: 0 };
  let askedAt = -Infinity;
  let retryMs = 0;

  const waiting = () => [...needs.values()].reduce((sum, calls) => sum + calls, 0);
  const tell = (failure?: unknown) => listeners.forEach((listener) => listener(failure));
  const ask = async (): Promise<void> => {
    const sent = clock.now();
    askedAt = sent;
    const claimed = sent <= validUntil ? starting : 0;
    told = { inUse: running + claimed, want: running + starting + waiting() };
    const [got] = await database.query<{ held: number; allowed: number; retry: number; pause: number }>(
      "SELECT * FROM rehearse.lease_permits($1, $2, $3, $4, $5, $6, $7)",
      [name, worker, most(), running, claimed, told.want, permitMs],
    );
    ({ held, allowed } = got!);
    retryMs = got!.retry;
    validUntil = sent + permitMs;
    pausedUntil = got!.pause > 0 ? clock.now() + got!.pause : -Infinity;
  };
  const heartbeat = Math.min(HEARTBEAT_MS, permitMs / 3);
  const beat = createBeat({
    clock,
    onError: tell,
    after: () => tell(),
    async work() {
      const want = running + starting + waiting();
      if (want + held === 0) return undefined;
      // Needed again before they were given back.
      const age = clock.now() - askedAt;
      if (want === held && held <= allowed && age < heartbeat) return heartbeat - age;
      await ask();
      if (told.want === 0 && held === 0) return undefined;
      return held < told.want ? Math.min(retryMs, heartbeat) : heartbeat;
    },
  });
  const room = () => Math.min(held, allowed, beat.running ? told.inUse : Infinity) - running - starting;

  return {
    freeAt: (now) => (now > validUntil || room() <= 0 ? Infinity : pausedUntil),
    need(lane, calls) {
      needs.set(lane, calls);
      const want = running + starting + waiting();
      if (want > Math.max(held, told.want)) beat.soon(0);
      else if (want < held) beat.soon(IDLE_MS);
    },
    start: () => void starting++,
    mayLeave: (now) => {
      if (now > validUntil) beat.soon(0);
      return now <= validUntil && running < held;
    },
    leave() {
      starting--;
      running++;
    },
    end(left) {
      if (left) running--;
      else starting--;
      // Others wait for it. Where it is only idle, `need` will tell.
      if (running + starting >= allowed) beat.soon(0);
    },
    listen: (listener) => void listeners.push(listener),
    async close() {
      await beat.stop();
      needs.clear();
      if (held > 0) await ask();
    },
  };
}
