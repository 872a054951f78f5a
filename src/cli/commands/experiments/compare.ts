/** Compares sessions, branches or matrices. */
import { compareFolders } from "../../../api/compare.ts";
import { defineCommand, verdictText } from "../../frame/index.ts";
import { differencesText } from "./comparison-text.ts";

export default defineCommand({
  name: "compare",
  summary: "Compare sessions, branches or matrices",
  description:
    "Sessions and branches: what each lost, which problems are gone or new, the settings and prompts that differ, and the first turn that differs. Branches are compared over the turns that all of them have after the branch point. One pair cannot tell cause from luck: `rehearse ab` and `rehearse matrix` can.\n\n" +
    "Matrices: compares overall, group by group: each prompt or narrator (--by) with the first, or several matrices over the same groups with the first matrix.",
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
    {
      command: "rehearse compare matrices/standard-2026-11-15-090000 --by prompt",
      does: "Compare each prompt with the first.",
    },
    {
      command: "rehearse compare matrices/before matrices/after",
      does: "Two matrices over the same groups.",
    },
  ],
  async run({ flags, positionals: dirs, io }) {
    const result = compareFolders({ dirs, by: flags.by }, { command: io.command("").trim() });
    if (flags.json) return io.json(result);
    io.out([verdictText(result.verdict, io), ...differencesText(result)].join("\n\n"));
  },
});
