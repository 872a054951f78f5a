/**
 * Claim: a retrieval test costs under 0.3 ms besides its model calls, including everything that `rehearse check` does,
 * from reading the bank to the saved report; ten times the tests take at most ten times as long; and ten thousand of
 * them take under 250 MB. The system under test is a module that answers at once.
 *
 * Most of the memory is V8's nursery, which may grow to 128 MB on a machine with plenty. The memory in use, and the peak
 * with a nursery of ordinary size, are shown too.
 *
 *     node benches/check-overhead.ts [rounds]
 */
import { syncs } from "./count-syncs.ts"; // First: it counts what the others do.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createHarness } from "../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../src/kernel/settings/index.ts";
import { check, saveCheck } from "../src/retrieval/index.ts";
import { collectGarbage, fixed, printHeader, printTable, quantile } from "./measure.ts";

const SIZES = [1_000, 3_000, 10_000];
const SMALL_NURSERY = "--max-semi-space-size=16";
const ENTITIES = 200;
const PRIMARIES = 2;

/** Fifteen candidates and six of them, for most tests the right ones. */
const TARGET = `
export function retrieve({ test_id }) {
  const index = Number(test_id.slice("V2-GEN-".length));
  const entity = (offset) => ({ entity_id: "entity_" + ((index * 7 + offset) % ${ENTITIES}), score: 1 - offset / 100 });
  const candidates = Array.from({ length: 15 }, (_, offset) => entity(offset));
  return { selections: candidates.slice(index % 5 === 0 ? 1 : 0).slice(0, 6), candidates };
}
`;

type Measured = { tests: number; wall: number; cpu: number; peak: number; used: number; fsyncs: number };

const [first = "5", child] = process.argv.slice(2);
const ROUNDS = Number(first);

if (child !== undefined) console.log(JSON.stringify(await measure(Number(child))));
else await compare();

/** A process for each run, since the peak memory of a process never falls. */
async function compare(): Promise<void> {
  printHeader(`What a retrieval test costs beside its model calls (${ROUNDS} runs of each, in turns)`);
  const variants = [
    ...SIZES.map((size) => ({ size, flags: [] as string[] })),
    { size: SIZES.at(-1)!, flags: [SMALL_NURSERY] },
  ];
  const runs = variants.map((): Measured[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { size, flags }] of variants.entries())
      runs[index]!.push(
        JSON.parse(
          execFileSync(process.execPath, [...flags, import.meta.filename, String(ROUNDS), String(size)], {
            encoding: "utf8",
          }),
        ) as Measured,
      );
  const middle = (of: readonly Measured[], pick: (one: Measured) => number) => quantile(of.map(pick));
  printTable(
    ["tests", "ms a test", "least", "CPU ms a test", "peak MB", "heap in use MB", "fsyncs"],
    variants.map(({ size, flags }, index) => {
      const of = runs[index]!;
      return [
        [size.toLocaleString("en"), ...flags].join(" "),
        fixed(
          middle(of, ({ wall }) => wall / size),
          3,
        ),
        fixed(Math.min(...of.map(({ wall }) => wall / size)), 3),
        fixed(
          middle(of, ({ cpu }) => cpu / size),
          3,
        ),
        fixed(
          middle(of, ({ peak }) => peak),
          0,
        ),
        fixed(
          middle(of, ({ used }) => used),
          0,
        ),
        fixed(
          middle(of, ({ fsyncs }) => fsyncs),
          0,
        ),
      ];
    }),
  );
  const [few, , many] = runs.map((of) => middle(of, ({ cpu }) => cpu));
  console.log(
    `${SIZES.at(-1)! / SIZES[0]!} times the tests: ${fixed(many! / few!, 1)} times the processor's time.`,
  );
}

async function measure(tests: number): Promise<Measured> {
  const dir = mkdtempSync(join(tmpdir(), "rehearse-bench-"));
  try {
    const target = write(join(dir, "target.ts"), TARGET);
    write(
      join(dir, "test_banks", "semantic", "parent_test_bank.json"),
      JSON.stringify({
        bank_type: "SEMANTIC",
        version: "2.0",
        tests: Array.from({ length: tests }, (_, index) => semanticTest(index)),
      }),
    );
    const { settings } = resolveSettings({ file: { cacheDir: join(dir, "cache") } });
    const harness = createHarness({ settings, ...connect(settings, {}), cwd: dir });
    const results = join(dir, "results");
    const before = process.cpuUsage();
    const startedAt = performance.now();
    const done = await check(harness, { testBanks: join(dir, "test_banks"), target, results });
    await saveCheck(done, { dir: results, save: true });
    const wall = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(before);
    const peak = process.resourceUsage().maxRSS / 1_024;
    collectGarbage();
    const used = process.memoryUsage().heapUsed / 2 ** 20;
    await harness.close();
    if (done.results.summary.missing_count > 0 || done.results.summary.combined_score === 100)
      throw new Error("the target answered otherwise than it was written to");
    return { tests, wall, cpu: (user + system) / 1_000, peak, used, fsyncs: syncs.count };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

/** As long as a parent's message, and about two entities of many. */
function semanticTest(index: number) {
  const entity = (offset: number) => `entity_${(index * 7 + offset) % ENTITIES}`;
  return {
    test_id: `V2-GEN-${String(index).padStart(5, "0")}`,
    name: `Generated ${index}`,
    category: index % 3 === 0 ? "one_liner" : "long",
    topics: [`topic_${index % 40}`],
    prompt: `Message ${index}: she has written to me eleven times since this morning, and I do not know what I should answer, or whether I should answer at all. What would you do with number ${index}?`,
    expected_primary: Array.from({ length: PRIMARIES }, (_, offset) => entity(offset)),
    expected_secondary: [entity(3), entity(5)],
    not_expected: [entity(11)],
    rank_check: [{ higher: entity(0), lower: entity(5) }],
  };
}
