/** A worker that pays: it reserves from a shared budget, journals in a folder in the database, and "sends" by noting what it costs. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { BudgetSpentError } from "../../../src/kernel/budget/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { connectDatabase, createSharedBudget, takeFolder } from "../../../src/kernel/database/index.ts";
import { dice } from "../../../src/kernel/dice/index.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";

export type PayingChild = {
  database: string;
  server: string;
  run: string;
  worker: string;
  cap: number;
  atOnce: number;
  /** The most that an attempt can reserve, in USD. */
  dearest: number;
  /** By how much attempts cost more than they reserve: 0, never. */
  excess: number;
  allowanceMs: number;
};

const child = JSON.parse(process.argv[2]!) as PayingChild;
const { run, worker, cap, atOnce, dearest, excess, allowanceMs } = child;
const database = await connectDatabase(child.database, { clock: systemClock, name: worker, connections: 4 });
let queries = 0;
const counting = {
  ...database,
  query: (...args: Parameters<typeof database.query>) => {
    queries++;
    return database.query(...args);
  },
} as typeof database;
const budget = createSharedBudget({ database: counting, run, worker, cap: () => cap, allowanceMs });
const dir = mkdtempSync(join(tmpdir(), "rehearse-paying-"));
const folder = await takeFolder(database, {
  run,
  name: worker,
  holder: worker,
  dir,
});
const journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
await (await fetch(`${child.server}/ready/${worker}`)).text();

let spentBy = 0;
let refused = 0;
async function pay(lane: number): Promise<void> {
  for (let number = 0; ; number++) {
    const throws = dice(run, worker, lane, number);
    const atMost = dearest * (0.1 + 0.9 * throws.next());
    // Most cost what they reserve, so that reserving too much together cannot come right by itself.
    const cost = atMost * (throws.chance(0.9) ? 1 : throws.next()) * (1 + excess * throws.next());
    const call = `turn/${number}/player/${lane}`;
    const line = { call, attempt: 1 };
    for (;;) {
      const reservation = budget.reserve(atMost);
      if (reservation.kind === "tight") {
        await reservation.room;
        continue;
      }
      // A slow database: until the line is stored, only the allowance shows what was reserved.
      await delay(60 * throws.next());
      journal.start({
        ...line,
        hash: "h",
        role: "player",
        model: "m",
        atMost,
        at: systemClock.date().toISOString(),
      });
      await journal.committed();
      const tight = await reservation.stored!();
      if (tight) {
        journal.end({ ...line, ms: 0, billing: "none", cost: 0 });
        await journal.committed();
        reservation.settle(0);
        refused++;
        await tight.room;
        continue;
      }
      // The provider's own account: what it is told here was paid for, whatever becomes of this process.
      await (await fetch(`${child.server}/paid:${cost}/${worker}`)).text();
      await delay(5 + 15 * throws.next());
      journal.end({ ...line, ms: 1, billing: "reported", cost }, { hash: "h", result: "x" });
      await journal.committed();
      reservation.settle(cost);
      spentBy += cost;
      break;
    }
  }
}
const endings = await Promise.allSettled(Array.from({ length: atOnce }, (_, lane) => pay(lane)));
for (const ending of endings)
  if (ending.status === "rejected" && !(ending.reason instanceof BudgetSpentError)) throw ending.reason;
await journal.close();
await folder[Symbol.asyncDispose]();
await budget[Symbol.asyncDispose]();
await database[Symbol.asyncDispose]();
process.stdout.write(JSON.stringify({ spentBy, refused, queries }));
