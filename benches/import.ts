/**
 * Claim: importing takes time in proportion to the rows, and memory for the ids alone, not for the texts. Each size runs
 * in its own process, to measure its own peak. Exit 1: not linear, or too much memory.
 *
 *     node benches/import.ts [sizes, e.g. 10000,20000,50000,100000]
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importBank } from "../src/retrieval/index.ts";
import { fixed, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const FORMATS = ["beir", "csv", "jsonl"] as const;
type Format = (typeof FORMATS)[number];
type Wish = { format: Format; rows: number };
type Measured = Wish & { ms: number; cpuMs: number; peakMb: number; inputMb: number };

/** Processor time per row may differ by this factor between sizes: small ones also pay for the start. */
const LINEAR = 1.6;
/** From the smallest size to the largest: ids are kept, to find the ones that occur twice; texts are not. */
const MOST_BYTES_PER_ROW = 2_500;
const TEXT = "The moon pulls the sea, and the sea pulls the moon. ".repeat(20);

const [first = "10000,20000,50000,100000", second = ""] = process.argv.slice(2);
if (first === "--one") await measure(JSON.parse(second) as Wish);
else main(first.split(",").map(Number));

function main(sizes: readonly number[]): void {
  printHeader("Import of many rows: a query, a document of 1 KB (BEIR) and a judgement each");
  const run = (wish: Wish): Measured => {
    const output = execFileSync(
      process.execPath,
      [fileURLToPath(import.meta.url), "--one", JSON.stringify(wish)],
      { encoding: "utf8" },
    );
    return JSON.parse(output) as Measured;
  };
  const failures: string[] = [];
  const rows = FORMATS.flatMap((format) => {
    const idle = run({ format, rows: 1 });
    const measured = sizes.map((rows) => run({ format, rows }));
    const each = ({ cpuMs, rows }: Measured) => (cpuMs - idle.cpuMs) / rows;
    const [smallest, largest] = [measured[0]!, measured.at(-1)!];
    const perRow = ((largest.peakMb - smallest.peakMb) * 2 ** 20) / (largest.rows - smallest.rows);
    const growth = each(largest) / each(smallest);
    if (growth > LINEAR) failures.push(`${format}: time per row grows by ${fixed(growth, 2)}`);
    if (perRow > MOST_BYTES_PER_ROW) failures.push(`${format}: ${fixed(perRow, 0)} bytes of memory per row`);
    console.log(
      `${format}: time per row ×${fixed(growth, 2)} from the smallest to the largest, ${fixed(perRow, 0)} bytes of memory per further row`,
    );
    return measured.map((one) => [
      format,
      one.rows.toLocaleString("en"),
      fixed(one.inputMb, 1),
      fixed(one.ms / 1_000, 2),
      fixed(each(one) * 1_000, 0),
      fixed(one.peakMb, 0),
    ]);
  });
  console.log("");
  printTable(["format", "rows", "input MB", "seconds", "processor µs a row", "peak MB"], rows);
  for (const failure of failures) console.log(`NOT LINEAR: ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}

async function measure({ format, rows }: Wish): Promise<void> {
  await inTemporaryFolder(async (dir) => {
    const { path, bytes } = write(dir, { format, rows });
    const before = process.cpuUsage();
    const began = performance.now();
    const { tests } = await importBank({ paths: [path], out: join(dir, "out"), name: "bench" });
    const ms = performance.now() - began;
    const { user, system } = process.cpuUsage(before);
    if (tests !== rows) throw new Error(`${tests} of ${rows} rows were imported`);
    const measured: Measured = {
      format,
      rows,
      ms,
      cpuMs: (user + system) / 1_000,
      peakMb: process.resourceUsage().maxRSS / 1_024,
      inputMb: bytes / 2 ** 20,
    };
    console.log(JSON.stringify(measured));
  });
}

function write(dir: string, { format, rows }: Wish): { path: string; bytes: number } {
  const line = (name: string, make: (row: number) => string, head = ""): number => {
    const path = join(dir, name);
    const file = openSync(path, "w");
    writeSync(file, head);
    for (let start = 0; start < rows; start += 1_000)
      writeSync(
        file,
        Array.from({ length: Math.min(1_000, rows - start) }, (_, at) => `${make(start + at)}\n`).join(""),
      );
    closeSync(file);
    return statSync(path).size;
  };
  if (format === "csv")
    return {
      path: join(dir, "t.csv"),
      bytes: line(
        "t.csv",
        (row) => `q-${row},"what about ""${row}"", then?",doc-${row};doc-${row + 1}`,
        "id,query,expected\n",
      ),
    };
  if (format === "jsonl")
    return {
      path: join(dir, "t.jsonl"),
      bytes: line("t.jsonl", (row) =>
        JSON.stringify({ id: `q-${row}`, query: `what about ${row}?`, expected: [`doc-${row}`] }),
      ),
    };
  mkdirSync(join(dir, "qrels"));
  return {
    path: dir,
    bytes:
      line("corpus.jsonl", (row) =>
        JSON.stringify({ _id: `doc-${row}`, title: `Document ${row}`, text: TEXT }),
      ) +
      line("queries.jsonl", (row) => JSON.stringify({ _id: `q-${row}`, text: `what about ${row}?` })) +
      line("qrels/test.tsv", (row) => `q-${row}\tdoc-${row}\t1`, "query-id\tcorpus-id\tscore\n"),
  };
}
