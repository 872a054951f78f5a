/**
 * Claim: the shipped rules catch crisis messages that they were not written from, and alarm on at most one benign
 * message in ten. Prints recall and false alarms per family, with exact 95 % intervals (Clopper and Pearson).
 *
 *     node benches/redline-sets.ts                     (the sets in tests/fixtures/redline; a few seconds)
 *     node benches/redline-sets.ts DIR… [--show]       (folders with crisis.jsonl and benign.jsonl; --show lists errors)
 *
 * Each line is { id, family, text }. Exit 1 where false alarms are above 10 %.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadBanks } from "../src/retrieval/banks.ts";
import { createPatternMatcher } from "../src/retrieval/mechanisms/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import { fixed, printHeader, printTable } from "./measure.ts";

const MOST_FALSE_ALARMS = 0.1;
const root = resolve(import.meta.dirname, "..");
const given = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folders =
  given.length > 0
    ? given
    : ["dev", "dev2", "heldout"].map((name) => join(root, "tests/fixtures/redline", name));
const { rules } = loadBanks(join(root, "test_banks"), { which: ["pattern"], required: true });
const { match } = createPatternMatcher(rules!);

type Line = { id: string; family: string; text: string };
const linesOf = (folder: string, name: string): Line[] =>
  readFileSync(join(folder, name), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Line);

for (const folder of folders)
  for (const [name, what] of [
    ["crisis.jsonl", "recall"],
    ["benign.jsonl", "false alarms"],
  ] as const) {
    const judged = linesOf(folder, name).map((line) => ({
      ...line,
      by: match(line.text).details.filter(({ entity_id }) => entity_id === "handler_crisis"),
    }));
    const row = (title: string, lines: typeof judged) => {
      const hits = lines.filter(({ by }) => by.length > 0).length;
      const [low, high] = clopperPearson(hits, lines.length);
      return [
        title,
        `${hits}/${lines.length}`,
        percent(hits / lines.length),
        `${percent(low)} to ${percent(high)}`,
      ];
    };
    printHeader(`${folder}: ${what}`);
    printTable(
      ["family", "matched", "%", "95 %"],
      [
        ...[...Map.groupBy(judged, ({ family }) => family)].map(([family, lines]) => row(family, lines)),
        row("all", judged),
      ],
    );
    if (process.argv.includes("--show"))
      for (const { id, family, text, by } of judged)
        if (by.length > 0 !== (what === "recall"))
          console.log(`${id} ${family}: ${text}${by.map((one) => ` [${one.by}: ${one.text}]`).join("")}`);
    if (
      what === "false alarms" &&
      judged.filter(({ by }) => by.length > 0).length > MOST_FALSE_ALARMS * judged.length
    )
      process.exitCode = 1;
  }

function percent(share: number): string {
  return fixed(100 * share, 1);
}
