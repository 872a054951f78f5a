/**
 * Claim: opening a journal (checking, reading and adding up every line) takes time in proportion to its calls and is
 * not noticeable: milliseconds for a session, seconds for 100,000 calls.
 *
 *     node benches/journal-open.ts [rounds]
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../src/kernel/clock/index.ts";
import { foldJournal, openJournal } from "../src/kernel/journal/index.ts";
import { fixed, inTemporaryFolder, inTurns, printHeader, printTable, quantile, ratios } from "./measure.ts";

const SIZES = [1_000, 10_000, 100_000];
const ROUNDS = Number(process.argv[2] ?? 7);
const SEATS = 7;
const REPLY =
  "I hold the torch higher, count the doors on the north wall, and ask the others to wait until the dust has settled. ".repeat(
    4,
  );

/** A small file is opened several times in a turn: a millisecond alone cannot be measured. */
const repeats = (calls: number): number => Math.max(1, 10_000 / calls);

printHeader("Opening a journal");
await inTemporaryFolder(async (dir) => {
  const files: Array<{ calls: number; path: string }> = [];
  for (const calls of SIZES) files.push({ calls, path: await write(join(dir, `${calls}.jsonl`), calls) });
  const variants = Object.fromEntries(
    files.flatMap(({ calls, path }) => [
      [`open ${calls}`, () => repeat(calls, () => openJournal(path, { clock: systemClock }).close())],
      [`fold ${calls}`, () => repeat(calls, async () => void foldJournal(path))],
    ]),
  );
  const turns = await inTurns(variants, { rounds: ROUNDS });
  const perCall = (way: string, calls: number) =>
    turns[`${way} ${calls}`]!.map(({ cpu }) => cpu / calls / repeats(calls));
  for (const [way, title] of [
    ["open", "Opened for writing, with the index of answers"],
    ["fold", "Added up only"],
  ] as const) {
    console.log(title);
    printTable(
      [
        "calls",
        "MB",
        "ms",
        "MB/s",
        "µs per call",
        `ratio to ${SIZES[0]!.toLocaleString("en")} calls, per call`,
      ],
      files.map(({ calls, path }) => {
        const ms = quantile(perCall(way, calls)) * calls;
        const mb = statSync(path).size / 1e6;
        const ratio = quantile(ratios(perCall(way, calls), perCall(way, SIZES[0]!)));
        return [
          calls.toLocaleString("en"),
          fixed(mb, 1),
          fixed(ms, 1),
          fixed((mb / ms) * 1_000, 0),
          fixed((ms / calls) * 1_000, 1),
          fixed(ratio),
        ];
      }),
    );
  }
});

async function repeat(calls: number, work: () => Promise<void>): Promise<void> {
  for (let done = 0; done < repeats(calls); done++) await work();
}

/** As a run leaves it: one attempt each, a turn every few calls, an answer of some sentences. */
async function write(path: string, calls: number): Promise<string> {
  const journal = openJournal(path, { clock: systemClock });
  const at = systemClock.date().toISOString();
  for (let number = 0; number < calls; number++) {
    const call = `turn/${Math.floor(number / SEATS)}/player/${number % SEATS}`;
    const hash = number.toString(36).padStart(22, "0");
    journal.start({
      call,
      attempt: 1,
      hash,
      role: "player",
      model: "alibaba/qwen-plus",
      turn: Math.floor(number / SEATS),
      atMost: 0.0012,
      at,
    });
    const usage = { input: 3_200, cacheRead: 3_000, cacheWrite: 0, output: 110, reasoning: 0 };
    journal.end(
      { call, attempt: 1, ms: 2_345, billing: "reported", usage, cost: 0.00041, saved: 0.0009 },
      { hash, result: { text: REPLY, finish: "stop", model: "qwen-plus" } },
    );
  }
  await journal.close();
  return path;
}
