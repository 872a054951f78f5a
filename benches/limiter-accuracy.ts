/**
 * Claim: the limiter starts calls at the configured distance, never closer and hardly later, while slow calls overlap,
 * and never exceeds the calls per minute within any 60 seconds. With real timers. The provider's view is measured too,
 * through the whole gateway: it differs by the work between a start and its request.
 *
 *     node benches/limiter-accuracy.ts            (takes a little over a minute, most of it waiting)
 */
import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Limits } from "../src/contract/index.ts";
import { systemClock } from "../src/kernel/clock/index.ts";
import { createLimiter } from "../src/kernel/models/index.ts";
import { constantGateway, constantModel, paidModel } from "./constant-gateway.ts";
import { fixed, inTemporaryFolder, printHeader, printTable, quantile } from "./measure.ts";

const LATENCY = 500;
const MINUTE = 60_000;

/** Starts as the limiter's own clock read them, or as the requests arrived at the model. */
type Seen = { starts: number[]; total: number };
const cases: Array<{ calls: number; spacingMs: number }> = [
  // The first case of all: the SDK is not loaded yet, as in any new process.
  { calls: 5, spacingMs: 1_250 },
  { calls: 120, spacingMs: 50 },
];

printHeader("Starts of calls, with real timers");
const rows: string[][] = [];
for (const { calls, spacingMs } of cases) {
  const asked = { calls, spacingMs };
  const provider = row("provider", asked, await throughGateway(calls, { spacingMs }));
  rows.push(row("limiter", asked, await atLimiter(calls, { spacingMs })), provider);
}
console.log(
  `Each call takes ${LATENCY} ms. Gaps between starts, as ratios to the spacing; total time, to (calls − 1) × spacing + ${LATENCY} ms`,
);
printTable(["as seen by the", "calls", "spacing ms", "min", "median", "p99", "max", "total"], rows);

const perMinute = { calls: 45, callsPerMinute: 30 };
const { starts } = await throughGateway(perMinute.calls, perMinute);
const early = starts.slice(0, perMinute.callsPerMinute);
const late = starts.slice(perMinute.callsPerMinute);
console.log(`${perMinute.calls} calls at ${perMinute.callsPerMinute} per minute`);
printTable(
  ["most starts in any 60 s", "ratio to the limit", "the others' wait, ratio to 60 s", "last of the first"],
  [
    [
      String(mostWithin(starts, MINUTE)),
      fixed(mostWithin(starts, MINUTE) / perMinute.callsPerMinute),
      fixed((late[0]! - early[0]!) / MINUTE, 4),
      `${fixed(early.at(-1)! - early[0]!, 0)} ms`,
    ],
  ],
);

/** All asked for at once, as a table of players is. */
async function throughGateway(calls: number, { spacingMs, callsPerMinute }: Limits): Promise<Seen> {
  const starts: number[] = [];
  const slow: LanguageModelV4 = {
    ...constantModel,
    doGenerate: async (options) => {
      starts.push(performance.now());
      await delay(LATENCY);
      return constantModel.doGenerate(options);
    },
  };
  let total = 0;
  await inTemporaryFolder(async (dir) => {
    const gateway = constantGateway({ journal: dir, limits: { spacingMs, callsPerMinute }, model: slow });
    await Promise.all(
      Array.from({ length: calls }, (_, seat) =>
        gateway.text({
          call: `turn/0/player/${seat}`,
          role: "player",
          model: paidModel,
          messages: [{ role: "user", content: "And you?" }],
        }),
      ),
    );
    total = performance.now() - starts[0]!;
    await gateway.journal.close();
  });
  return { starts, total };
}

async function atLimiter(calls: number, limits: Limits): Promise<Seen> {
  // Stands still while code runs, so that what was read last is the very moment that the limiter counts from.
  let read = 0;
  let isFresh = false;
  const now = () => {
    if (!isFresh) queueMicrotask(() => (isFresh = false));
    read = isFresh ? read : systemClock.now();
    isFresh = true;
    return read;
  };
  const limiter = createLimiter({ limits: () => limits, clock: { ...systemClock, now } });
  const starts: number[] = [];
  const call = async () => {
    const slot = await limiter.take(["anthropic"]);
    starts.push(read);
    await delay(LATENCY);
    slot.release({ how: "answered" });
  };
  await Promise.all(Array.from({ length: calls }, call));
  return { starts, total: performance.now() - starts[0]! };
}

function row(
  who: string,
  { calls, spacingMs }: { calls: number; spacingMs: number },
  { starts, total }: Seen,
): string[] {
  const gaps = starts.slice(1).map((start, index) => (start - starts[index]!) / spacingMs);
  const ideal = (calls - 1) * spacingMs + LATENCY;
  return [
    who,
    String(calls),
    String(spacingMs),
    ...[Math.min(...gaps), quantile(gaps), quantile(gaps, 0.99), Math.max(...gaps)].map((gap) =>
      fixed(gap, 3),
    ),
    fixed(total / ideal, 3),
  ];
}

/** The most of these moments that lie within any window. */
function mostWithin(moments: readonly number[], window: number): number {
  return Math.max(
    ...moments.map((from) => moments.filter((moment) => moment >= from && moment < from + window).length),
  );
}
