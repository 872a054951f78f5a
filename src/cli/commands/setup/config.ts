/** Shows each setting, its value and its source. */
import { createCasting, createCatalog } from "../../../kernel/models/index.ts";
import { noteLine } from "../../../kernel/report/index.ts";
import { settingsGuide } from "../../../kernel/settings/index.ts";
import { defineCommand, table } from "../../frame/index.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

const SEED_NOTE =
  "No seed is set: play and matrix draw a new one for each run and print it. The default applies to other commands.";

export default defineCommand({
  name: "config",
  summary: "Show every setting and where it comes from",
  description:
    "Flags take precedence over the environment, the environment over rehearse.config.ts (or .mts), and the file over defaults. Keys are never shown.",
  flags: {
    ...settingsFlags,
    budget: budgetFlag("As other commands take it."),
    seed: { type: "string", value: "SEED", help: "As other commands take it." },
    guide: { type: "boolean", help: "Explain every option instead, in Markdown." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse config", does: "Every option, its value and its source." },
    { command: "rehearse config --guide", does: "Every option with its purpose, default and an example." },
    { command: "rehearse config --config ci.config.ts", does: "The same with another file." },
  ],
  async run({ flags, io }) {
    if (flags.guide) return io.out(settingsGuide());
    const { settings, sources, file, oneKey } = await configFrom({ ...flags, guide: undefined });
    const notes = [
      ...createCasting({ catalog: createCatalog(settings), oneKey })
        .notes()
        .map(noteLine),
      ...(sources.seed === "default" ? [SEED_NOTE] : []),
    ];
    if (flags.json) return io.json({ file: file ?? null, settings, sources, notes });
    io.out(
      file === undefined ? "File: none (no rehearse.config.ts or .mts in this folder)" : `File: ${file}`,
    );
    const rows = Object.entries(sources).map(([option, source]) => [
      option,
      source,
      JSON.stringify(settings[option as keyof typeof settings]) ?? "-",
    ]);
    io.out(table(["option", "from", "value"], rows));
    for (const note of notes) io.out(note);
  },
});
