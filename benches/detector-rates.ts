/**
 * Writes what is known about the detectors' errors into its data file and the guide: all stories, all report seeds, and text
 * by people where REHEARSE_DATA names it.
 *
 *     REHEARSE_DATA=… node benches/detector-rates.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, loadConfig } from "../src/config.ts";
import { createHarness } from "../src/kernel/run/index.ts";
import { benchDetectors, benchMarkdown, houseCast, REPORT_SEEDS } from "../src/playtest/index.ts";
import { inTemporaryFolder } from "./measure.ts";

const root = join(import.meta.dirname, "..");
const harness = createHarness({ ...(await loadConfig()), house: houseCast });
await inTemporaryFolder(async (out) => {
  const {
    notes,
    misses: _misses,
    falseAlarms: _falseAlarms,
    ...record
  } = await benchDetectors(harness, { seeds: REPORT_SEEDS, out, data: dataFolder() });
  if (!record.kinds.human) throw new Error(notes.join(" "));
  writeFileSync(
    join(root, "src/playtest/detect/measured-rates.json"),
    `${JSON.stringify(record, null, 1)}\n`,
  );
  const guide = join(root, "docs/guide/detectors.md");
  writeFileSync(
    guide,
    readFileSync(guide, "utf8").replace(
      /(<!-- rates -->\n)[^]*(\n<!-- \/rates -->)/,
      (_, before: string, after: string) => `${before}${benchMarkdown(record)}${after}`,
    ),
  );
});
await harness.close();
