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
import { createBeat } from "./beat.ts";
import type { Database } from "./connection.ts";

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
/** How soon a worker learns that others wait, or that a provider asked for a pause. */
const HEARTBEAT_MS = 2_000;
/** Permits and starts that nobody needs are given back after this long. */
const IDLE_MS = 100;
/** From here on a long Retry-After is not obeyed: the next call asks for itself. */
const LONGEST_PAUSE = MINUTE;

export function createSharedLimits({
  database,
  worker,
  permitMs = 30_000,
  blockMs = 5_000,
  windowMs = MINUTE,
  largestBlock = 1_000,
}: SharedLimitOptions): SharedLimits & AsyncDisposable {
  const pools = new Map<string, Pool>();
  const lanes: Lane[] = [];
  const time = createDatabaseTime();

  const poolOf = (name: string, most: number): Pool => {
    const pool = pools.get(name) ?? openPool({ database, worker, name, most, permitMs });
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
        wake,
        blockMs,
        largestBlock,
        time,
        windowMs: windowMs + ARRIVAL_MS,
        pools: limited.flatMap(({ name, concurrency }) =>
          concurrency === undefined ? [] : [poolOf(name, concurrency)],
        ),
      });
      lanes.push(lane);
      return lane;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...lanes, ...pools.values()].map((each) => each.close()));
    },
  };
}

/** Permits of one name. `starting` hold one and have not left yet; `running` have. */
type Pool = {
  freeAt(now: number): number;
  need(lane: symbol, calls: number): void;
  start(): void;
  mayLeave(now: number): boolean;
  leave(): void;
  end(left: boolean): void;
  listen(listener: (failure?: unknown) => void): void;
  close(): Promise<void>;
};

function openPool({
  database,
  worker,
  name,
  most,
  permitMs,
}: {
  database: Database;
  worker: string;
  name: string;
  most: number;
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
      [name, worker, most, running, claimed, told.want, permitMs],
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

/**
 * When a moment of the database's clock is, on this machine's. Each answer gives bounds: it was made after the question was sent and
 * before it came. All bounds together are much closer than one slow answer's.
 */
type DatabaseTime = {
  note(answer: { sent: number; received: number; at: number }): void;
  /** At this moment here, that one has surely come. */
  surelyCome(at: number): number;
  /** Until this moment here, that one has surely not passed. */
  notPassed(at: number): number;
};

/** How much faster one clock may run than the other. */
const DRIFT = 1e-4;

export function createDatabaseTime(): DatabaseTime {
  let least = -Infinity;
  let most = Infinity;
  let notedAt = 0;
  return {
    note({ sent, received, at }) {
      const widened = DRIFT * (received - notedAt);
      notedAt = received;
      least = Math.max(least - widened, at - received);
      most = Math.min(most + widened, at - sent);
      // A clock was set: only the newest answer counts.
      if (least > most) [least, most] = [at - received, at - sent];
    },
    surelyCome: (at) => at - least,
    notPassed: (at) => at - most,
  };
}

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
type Lane = SharedLane & { close(): Promise<void> };
type Traveller = { block: Block | undefined };

/** The time in which a spaced start may leave: timers are late, and the database's time is not known exactly. */
const leewayFor = (spacingMs: number, latenessMs: number): number =>
  Math.min(spacingMs + 100, Math.max(5, Math.min(25, spacingMs / 40), 2 * latenessMs));
/** For requests that take longer to arrive than the next one does: on a busy machine as long as timers are late. */
const arrivalFor = (spacingMs: number, worstMs: number): number =>
  Math.min(spacingMs + 100, Math.max(5, Math.min(25, spacingMs / 40), 1.5 * worstMs));
/** A spaced call begins to prepare this long before its start: its line must be stored before it leaves. */
const leadFor = (preparingMs: number): number => Math.min(2_000, 20 + 1.5 * preparingMs);

function openLane({
  database,
  worker,
  limited,
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
  pools: readonly Pool[];
  wake: (failure?: unknown) => void;
  blockMs: number;
  windowMs: number;
  largestBlock: number;
}): Lane {
  const { clock } = database;
  const lane = Symbol("lane");
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
      paced.map(({ callsPerMinute }) => callsPerMinute ?? null),
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
  for (const pool of pools)
    pool.listen((failure) => {
      changed();
      wake(failure);
    });

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
    const due = own.block && pools.every((pool) => pool.mayLeave(now)) ? own.block.from : Infinity;
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
      const permitted = Math.max(-Infinity, ...pools.map((pool) => pool.freeAt(now)));
      if (unpaced) return permitted;
      if (late.length > 0) return Infinity;
      const block = usable(now);
      return block ? Math.max(permitted, block.from - leadFor(preparing)) : Infinity;
    },
    need(calls) {
      need = calls;
      for (const pool of pools) pool.need(lane, calls);
      const now = clock.now();
      if (!unpaced && calls > 0 && usable(now) === undefined) beat.soon(Math.max(0, notBefore - now));
    },
    start() {
      const own: Traveller = { block: bind(unpaced ? free : open!) };
      const startedAt = clock.now();
      for (const pool of pools) pool.start();
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
          for (const pool of pools) pool.leave();
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
          for (const pool of pools) pool.end(left);
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
      for (const block of unreported) block.until = -Infinity;
      if (unreported.size > 0) await ask(0);
    },
  };
}
