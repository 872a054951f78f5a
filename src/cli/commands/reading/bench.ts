/** Measures how well detectors and readers find known faults. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DetectorBench, OperatorScore } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { BENCH_SEEDS, benchDetectors, COPIES } from "../../../playtest/index.ts";
import { defineCommand, type FlagSpec, kebab, table } from "../../frame/index.ts";
import { observerFlags, runBenchObserver } from "./bench-observer.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { configFrom } from "../flags/settings-flags.ts";

const detectorFlags = {
  seeds: {
    type: "string",
    value: "A,B",
    help: `(bench detectors) Seeds of the groups that play. Default: ${BENCH_SEEDS.join(",")}.`,
  },
  copies: {
    type: "integer",
    value: "N",
    min: 1,
    help: `(bench detectors) Copies of each session for each fault. Default: ${COPIES}.`,
  },
  misses: { type: "boolean", help: "(bench detectors) List the planted faults that were not found." },
  falseAlarms: { type: "boolean", help: "(bench detectors) List the findings where nothing was planted." },
} as const;

export default defineCommand({
  name: "bench",
  summary: "Measure how well the detectors, or a reader, find known faults",
  usage: "detectors [flags]\nobserver --corpus DIR --observer MODEL [flags]",
  description:
    "`bench detectors` tests the mechanical detectors. It plays clean sessions of every shipped story on the embedded cast, plants one fault in each copy, and counts how many are found and how many false positives the clean sessions give. Faults that only a reader can find are not planted. It calls no model and leaves no files. The same seeds give the same numbers. Rates on house text say nothing about other text.\n\n" +
    "`bench observer` lets a model read labelled sessions and prints recall and precision of each kind of finding, with 95 % intervals, how many hard negatives it does not flag, and the cost of a turn. A finding counts if its quote is in the text and the second look confirmed it. The model never sees the labels.",
  args: {
    positionals: [
      { name: "what", help: "detectors or observer.", required: true, choices: ["detectors", "observer"] },
    ],
  },
  flags: {
    ...detectorFlags,
    ...observerFlags,
    json: { type: "boolean", help: "Print one JSON document, with all misses and false positives." },
  },
  examples: [
    { command: "rehearse bench detectors", does: "All stories, four groups each." },
    { command: "rehearse bench detectors --seeds 1,2 --json", does: "Other groups, for scripts." },
    {
      command: "rehearse bench observer --corpus tests/fixtures/narrated --observer haiku --dry-run",
      does: "Estimate the cost of a reader.",
    },
    {
      command:
        "rehearse bench observer --corpus tests/fixtures/narrated --observer haiku --sessions a01,a02 --verbose",
      does: "Two sessions, with every miss and false positive.",
    },
  ],
  async run({ flags, positionals: [what], io, signal }) {
    if (what === "observer") {
      refuseFlags(flags, { of: detectorFlags, bench: "detectors" });
      return runBenchObserver(flags, io, signal);
    }
    refuseFlags(flags, { of: observerFlags, bench: "observer" });
    const seeds = seedsFrom(flags.seeds);
    const config = await configFrom({});
    const harness = playtestHarness(config, io, signal);
    const out = mkdtempSync(join(tmpdir(), "rehearse-bench-"));
    const progress = io.progress("playing");
    try {
      const bench = await benchDetectors(harness, {
        seeds,
        out,
        copies: flags.copies,
        onPlayed: (done, all) => progress.show(`${done}/${all} sessions`),
      });
      progress.done();
      if (flags.json) return io.json(bench);
      io.out(benchText(bench));
      if (flags.misses) io.out(missesText(bench));
      if (flags.falseAlarms) io.out(alarmsText(bench));
    } finally {
      progress.done();
      rmSync(out, { recursive: true, force: true });
      await harness.close();
    }
  },
});

/** Refuses flags of the other bench, which would have no effect. */
function refuseFlags(
  flags: Readonly<Record<string, unknown>>,
  { of, bench }: { of: Readonly<Record<string, FlagSpec>>; bench: string },
): void {
  const isGiven = ([name, spec]: [string, FlagSpec]) => {
    const value = flags[name];
    const unset = "default" in spec ? spec.default : undefined;
    return Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== false && value !== unset;
  };
  const given = Object.entries(of)
    .filter(isGiven)
    .map(([name]) => `--${kebab(name)}`);
  if (given.length > 0)
    throw new HarnessError({
      code: "bad-argument",
      message: `${given.join(", ")} work${given.length === 1 ? "s" : ""} only with: rehearse bench ${bench}.`,
      remedy: "Remove it, or run the other bench. rehearse bench --help lists the flags of each.",
    });
}

function seedsFrom(given: string | undefined): number[] {
  if (given === undefined) return [...BENCH_SEEDS];
  const seeds = given
    .split(",")
    .map((seed) => seed.trim())
    .filter((seed) => seed !== "");
  const wrong = seeds.find((seed) => !/^\d{1,15}$/.test(seed));
  // "301-304" would be one group, not four.
  if (wrong !== undefined || seeds.length === 0)
    throw new HarnessError({
      code: "bad-argument",
      message:
        wrong === undefined
          ? `--seeds ${JSON.stringify(given)} contains no seed.`
          : `--seeds needs whole numbers, not ${JSON.stringify(wrong)}.`,
      remedy: "Separate seeds by commas: --seeds 1,2.",
    });
  return [...new Set(seeds.map(Number))];
}

export function benchText({
  sessions,
  operators,
  detectors,
  notes,
  seeds,
  prevalence,
}: Omit<DetectorBench, "misses" | "falseAlarms">): string {
  return [
    `Mechanical detectors on house text, ${sessions} ${sessions === 1 ? "session" : "sessions"}, seeds: ${seeds.join(", ")}. Precision and lift assume ${prevalence === 0.01 ? "one fault" : `${100 * prevalence} faults`} per 100 turns.`,
    "",
    table(
      ["planted", "found as", ...RECALL],
      operators.map((score) => [score.name, score.expects, ...recall(score)]),
      { right: [2, 3, 4, 5] },
    ),
    "",
    table(
      ["finding", "clean turns", "false positives", "in 100 turns", "95 %", "precision", "95 %", "lift"],
      detectors.map(
        ({
          name,
          cleanTurns,
          falseAlarms,
          per100Turns,
          per100Interval,
          precision,
          precisionInterval,
          lift,
        }) => [
          name,
          String(cleanTurns),
          String(falseAlarms),
          number(per100Turns, 2),
          between(per100Interval),
          number(precision, 3),
          between(precisionInterval),
          number(lift, 1),
        ],
      ),
      { right: [1, 2, 3, 4, 5, 6, 7] },
    ),
    "",
    ...notes,
  ].join("\n");
}

const RECALL = ["of", "found", "recall", "95 %"];
const recall = ({ planted, hits, recall: share, interval }: OperatorScore): string[] => [
  String(planted),
  String(hits),
  number(share, 3),
  between(interval),
];
const number = (value: number | null, digits: number): string => value?.toFixed(digits) ?? "-";
const between = (bounds: readonly number[] | null): string =>
  bounds?.map((bound) => bound.toFixed(2)).join("-") ?? "-";

export const missesText = ({ misses }: Pick<DetectorBench, "misses">): string =>
  list(
    "Not found:",
    misses.map(({ operator, session, turn, about }) => `${operator}, ${session}, turn ${turn}: ${about}`),
  );

export const alarmsText = ({ falseAlarms }: Pick<DetectorBench, "falseAlarms">): string =>
  list(
    "False positives:",
    falseAlarms.map(({ finding, session, turn, about }) => `${finding}, ${session}, turn ${turn}: ${about}`),
  );

const list = (title: string, lines: readonly string[]): string =>
  [title, ...(lines.length === 0 ? ["none"] : lines).map((line) => `  ${line}`)].join("\n");
