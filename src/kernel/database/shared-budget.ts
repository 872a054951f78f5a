/**
 * One cap for all workers of a run. A worker leases an allowance and reserves from it; what has been reserved is in the journals,
 * and so in rehearse.money, before its request leaves. Spent, possibly billed and allowed money together never pass the cap.
 *
 * So the cap can be passed only by as much as attempts cost more than they reserved. A worker that was paused past its lease adds
 * nothing: once the line of an attempt is stored, and before its request leaves, the worker looks whether the money is still there.
 */
import { BudgetSpentError, type Budget, type Reservation, type Tight } from "../budget/index.ts";
import { toPico, toUsd } from "../journal/index.ts";
import { createBeat } from "./beat.ts";
import type { Database } from "./connection.ts";

export type SharedBudgetOptions = {
  database: Database;
  run: string;
  worker: string;
  /** In USD, read at every lease: a raised cap holds from the next one on. */
  cap: () => number;
  /** After this long a killed worker's allowance is free again. */
  allowanceMs?: number;
};

type Lease = {
  granted: number;
  spent: number;
  available: number;
  busy: boolean;
  contended: boolean;
  live: number;
};
type Waiter = { amount: number; resolve: () => void; reject: (error: unknown) => void };

const HEARTBEAT_MS = 2_000;
const POLL_MS = 250;
/** How long money is kept for a call that was told that there is room. */
const PROMISE_MS = 2_000;

export function createSharedBudget({
  database,
  run,
  worker,
  cap,
  allowanceMs = 30_000,
}: SharedBudgetOptions): Budget & AsyncDisposable {
  const { clock } = database;
  /** All in millionths of a millionth of a dollar. */
  let rest = 0;
  let unstored = 0;
  let reserved = 0;
  let total = 0;
  let inFlight = 0;
  let validUntil = -Infinity;
  /** Counts how often the allowance has expired under us. */
  let lapses = 0;
  let isLapsed = true;
  let contended = false;
  let isPutBack = true;
  const waiting: Waiter[] = [];
  /** Kept for those who were woken and have not come back yet. */
  let promised = 0;
  let promisedUntil = -Infinity;
  const heartbeat = Math.min(HEARTBEAT_MS, allowanceMs / 3);

  /** What is left of an expired allowance is not ours any more. */
  const noteLapse = () => {
    if (clock.now() <= validUntil || isLapsed) return;
    isLapsed = true;
    lapses++;
    rest = 0;
    promised = 0;
  };

  /** `settled`: nothing of ours was in flight when the database looked, so nothing of ours can come free. */
  const ask = async (): Promise<Lease & { settled: boolean }> => {
    noteLapse();
    const needed = waiting[0]?.amount ?? 0;
    if (clock.now() > promisedUntil) promised = 0;
    // The rest is put back, to be leased anew with what is missing; also where others wait, for whom it may be enough.
    if (needed > 0 || contended) rest = Math.min(rest, promised);
    const wanted = waiting.reduce((sum, { amount }) => sum + amount, 0);
    const sent = clock.now();
    const settled = inFlight === 0;
    const isEmpty = settled && unstored + rest + needed === 0;
    const [lease] = await database.query<Lease>(
      "SELECT * FROM rehearse.lease_allowance($1, $2, $3, $4, $5, $6, $7, $8, $9)",
      [
        run,
        worker,
        cap(),
        toUsd(needed > 0 ? unstored + rest : unstored),
        toUsd(needed > 0 ? 0 : rest),
        toUsd(needed),
        toUsd(wanted),
        inFlight,
        allowanceMs,
      ],
    );
    validUntil = sent + allowanceMs;
    isLapsed = false;
    if (needed > 0) rest += toPico(lease!.granted);
    noteLapse();
    isPutBack = isEmpty && inFlight === 0;
    total = toPico(lease!.spent);
    contended = lease!.contended;
    return { ...lease!, settled };
  };

  const beat = createBeat({
    clock,
    onError(error) {
      for (const { reject } of waiting.splice(0)) reject(error);
    },
    async work() {
      const head = waiting[0];
      if (!head && isPutBack) return undefined;
      // Nothing is in flight and nobody waits: others may need the rest.
      if (!head && inFlight === 0 && clock.now() > promisedUntil) rest = 0;
      const { granted, busy, settled, live } = await ask();
      if (head && granted > 0) wakeThoseWhoFit();
      else if (head && !busy && settled && rest === 0) {
        waiting.shift();
        head.reject(new BudgetSpentError({ cap: cap(), spent: toUsd(total), needed: toUsd(head.amount) }));
      } else if (head) return POLL_MS * Math.max(1, live / 4);
      if (waiting.length > 0) return 0;
      if (isPutBack) return undefined;
      return contended ? POLL_MS : heartbeat;
    },
  });

  /** In their order. The first who does not fit is what the next lease is for. */
  const wakeThoseWhoFit = () => {
    while (waiting.length > 0 && promised + waiting[0]!.amount <= rest) {
      promised += waiting[0]!.amount;
      promisedUntil = clock.now() + PROMISE_MS;
      waiting.shift()!.resolve();
    }
  };

  const waitFor = (amount: number): Tight => {
    const { promise: room, resolve, reject } = Promise.withResolvers<void>();
    // Whoever asked may have stopped waiting.
    room.catch(() => {});
    waiting.push({ amount, resolve, reject });
    beat.soon(0);
    return { kind: "tight", room };
  };

  const reserve = (atMost: number): Reservation | Tight => {
    const amount = toPico(atMost);
    noteLapse();
    if (amount > rest) return waitFor(amount);
    rest -= amount;
    promised = Math.max(0, promised - amount);
    unstored += amount;
    reserved += amount;
    inFlight++;
    isPutBack = false;
    beat.soon(heartbeat);
    const lapsesBefore = lapses;
    let isStored = false;
    let isSettled = false;
    const store = () => {
      if (!isStored) unstored -= amount;
      isStored = true;
    };
    return {
      kind: "reserved",
      async stored() {
        store();
        noteLapse();
        if (amount === 0 || lapses === lapsesBefore) return undefined;
        // The money was not kept for us all the time. By now the journal shows the attempt: is there enough for it?
        const [found] = await database.query<{ available: number }>(
          "SELECT rehearse.budget_left($1, $2) AS available",
          [run, cap()],
        );
        return found!.available < -1e-12 ? waitFor(amount) : undefined;
      },
      settle(cost) {
        if (isSettled) return;
        isSettled = true;
        store();
        reserved -= amount;
        inFlight--;
        total += toPico(cost);
        beat.soon(waiting.length > 0 || contended ? 0 : inFlight === 0 ? heartbeat / 2 : heartbeat);
      },
    };
  };

  return {
    get cap() {
      return cap();
    },
    reserve,
    spent: () => toUsd(total),
    reserved: () => toUsd(reserved),
    async [Symbol.asyncDispose]() {
      await beat.stop();
      for (const { reject } of waiting.splice(0)) reject(new Error("The worker has ended."));
      rest = 0;
      if (!isPutBack) await ask();
    },
  };
}
