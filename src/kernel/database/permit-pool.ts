/** Permits to have a call of one provider or model in flight, leased for this worker and renewed while it needs them. */
import { createBeat } from "./beat.ts";
import type { Database } from "./connection.ts";

/** How soon a worker learns that others wait, or that a provider asked for a pause. */
const HEARTBEAT_MS = 2_000;
/** Permits and starts that nobody needs are given back after this long. */
const IDLE_MS = 100;

/** Permits of one name, for all the runs of this worker. */
export type Pool = {
  join(listener: Listener): Seat;
  close(): Promise<void>;
};

type Listener = (failure?: unknown) => void;

/** The permits used by the calls of one run that share their limits. */
export type Seat = {
  freeAt(now: number): number;
  need(calls: number): void;
  start(): void;
  mayLeave(now: number): boolean;
  leave(): void;
  end(left: boolean): void;
  quit(): void;
};

/** `order` grows with each start: of seats that use equally many, the one that has not started for longer goes first. */
type Place = { listener: Listener | undefined; need: number; inUse: number; order: number };

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
  const places = new Set<Place>();
  let held = 0;
  let allowed = 0;
  let validUntil = -Infinity;
  let pausedUntil = -Infinity;
  /** `starting` hold a permit and have not left yet; `running` have. */
  let starting = 0;
  let running = 0;
  let starts = 0;
  /** What the database was last told; while it is being asked, nothing beyond that may start: it may be taken away. */
  let told = { inUse: 0, want: 0 };
  let askedAt = -Infinity;
  let retryMs = 0;

  const waiting = () => [...places].reduce((sum, { need }) => sum + need, 0);
  /** Those that use the fewest first: a run with many calls must not starve one with few. */
  const inTurn = () => [...places].toSorted((a, b) => a.inUse - b.inUse || a.order - b.order);
  const tell = (failure?: unknown) => inTurn().forEach(({ listener }) => listener?.(failure));
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

  const join = (listener: Listener): Seat => {
    const own: Place = { listener, need: 0, inUse: 0, order: 0 };
    places.add(own);
    const need = (calls: number) => {
      own.need = calls;
      const want = running + starting + waiting();
      if (want > Math.max(held, told.want)) beat.soon(0);
      else if (want < held) beat.soon(IDLE_MS);
    };
    return {
      freeAt: (now) => (now > validUntil || room() <= 0 ? Infinity : pausedUntil),
      need,
      start() {
        starting++;
        own.inUse++;
        own.order = ++starts;
      },
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
        own.inUse--;
        const seats = inTurn();
        if (!own.listener && own.inUse === 0) places.delete(own);
        // Other workers wait for it. Where it is only idle, `need` will tell.
        if (running + starting >= allowed) beat.soon(0);
        // Others here may take it before the caller does.
        const first = own.listener ? seats.slice(0, seats.indexOf(own)) : seats;
        for (const { need: calls, listener: wake } of first) if (calls > 0) wake?.();
      },
      quit() {
        need(0);
        own.listener = undefined;
        if (own.inUse === 0) places.delete(own);
      },
    };
  };

  return {
    join,
    async close() {
      await beat.stop();
      for (const place of places) place.need = 0;
      if (held > 0) await ask();
    },
  };
}
