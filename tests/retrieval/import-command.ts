/** The command that imports banks, on files of a new folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { SemanticTest } from "../../src/contract/index.ts";
import { loadBanks } from "../../src/retrieval/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";

export const rehearse = (...argv: string[]) => runCommand(argv);

export function folder(files: Record<string, string | Buffer> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "import-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

export const jsonLines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

export const beir = () => ({
  "corpus.jsonl": jsonLines(
    { _id: "d1", title: "Tides", text: "The moon pulls the sea.", metadata: {} },
    { _id: "d 2/ä", title: "", text: "Salt comes from the sea." },
    { _id: "d3", title: "Boats", text: "" },
  ),
  "queries.jsonl": jsonLines(
    { _id: "q1", text: "why are there tides", metadata: {} },
    { _id: "q 2/..", text: "where does salt come from" },
    { _id: "q3", text: "not judged" },
  ),
  "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td3\t1\nq1\td 2/ä\t0\nq 2/..\td 2/ä\t1\n",
});

export const testsIn = (dir: string): readonly SemanticTest[] =>
  loadBanks(join(dir, "test_banks"), { which: ["semantic"] }).semantic!;
