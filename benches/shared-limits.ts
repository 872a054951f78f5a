/**
 * Claim: limits that several workers hold together cost little: starts are leased in blocks, so that the database is asked rarely,
 * and most of the allowed rate is reached. Real processes, a real Postgres on this machine, a loopback provider.
 *
 *     node benches/shared-limits.ts [seconds]
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Limits } from "../src/contract/index.ts";
import { systemClock } from "../src/kernel/clock/index.ts";
import { connectDatabase, migrate } from "../src/kernel/database/index.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import type { LimitedChild } from "../tests/support/workers/limited-child.ts";
import {
  mostWithin,
  smallestGap,
  startProviderLog,
  startWorker,
} from "../tests/support/workers/provider-log.ts";
import { fixed, printHeader, printTable } from "./measure.ts";

const MS = Number(process.argv[2] ?? 10) * 1_000;
/** So short that its rate is reached within the bench. */
const WINDOW = 2_000;

type Case = { what: string; limits: Limits; largestBlock?: number; perSecond?: number };
const cases: Case[] = [
  { what: "no limit near, blocks", limits: { callsPerMinute: 1_000_000 } },
  { what: "no limit near, single starts", limits: { callsPerMinute: 1_000_000 }, largestBlock: 1 },
  { what: "40 calls per 2 s", limits: { callsPerMinute: 40 }, perSecond: 40 / (WINDOW / 1_000) },
  { what: "spacing 250 ms", limits: { spacingMs: 250 }, perSecond: 4 },
  { what: "spacing 1250 ms", limits: { spacingMs: 1_250 }, perSecond: 0.8 },
];

printHeader("Limits shared by workers");
await using postgres = await startPostgres();
await using database = await connectDatabase(postgres.url, { clock: systemClock });
await migrate(database);
const rows: string[][] = [];
for (const [index, each] of cases.entries())
  for (const workers of [1, 3]) rows.push(await measure(each, workers, `${index}-${workers}`));
console.log(
  `${MS / 1_000} s each; every worker tries 4 calls at once, of 5 ms. The window of calls per minute is ${WINDOW / 1_000} s here, and counted 0.5 s longer than it is.`,
);
printTable(
  [
    "case",
    "workers",
    "calls per s",
    "ms to start",
    "calls per query",
    "share of allowed rate",
    "seen by the provider",
  ],
  rows,
);

async function measure(
  { what, limits, largestBlock, perSecond }: Case,
  workers: number,
  name: string,
): Promise<string[]> {
  await using provider = await startProviderLog({ lengthMs: () => 5 });
  const children = Array.from({ length: workers }, (_, index) => {
    const settings: LimitedChild = {
      database: postgres.url,
      server: provider.address,
      worker: `w${index}`,
      limits: { [name]: limits },
      load: [{ names: [name], atOnce: 4 }],
      options: { windowMs: WINDOW, ...(largestBlock && { largestBlock }) },
      storingMs: 0,
    };
    return startWorker("limited-child.ts", settings);
  });
  await provider.ready(workers);
  const from = performance.now();
  await delay(MS);
  const span = performance.now() - from;
  const seen = provider.of(name).filter(({ at }) => at >= from && at <= from + span);
  for (const child of children) child.signal("SIGTERM");
  const said = await Promise.all(
    children.map(
      async ({ ended }) =>
        JSON.parse((await ended).said) as { calls: number; granting: number; queries: number },
    ),
  );
  const total = (key: "calls" | "granting" | "queries") => said.reduce((sum, one) => sum + one[key], 0);
  const moments = provider.of(name).map(({ at }) => at);
  const rate = seen.length / (span / 1_000);
  return [
    what,
    String(workers),
    fixed(rate, 1),
    perSecond === undefined ? fixed(total("granting") / total("calls"), 1) : "–",
    fixed(total("calls") / total("queries"), 1),
    perSecond === undefined ? "–" : fixed(rate / perSecond, 2),
    limits.spacingMs
      ? `${fixed(smallestGap(moments), 0)} ms apart at least`
      : `${mostWithin(moments, WINDOW)} in ${WINDOW / 1_000} s at most`,
  ];
}
