/** The calls that share the same limits: they lease starts in blocks, and each leaves in its time. */
import type { Limits } from "../../contract/index.ts";
import type { SharedLane } from "../models/index.ts";
import { createBeat } from "./beat.ts";
import type { Database } from "./connection.ts";
import { arrivalFor, leadFor, leewayFor, type DatabaseTime } from "./database-time.ts";
import type { Pool } from "./permit-pool.ts";

/** From here on a long Retry-After is not obeyed: the next call asks for itself. */
const LONGEST_PAUSE = 60_000;

/** Starts that were leased together. They may be used from `from` until `until`, on this machine's clock. */
type Block = {
  id: string;
  left: number;
  bound: number;
  /** How much of the time to leave went to not knowing the database's time. */
  blurMs: number;
  from: number;
  until: number;
  used: number[];
};
type Traveller = { block: Block | undefined };

export function openLane({
  database,
  worker,
  limited,
  minuteOf,
  pools,
  wake,
  blockMs,
  windowMs,
  largestBlock,
  time,
}: {
  database: Database;
  worker: string;
  time: DatabaseTime;
  limited: ReadonlyArray<Limits & { name: string }>;
  /** The lowest callsPerMinute that an open run of this worker has for the name. */
  minuteOf: (name: string) => number;
  pools: readonly Pool[];
  wake: (failure?: unknown) => void;
  blockMs: number;
  windowMs: number;
  largestBlock: number;
}): SharedLane {
  const { clock } = database;
  const counted = limited.some(({ callsPerMinute }) => callsPerMinute !== undefined);
  const spacingMs = Math.max(...limited.map((limit) => limit.spacingMs ?? 0));
  const paced = limited.filter((limit) => limit.callsPerMinute !== undefined || (limit.spacingMs ?? 0) > 0);
  const spaced = spacingMs > 0;
  /** Where starts are neither counted nor spaced, permits are all it takes. */
  const free: Block = { id: "", left: 0, bound: 0, blurMs: 0, from: -Infinity, until: Infinity, used: [] };
  const unpaced = !counted && !spaced;

  let need = 0;
  let open: Block | undefined;
  let lastStart = -Infinity;
  let recent: number[] = [];
  /** How far from their moment calls were lately, on average and at worst. */
  let lateness = 10;
  let worst = 20;
  /** How long calls took lately from their start here until they could leave. */
  let preparing = 30;
  let notBefore = -Infinity;
  let learnt = 0;
  const unreported = new Set<Block>();
  /** Calls whose start has passed before they could leave: they get the next one. */
  const late: Traveller[] = [];
  const departing = new Set<() => void>();

  const changed = () => {
    for (const check of departing) check();
  };
  const noteLateness = ({ blurMs, from }: Block, now: number) => {
    if (!spaced) return;
    lateness = 0.7 * lateness + 0.3 * (blurMs + Math.max(0, now - from));
    worst = Math.max(0.9 * worst, now - from);
  };
  const bind = (block: Block): Block => {
    block.left--;
    block.bound++;
    lastStart = clock.now();
    return block;
  };
  const usable = (now: number): Block | undefined =>
    open && open.left > 0 && now <= open.until ? open : undefined;
  const isDone = (block: Block, now: number): boolean =>
    now > block.until ||
    (block.bound === 0 && (block.left === 0 || (need === 0 && now - lastStart > blockMs / 5)));

  const ask = async (want: number): Promise<number> => {
    const sent = clock.now();
    const done = [...unreported].filter((block) => isDone(block, sent));
    if (open && done.includes(open)) open = undefined;
    for (const block of done) unreported.delete(block);
    if (want === 0 && done.length === 0) return 0;
    const slack = spaced ? leewayFor(spacingMs, lateness) : blockMs;
    const margin = slack + arrivalFor(spacingMs, worst);
    const used = done.flatMap(({ id, used: moments }) => moments.map((at) => ({ id, ago: sent - at })));
    const [got] = await database.query<{
      leased: string | null;
      granted: number;
      starts: number;
      asked: number;
      retry: number;
    }>("SELECT * FROM rehearse.lease_starts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)", [
      worker,
      paced.map(({ name }) => name),
      paced.map(({ name, callsPerMinute }) =>
        callsPerMinute === undefined ? null : Math.min(callsPerMinute, minuteOf(name)),
      ),
      paced.map((limit) => (limit.spacingMs ? limit.spacingMs + margin : 0)),
      want,
      spaced ? leadFor(preparing) : 0,
      slack,
      windowMs,
      done.map(({ id }) => id),
      used.map(({ id }) => id),
      used.map(({ ago }) => ago),
    ]);
    const received = clock.now();
    if (want === 0) return 0;
    if (got!.granted === 0) {
      notBefore = received + got!.retry;
      return got!.retry;
    }
    time.note({ sent, received, at: got!.asked });
    const from = time.surelyCome(got!.starts);
    const until = time.notPassed(got!.starts + slack);
    open = {
      id: got!.leased!,
      left: got!.granted,
      bound: 0,
      blurMs: from + slack - until,
      from: spaced ? from : -Infinity,
      until: spaced ? until : sent + slack,
      used: [],
    };
    if (counted) unreported.add(open);
    if (open.from > open.until) {
      // Over before it was known: the database's time is not known well enough yet.
      noteLateness(open, received);
      open = undefined;
    }
    return 0;
  };
  /** The first answers are slow: they wait for a connection. */
  const learnTime = async () => {
    for (; learnt < 3; learnt++) {
      const sent = clock.now();
      const [{ at }] = (await database.query<{ at: number }>(
        "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS at",
      )) as [{ at: number }];
      time.note({ sent, received: clock.now(), at });
    }
  };
  const beat = createBeat({
    clock,
    onError: wake,
    after() {
      changed();
      wake();
    },
    async work() {
      const now = clock.now();
      const wanted = need + late.length;
      const starved = wanted > 0 && now >= notBefore && usable(now) === undefined;
      recent = recent.filter((at) => at > now - blockMs);
      if (spaced && starved) await learnTime();
      const want = starved ? Math.min(largestBlock, spaced ? 1 : Math.max(wanted, recent.length)) : 0;
      const retry = await ask(want);
      for (let block = usable(clock.now()); block && late.length > 0; block = usable(clock.now()))
        late.shift()!.block = bind(block);
      if (retry > 0) return retry;
      if (need + late.length > 0 && usable(clock.now()) === undefined)
        return Math.max(0, notBefore - clock.now());
      return unreported.size > 0 ? blockMs / 5 : undefined;
    },
  });
  const seats = pools.map((pool) =>
    pool.join((failure) => {
      changed();
      wake(failure);
    }),
  );

  const pause = (ms: number) => {
    database
      .query(
        `UPDATE rehearse.limit_name SET paused_until = greatest(paused_until, clock_timestamp() + $2 * interval '1 millisecond')
         WHERE name = ANY ($1)`,
        [limited.map(({ name }) => name), Math.min(ms, LONGEST_PAUSE)],
      )
      .catch(wake);
  };

  const depart = (own: Traveller, signal: AbortSignal | undefined): Promise<void> | undefined => {
    const now = clock.now();
    if (own.block && now > own.block.until) {
      // Too late for this one. The next is asked for with more room for what made it late.
      own.block.bound--;
      noteLateness(own.block, now);
      own.block = undefined;
      late.push(own);
    }
    if (!own.block) {
      const block = late[0] === own ? usable(now) : undefined;
      if (block) {
        late.shift();
        own.block = bind(block);
      } else beat.soon(0);
    }
    const due = own.block && seats.every((seat) => seat.mayLeave(now)) ? own.block.from : Infinity;
    if (due <= now) return undefined;
    return new Promise<void>((resolve, reject) => {
      const timer = new AbortController();
      const settle = (how: () => void) => {
        departing.delete(check);
        signal?.removeEventListener("abort", abort);
        timer.abort("over");
        how();
      };
      const check = () => settle(resolve);
      const abort = () => settle(() => reject(signal!.reason));
      departing.add(check);
      signal?.addEventListener("abort", abort, { once: true });
      const until = own.block ? Math.min(due, own.block.until + 1) : Infinity;
      if (until < Infinity) clock.sleep(until - now, timer.signal).then(check, () => {});
    });
  };

  return {
    freeAt(now) {
      const permitted = Math.max(-Infinity, ...seats.map((seat) => seat.freeAt(now)));
      if (unpaced) return permitted;
      if (late.length > 0) return Infinity;
      const block = usable(now);
      return block ? Math.max(permitted, block.from - leadFor(preparing)) : Infinity;
    },
    need(calls) {
      need = calls;
      for (const seat of seats) seat.need(calls);
      const now = clock.now();
      if (!unpaced && calls > 0 && usable(now) === undefined) beat.soon(Math.max(0, notBefore - now));
    },
    start() {
      const own: Traveller = { block: bind(unpaced ? free : open!) };
      const startedAt = clock.now();
      for (const seat of seats) seat.start();
      let left = false;
      let ended = false;
      return {
        async depart(signal) {
          preparing = Math.max(clock.now() - startedAt, 0.9 * preparing);
          for (;;) {
            signal?.throwIfAborted();
            const wait = depart(own, signal);
            if (!wait) break;
            await wait;
          }
          const now = clock.now();
          left = true;
          for (const seat of seats) seat.leave();
          const block = own.block!;
          block.bound--;
          if (unpaced) return;
          if (counted) block.used.push(now);
          recent.push(now);
          noteLateness(block, now);
          beat.soon(blockMs / 5);
        },
        end(ending) {
          if (ended) return;
          ended = true;
          for (const seat of seats) seat.end(left);
          if (!left && own.block) {
            own.block.bound--;
            own.block.left++;
          }
          if (late.includes(own)) late.splice(late.indexOf(own), 1);
          if (ending.how === "limited" && ending.retryAfterMs !== undefined) pause(ending.retryAfterMs);
        },
      };
    },
    async close() {
      await beat.stop();
      need = 0;
      for (const seat of seats) seat.quit();
      for (const block of unreported) block.until = -Infinity;
      if (unreported.size > 0) await ask(0);
    },
  };
}
