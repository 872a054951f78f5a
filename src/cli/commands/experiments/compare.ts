/** Compares sessions, branches or matrices. */
import { comparedResult, compareFolders } from "../../../api/compare.ts";
import { EMBEDDED, headline, metricNames } from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { armsText, comparisonText, metricText } from "./comparison-text.ts";

export default defineCommand({
  name: "compare",
  summary: "Compare sessions, branches or matrices",
  description:
    "For sessions and branches: the settings that differ, the first turn that differs (with its texts), and the issues, metrics and cost of each. These are shown over the turns that all sessions share (for branches, after the branch point) and over all turns that each one played itself.\n\n" +
    "Differences are tested for significance wherever pairs exist: branches of the same checkpoints with the same dice, sessions of the same groups, prompts or narrators of one matrix (--by), two matrices over the same groups. One primary metric decides. Fewer than six pairs are insufficient evidence.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "Folders of sessions, two or more; or of matrices (or matrix.json files), one or more.",
        required: true,
        variadic: true,
      },
    ],
  },
  flags: {
    metric: {
      type: "choice",
      choices: metricNames,
      value: "NAME",
      help: "The primary metric. Default: overall, or the matrix's own; another one counts as one test among many. For sessions, only this metric is shown.",
    },
    by: {
      type: "choice",
      choices: ["prompt", "narrator"],
      help: "One matrix: compare each prompt, or each narrator, with the first (default: the one that varies). Several matrices: one comparison for each prompt or narrator they share.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse compare sessions/abc123 sessions/abc123-t22-2026-11-15-090000",
      does: "A session and its branch.",
    },
    { command: "rehearse compare sessions/* --metric issues", does: "One metric of each session." },
    {
      command: "rehearse compare matrices/standard-2026-11-15-090000 --by prompt",
      does: "Each prompt beside the first, with statistics.",
    },
    {
      command: "rehearse compare matrices/before matrices/after --metric soundness",
      does: "Two matrices over the same groups.",
    },
    {
      command: "rehearse compare matrices/before matrices/after --by prompt",
      does: "The same for each prompt separately.",
    },
  ],
  async run({ flags, positionals: dirs, io }) {
    const compared = compareFolders(dirs, flags, (note) => io.warn(terminalText(note)));
    const { comparisons } = compared;
    if (flags.json) return io.json(comparedResult(compared, flags.metric));
    if (compared.kind === "matrices") {
      if (compared.matrices.some(({ rows }) => rows.some(({ narrator }) => isEmbedded(narrator))))
        io.out(`${EMBEDDED}\n`);
      return io.out(armsText(comparisons, io));
    }
    const { sessions, comparison } = compared;
    const { metric } = flags;
    io.out(terminalText(metric === undefined ? comparisonText(comparison) : metricText(comparison, metric)));
    if (sessions.some(({ state }) => isEmbedded(state.config.narratorModel))) io.out(`\n${EMBEDDED}`);
    // With fewer than two pairs a table would suggest evidence that does not exist.
    if (comparisons.length > 0)
      io.out(
        `\n${comparisons.every(({ paired }) => paired < 2) ? comparisons.map((each) => terminalText(headline(each))).join("\n") : armsText(comparisons, io)}`,
      );
  },
});

const isEmbedded = (narrator: string): boolean => narrator === "house" || narrator.startsWith("house/");
