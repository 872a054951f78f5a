/** How far the harness's own judgement can be trusted. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dataFolder } from "../../config.ts";
import type { DetectorBench } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { benchDetectors, benchMarkdown, REPORT_SEEDS, type Tried } from "../../playtest/index.ts";
import { defineCommand, table } from "../frame/index.ts";
import { playtestHarness } from "./playtest-harness.ts";
import { configFrom, seedOf } from "./settings-flags.ts";

export default defineCommand({
  name: "bench",
  summary: "Planted faults: precision and recall of each detector",
  usage: "detectors",
  description:
    "`bench detectors` plays clean sessions of every shipped story on the embedded cast, plants one fault in each copy of them, and counts what the detectors find of it, and what they find in the clean ones. No model is asked and nothing is left behind; the same seeds give the same numbers.\n\n" +
    "Where REHEARSE_DATA names a folder with crd3 and dbdc3, the same is done with what people said at a table, in columns of its own: rates of one kind of text say nothing about another.",
  args: { positionals: [{ name: "what", help: "detectors.", required: true }] },
  flags: {
    seeds: { type: "string", value: "A,B", help: `Groups to play with; by default ${REPORT_SEEDS.join(",")}, which no rule was fitted on.` },
    copies: { type: "integer", value: "N", help: "Copies of each session for each fault." },
    misses: { type: "boolean", help: "List the planted faults that were not found." },
    markdown: { type: "boolean", help: "Print the tables of the guide." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse bench detectors", does: "All stories, four groups each." },
    { command: "rehearse bench detectors --seeds 1,2 --json", does: "Other groups, for scripts." },
  ],
  async run({ flags, positionals: [what], io }) {
    if (what !== "detectors") throw new HarnessError({ code: "bad-argument", message: `There is no bench "${what}".`, remedy: "Write: rehearse bench detectors." });
    const seeds = seedsFrom(flags.seeds);
    const config = await configFrom({});
    const harness = playtestHarness(config, io);
    const out = mkdtempSync(join(tmpdir(), "rehearse-bench-"));
    const progress = io.progress("playing");
    let tried: readonly Tried[] = [];
    try {
      const bench = await benchDetectors(harness, { seeds, out, data: dataFolder(), copies: flags.copies, onPlayed: (done, all) => progress.show(`${done}/${all} sessions`), onTried: (all) => void (tried = all) });
      progress.done();
      if (flags.json) return io.json(bench);
      io.out(flags.markdown ? benchMarkdown(bench) : benchText(bench));
      if (flags.misses) io.out(missesText(tried));
    } finally {
      progress.done();
      rmSync(out, { recursive: true, force: true });
      await harness.close();
    }
  },
});

function seedsFrom(given: string | undefined): Array<number | string> {
  const seeds = given?.split(",").map((seed) => seed.trim()).filter((seed) => seed !== "").map(seedOf) ?? [...REPORT_SEEDS];
  if (seeds.length === 0) throw new HarnessError({ code: "bad-argument", message: `--seeds ${JSON.stringify(given)} names no seed.`, remedy: "Give some, with commas: --seeds 1,2." });
  return [...new Set(seeds)];
}

function benchText({ kinds, notes, seeds }: DetectorBench): string {
  return [
    `Seeds ${seeds.join(", ")}.`,
    ...Object.entries(kinds).flatMap(([kind, rates]) => [
      "",
      `On ${kind} text (${rates.sessions} ${rates.sessions === 1 ? "session" : "sessions"})`,
      table(
        ["planted", "found as", "of", "found", "recall", "95 %"],
        rates.operators.map(({ name, expects, planted, hits, recall, interval }) => [name, expects, String(planted), String(hits), recall?.toFixed(3) ?? "-", interval?.map((bound) => bound.toFixed(2)).join("-") ?? "-"]),
        { right: [2, 3, 4, 5] },
      ),
      "",
      table(
        ["finding", "clean turns", "false alarms", "in 100 turns", "precision", "lift"],
        rates.detectors.map(({ name, hint, cleanTurns, falseAlarms, per100Turns, precision, lift }) => [hint ? `${name} (hint)` : name, String(cleanTurns), String(falseAlarms), per100Turns?.toFixed(2) ?? "-", precision?.toFixed(3) ?? "-", lift?.toFixed(1) ?? "-"]),
        { right: [1, 2, 3, 4, 5] },
      ),
    ]),
    "",
    ...notes,
  ].join("\n");
}

const missesText = (tried: readonly Tried[]): string =>
  ["Not found, on house text:", ...tried.filter(({ hit }) => !hit).map(({ operator, transcript, turn, about }) => `  ${operator}, ${transcript}, turn ${turn}: ${about}`)].join("\n");
