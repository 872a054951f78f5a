/**
 * Claim: memory stays flat over 100,000 calls spread over runs that are opened and closed like sessions; one journal
 * that stays open costs about a hundred bytes of heap per call, for its index.
 *
 *     node benches/gateway-memory.ts [calls]
 */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { HouseMember } from "../src/kernel/models/index.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { REPLY } from "./constant-gateway.ts";
import {
  collectGarbage,
  fixed,
  inParallel,
  inTemporaryFolder,
  printHeader,
  printTable,
  quantile,
} from "./measure.ts";

const CALLS_PER_RUN = 500;
const PARALLEL = 50;
const SEATS = 7;

/** `turns`: money is also kept turn by turn, which takes a little memory for each. */
type Shape = { title: string; callsPerRun: number; turns: boolean };
const shapes: Record<string, Shape> = {
  sessions: {
    title: `runs of ${CALLS_PER_RUN} calls, opened and closed one after the other`,
    callsPerRun: CALLS_PER_RUN,
    turns: true,
  },
  journal: { title: "one run that stays open, no turns", callsPerRun: Infinity, turns: false },
  turns: {
    title: `one run that stays open, a turn every ${SEATS} calls`,
    callsPerRun: Infinity,
    turns: true,
  },
};

const constantMember: HouseMember = {
  name: "constant",
  does: "Says the same always.",
  reply: () => ({ text: REPLY }),
};

const [first = "100000", shape] = process.argv.slice(2);
const CALLS = Number(first);

if (shape !== undefined) await measure(shapes[shape]!);
else {
  printHeader(`Memory over ${CALLS.toLocaleString("en")} calls`);
  // A process for each shape: what one leaves behind must not be another's.
  for (const name of Object.keys(shapes))
    execFileSync(process.execPath, [import.meta.filename, String(CALLS), name], { stdio: "inherit" });
}

type Sample = { calls: number; heap: number; rss: number };

async function measure({ title, callsPerRun, turns }: Shape): Promise<void> {
  const samples: Sample[] = [];
  await inTemporaryFolder(async (dir) => {
    const { settings } = resolveSettings({ file: { budget: 5_000 } });
    const harness = createHarness({ settings, ...connect(settings, {}), house: [constantMember], cwd: dir });
    const model = harness.catalog.resolve("house/constant");
    let made = 0;
    let run = await harness.openRun(join(dir, "0"));
    while (made < CALLS) {
      const step = Math.min(CALLS / 10 - (made % (CALLS / 10)), callsPerRun);
      const before = made;
      await inParallel(step, PARALLEL, (index) => {
        const number = before + index;
        return run.gateway.text({
          call: `turn/${number}`,
          role: "player",
          model,
          turn: turns ? Math.floor((number % callsPerRun) / SEATS) : undefined,
          messages: [{ role: "user", content: `What do you do in ${number}?` }],
        });
      });
      made += step;
      if (made % (CALLS / 10) === 0) samples.push(sample(made));
      if (made % callsPerRun !== 0) continue;
      await run.close();
      rmSync(run.dir, { recursive: true });
      run = await harness.openRun(join(dir, String(made)));
    }
    await run.close();
    await harness.close();
  });
  print(title, samples);
}

function sample(calls: number): Sample {
  collectGarbage();
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  return { calls, heap: heapUsed / 2 ** 20, rss: rss / 2 ** 20 };
}

function print(title: string, samples: readonly Sample[]): void {
  console.log(title[0]!.toUpperCase() + title.slice(1));
  printTable(
    ["calls", "heap MB", "RSS MB"],
    samples.map(({ calls, heap, rss }) => [calls.toLocaleString("en"), fixed(heap), fixed(rss, 0)]),
  );
  const [early, late] = [samples[1]!, samples.at(-1)!];
  const slopes = samples
    .slice(2)
    .map(
      (now, index) =>
        ((now.heap - samples[index + 1]!.heap) * 2 ** 20) / (now.calls - samples[index + 1]!.calls),
    );
  printTable(
    ["from 20 % to 100 %", "heap", "RSS", "heap bytes per call", "median of the steps"],
    [
      [
        "ratio",
        fixed(late.heap / early.heap),
        fixed(late.rss / early.rss),
        fixed(((late.heap - early.heap) * 2 ** 20) / (late.calls - early.calls), 0),
        fixed(quantile(slopes), 0),
      ],
    ],
  );
}
