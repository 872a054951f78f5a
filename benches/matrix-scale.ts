/**
 * Claim: the cost of a matrix grows in proportion to its sessions, its memory does not grow, and with slow models
 * parallel sessions wait only for the models. Each size runs in its own process, to measure its own peak.
 *
 *     node benches/matrix-scale.ts [sizes, e.g. 10,50,500] [turns]
 */
import { execFileSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { planMatrix, runMatrix } from "../src/playtest/index.ts";
import { BENCH_GROUP, benchActors, meanCriticalCalls, LATENCY_MS } from "./bench-actor.ts";
import { fixed, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const PARALLEL = 50;
const WAVES = 4;
/** From here on sessions wait for the processor rather than for their models. */
const BUSY = 0.7;

/** `busy`: the share of the time in which the one thread that plays had something to do, or waited for a processor. */
type Measured = {
  sessions: number;
  turns: number;
  ms: number;
  cpuMs: number;
  busy: number;
  peakMb: number;
  diskKb: number;
};

const [first = "10,50,500", second = "40"] = process.argv.slice(2);
if (first === "--one") console.log(JSON.stringify(await measure(JSON.parse(second) as Wish)));
else await main(first.split(",").map(Number), Number(second));

type Wish = { sessions: number; turns: number; narrator: string };

async function main(sizes: readonly number[], turns: number): Promise<void> {
  printHeader(`A matrix of many sessions, ${turns} turns each, ${PARALLEL} at once in one process`);
  const run = (wish: Wish) =>
    JSON.parse(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), "--one", JSON.stringify(wish)], {
        encoding: "utf8",
        maxBuffer: 1e8,
      }),
    ) as Measured;
  const told = sizes.map((sessions) => run({ sessions, turns, narrator: "house/quick" }));
  const each = ({ ms, sessions }: Measured) => ms / sessions;
  const cpuEach = ({ cpuMs, sessions }: Measured) => cpuMs / sessions;
  printTable(
    [
      "sessions",
      "sessions/s",
      "ms a turn",
      "processor ms a turn",
      "CPU a session against the first size",
      "peak MB",
      "KB on disk a session",
    ],
    told.map((one) => [
      String(one.sessions),
      fixed(1000 / each(one)),
      fixed(one.ms / one.turns),
      fixed(one.cpuMs / one.turns),
      fixed(cpuEach(one) / cpuEach(told[0]!)),
      fixed(one.peakMb, 0),
      fixed(one.diskKb / one.sessions, 0),
    ]),
  );
  const slow = run({ sessions: PARALLEL * WAVES, turns, narrator: "house/slow" });
  // Waves of sessions, each as long as its sequential model calls and nothing else: starting, writing and reporting
  // all count against it. Characters are drawn, so no model is called before the first turn.
  const ideal = Math.round(WAVES * meanCriticalCalls(turns) * LATENCY_MS);
  printTable(
    [
      `models of ${LATENCY_MS} ms, ${PARALLEL} at once`,
      "ms",
      "efficiency",
      "processor ms a turn",
      "thread busy",
      "peak MB",
    ],
    [
      ["critical path of the models", String(ideal), "1.00", "", "", ""],
      [
        `${slow.sessions} sessions of ${turns} turns`,
        fixed(slow.ms, 0),
        fixed(ideal / slow.ms),
        fixed(slow.cpuMs / slow.turns),
        fixed(slow.busy),
        fixed(slow.peakMb, 0),
      ],
    ],
  );
  if (slow.busy > BUSY)
    console.log(
      "The thread was busy most of the time: either this machine has no processor to spare, or a turn costs too much of it. The efficiency tells little.",
    );
}

async function measure({ sessions, turns, narrator }: Wish): Promise<Measured> {
  let result: Measured | undefined;
  await inTemporaryFolder(async (dir) => {
    const settings = resolveSettings({ file: { cacheDir: join(dir, "cache") } }).settings;
    const harness = createHarness({ settings, ...connect(settings, {}), house: benchActors });
    const config = {
      stories: ["innsmouth"],
      systemPrompts: { baseline: "baseline" },
      narratorModels: [narrator],
      sessionsPerCombination: sessions,
      maxTurnsPerSession: turns,
      playerModel: narrator,
      classifier: "house/quick",
      archetypes: [...BENCH_GROUP],
    };
    const plan = planMatrix(harness, { config, matrixId: "bench", seed: 1 });
    const startedAt = performance.now();
    const before = process.cpuUsage();
    const loop = performance.eventLoopUtilization();
    let played = 0;
    const { endedBy } = await runMatrix(harness, {
      dir,
      plan,
      concurrency: PARALLEL,
      onNews: (news) => void (played = news.turns),
    });
    if (endedBy) throw endedBy;
    const ms = performance.now() - startedAt;
    const busy = performance.eventLoopUtilization(loop).utilization;
    const { user, system } = process.cpuUsage(before);
    result = {
      sessions,
      turns: played,
      ms,
      cpuMs: (user + system) / 1000,
      busy,
      peakMb: process.resourceUsage().maxRSS / 1024,
      diskKb: sizeOf(join(dir, "sessions")) / 1024,
    };
    await harness.close();
  });
  return result!;
}

function sizeOf(path: string): number {
  return statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;
}
