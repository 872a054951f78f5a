/** One cap over several processes, judged by the provider's own account of what was paid. */
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { BudgetSpentError, type Reservation, type Tight } from "../../src/kernel/budget/index.ts";
import { systemClock, type Clock } from "../../src/kernel/clock/index.ts";
import { createSharedBudget, type Database } from "../../src/kernel/database/index.ts";
import { dice } from "../../src/kernel/dice/index.ts";
import type { Postgres } from "../support/postgres.ts";
import { withPostgres } from "../support/workers/with-postgres.ts";
import type { PayingChild } from "../support/workers/paying-child.ts";
import {
  startProviderLog,
  startWorker,
  type Child,
  type ProviderLog,
} from "../support/workers/provider-log.ts";

const FULL = process.env["REHEARSE_FULL"] !== undefined;
const CENT = 0.01;
const AT_ONCE = 4;

let postgres: Postgres;
let database: Database;
withPostgres((opened) => void ({ postgres, database } = opened));

const budgetOf = (run: string, worker: string, { cap = 1, allowanceMs = 30_000 } = {}) =>
  createSharedBudget({ database, run, worker, cap: () => cap, allowanceMs });
/** Asks until it fits; what cannot fit rejects. */
async function reserve(budget: ReturnType<typeof budgetOf>, atMost: number): Promise<Reservation> {
  for (;;) {
    const answer = budget.reserve(atMost);
    if (answer.kind === "reserved") return answer;
    await answer.room;
  }
}
/** As the journal of a session would store it. */
async function book(run: string, name: string, atMost: number): Promise<void> {
  await database.query(
    "INSERT INTO rehearse.folder (run, name) VALUES ($1, $2) ON CONFLICT (run, name) DO NOTHING",
    [run, name],
  );
  await database.query(
    `SELECT rehearse.store(id, epoch, stored + 1, '{}', '{}', '{}', '{}', '{calls.jsonl}', '{0}', ARRAY[$3::double precision])
     FROM rehearse.folder WHERE run = $1 AND name = $2`,
    [run, name, atMost],
  );
}
const allowed = async (run: string): Promise<number> =>
  (
    await database.query<{ sum: number }>(
      "SELECT coalesce(sum(amount), 0) AS sum FROM rehearse.allowance WHERE run = $1",
      [run],
    )
  )[0]!.sum;

test("an attempt that cannot fit is refused, with what was spent before", async () => {
  await book("before", "one", 0.9);
  await using budget = budgetOf("before", "a");
  const settled = await reserve(budget, 0.1);
  settled.settle(0);
  await expect(reserve(budget, 0.2)).rejects.toThrow(
    /^The next call may cost \$0\.20; \$0\.10 is left of the budget of \$1\.00\.$/,
  );
  await using raised = budgetOf("before", "b", { cap: 2 });
  expect(await reserve(raised, 0.2)).toMatchObject({ kind: "reserved" });
});

test("a worker waits while another one has an attempt in flight, and gets what it leaves", async () => {
  await using first = budgetOf("waits", "a");
  await using second = budgetOf("waits", "b");
  const held = await reserve(first, 0.8);
  await book("waits", "a", 0.8);
  expect(await held.stored!()).toBeUndefined();
  let done = false;
  const waiting = reserve(second, 0.5).then((reservation) => {
    done = true;
    return reservation;
  });
  await delay(700);
  expect(done).toBe(false);
  await book("waits", "a", 0.1);
  held.settle(0.1);
  (await waiting).settle(0);
  await expect(reserve(second, 0.95)).rejects.toThrow(BudgetSpentError);
});

test("blocks shrink as the cap nears, and the rest is put back when it is not needed", async () => {
  await using budget = budgetOf("blocks", "a");
  const first = await reserve(budget, CENT);
  const early = await allowed("blocks");
  expect(early).toBeGreaterThan(10 * CENT);
  expect(early).toBeLessThan(0.5);
  await book("blocks", "x", 0.9);
  const held = [first];
  for (let count = 0; count < 7; count++) held.push(await reserve(budget, CENT));
  expect(await allowed("blocks")).toBeLessThan(0.5);
  for (const reservation of held) reservation.settle(0);
  await expect.poll(() => allowed("blocks"), { timeout: 10_000 }).toBe(0);
});

test("a killed worker's allowance comes free when it expires", async () => {
  const killed = budgetOf("killed", "a", { allowanceMs: 60_000 });
  await reserve(killed, 0.9);
  await database.query(
    "UPDATE rehearse.allowance SET expires = now() + interval '1 second' WHERE run = 'killed'",
  );
  await using other = budgetOf("killed", "b");
  const from = performance.now();
  (await reserve(other, 0.9)).settle(0);
  expect(performance.now() - from).toBeGreaterThan(500);
});

test("an attempt is not sent if its money went to others while its worker was paused", async () => {
  // A paused process: its timers do not fire, and time has passed when it continues.
  let skew = 0;
  const going = Promise.withResolvers<void>();
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + skew,
    sleep: (ms, signal) => systemClock.sleep(ms, signal).then(() => (isStill ? going.promise : undefined)),
  };
  let isStill = false;
  await using paused = createSharedBudget({
    database: { ...database, clock },
    run: "paused",
    worker: "a",
    cap: () => 1,
  });
  const late = await reserve(paused, 0.6);
  isStill = true;
  await database.query("DELETE FROM rehearse.allowance WHERE run = 'paused'");
  skew = 31_000;
  await using other = budgetOf("paused", "b");
  const taken = await reserve(other, 0.6);
  await book("paused", "b", 0.6);
  await taken.stored!();
  await book("paused", "a", 0.6);
  const answer = (await late.stored!()) as Tight;
  expect(answer).toMatchObject({ kind: "tight" });
  isStill = false;
  going.resolve();
  await book("paused", "a", 0);
  late.settle(0);
  taken.settle(0.6);
  await expect(answer.room.then(() => reserve(paused, 0.6))).rejects.toThrow(BudgetSpentError);
});

const rounds = FULL
  ? Array.from({ length: 12 }, (_, seed) => ({
      seed,
      excess: seed % 3 === 2 ? 0.5 : 0,
      cap: 4,
      pauses: seed % 2,
    }))
  : [{ seed: 0, excess: 0, cap: 2, pauses: 0 }];

test.each(rounds)(
  "three workers with random costs, a kill and $pauses pauses hold the cap of $cap (seed $seed, costs up to $excess above the reserved)",
  { timeout: 300_000 },
  async ({ seed, excess, cap, pauses }) => {
    await using provider = await startProviderLog({ lengthMs: () => 0 });
    const run = `simulated-${seed}`;
    const dearest = 0.02;
    const children = new Map<string, Child>();
    const start = (worker: string): Child => {
      const settings: PayingChild = {
        database: postgres.url,
        server: provider.address,
        run,
        worker,
        cap,
        atOnce: AT_ONCE,
        dearest,
        excess,
        allowanceMs: 1_500,
      };
      const child = startWorker("paying-child.ts", settings);
      children.set(worker, child);
      return child;
    };
    const booked = async (): Promise<number> =>
      (
        await database.query<{ most: number | null }>(
          "SELECT sum(at_most) AS most FROM rehearse.money JOIN rehearse.folder f ON f.id = folder WHERE run = $1",
          [run],
        )
      )[0]!.most ?? 0;
    let peak = 0;
    const watching = new AbortController();
    const watched = (async () => {
      while (!watching.signal.aborted) {
        peak = Math.max(peak, await booked());
        await delay(10);
      }
    })();
    const throws = dice("budget", seed);
    start("a");
    const doomed = start("b");
    const paused = start("c");
    await provider.ready(3);
    await delay(200 + 600 * throws.next());
    if (pauses > 0) paused.signal("SIGSTOP");
    await delay(300 * throws.next());
    doomed.signal("SIGKILL");
    await doomed.ended;
    children.delete("b");
    start("d");
    if (pauses > 0) {
      await delay(2_000);
      paused.signal("SIGCONT");
    }
    for (const { exit, stderr } of await Promise.all([...children.values()].map(({ ended }) => ended)))
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });

    watching.abort();
    await watched;
    const paid = paidTo(provider);
    const most = await booked();
    // The most that attempts in flight together can cost above their reservations, for each worker.
    const above = AT_ONCE * dearest * excess;
    // The books hold what the provider was paid, but for what the killed worker's last attempts cost above what they reserved.
    expect(paid).toBeLessThanOrEqual(most + above + 1e-9);
    // The cap is passed by no more than what attempts in flight cost above what they reserved.
    expect(Math.max(paid, most)).toBeLessThanOrEqual(cap + 4 * above + 1e-9);
    // At no time is more booked, but for attempts of a paused worker: it books them, finds the money gone and does not send them.
    expect(peak).toBeLessThanOrEqual(cap + 4 * above + pauses * AT_ONCE * dearest + 1e-9);
    // Nothing worth an attempt is left over.
    expect(cap - most).toBeLessThan(dearest);
  },
);

function paidTo(provider: ProviderLog): number {
  return provider.log.reduce((sum, { name }) => sum + Number(name.replace("paid:", "")), 0);
}
