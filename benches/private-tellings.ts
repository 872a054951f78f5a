/**
 * Claim: what the guide says about private tellings. For each state of the classifier: how many whispers reach another
 * player, how many arrive at their target, and how many public sentences are withheld from somebody. The narrator's turns go
 * through the functions that play uses; only the classifier's model is scripted. Each turn is routed twice, with the target
 * as the spokesperson and with somebody else, and the worse of the two counts.
 *
 *     [REHEARSE_DATA=…] node benches/private-tellings.ts [--list] [whispers.jsonl …]
 *
 * Without files it reads the sets in tests/fixtures/whispers. Where REHEARSE_DATA names a folder, `narrated` and `crd3`
 * in it are read too. `--list` prints each exposed whisper and each withheld public sentence.
 */
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { systemClock } from "../src/kernel/clock/index.ts";
import { openJournal } from "../src/kernel/journal/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import {
  crd3In,
  measureTellings,
  narratedIn,
  states,
  whispersIn,
  type Telling,
} from "../tests/support/playtest/private-tellings.ts";
import { fixed, inTemporaryFolder, printHeader, printTable } from "./measure.ts";

const rate = (hits: number, trials: number): string => {
  if (trials === 0) return "-";
  const [low, high] = clopperPearson(hits, trials);
  const percent = (share: number) => fixed(100 * share, 1);
  return `${hits}/${trials} ${percent(hits / trials)} % [${percent(low)}, ${percent(high)}]`;
};

printHeader("Private tellings, by the state of the classifier (95 % intervals of Clopper and Pearson)");
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
const list = process.argv.includes("--list");
const files = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const sets: Array<[name: string, items: Telling[]]> = (
  files.length > 0
    ? files
    : ["whispers", "whispers-2", "heldout"].map((name) =>
        join(import.meta.dirname, `../tests/fixtures/whispers/${name}.jsonl`),
      )
).map((path) => [basename(path), whispersIn(path)]);
const data = process.env.REHEARSE_DATA;
const narrated = join(data ?? "", "narrated", "sessions.jsonl");
const crd3 = join(data ?? "", "crd3");
if (data !== undefined && existsSync(narrated)) sets.push(["narrated", narratedIn(narrated)]);
else console.log("Not measured: narrated (set REHEARSE_DATA to the folder that holds it).");
if (data !== undefined && existsSync(crd3)) sets.push(["crd3", crd3In(crd3)]);
else console.log("Not measured: crd3 (set REHEARSE_DATA to the folder that holds it).");

await inTemporaryFolder(async (folder) => {
  const journal = openJournal(join(folder, "calls.jsonl"), { clock: systemClock });
  for (const [name, items] of sets) {
    const rows: string[][] = [];
    for (const state of Object.keys(states)) {
      const { whispers, exposed, served, secret, open, leaked, withheld } = await measureTellings(items, {
        state,
        journal,
      });
      rows.push([
        state,
        rate(exposed, whispers),
        rate(leaked.length, secret),
        rate(served, whispers),
        rate(withheld.length, open),
      ]);
      if (!list) continue;
      for (const sentence of leaked) console.log(`${name}, ${state}: EXPOSED ${sentence}`);
      for (const sentence of withheld) console.log(`${name}, ${state}: WITHHELD ${sentence}`);
    }
    console.log(`${name}: ${items.length} turns`);
    printTable(
      [
        "classifier",
        "whispers exposed",
        "private sentences exposed",
        "targets served",
        "public sentences withheld",
      ],
      rows,
    );
  }
  await journal.close();
});
