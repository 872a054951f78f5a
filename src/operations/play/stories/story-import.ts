/** A model proposes a structured guide from a text. */
import { dirname, join, parse } from "node:path";
import { z } from "zod";
import type { ImportedStory } from "../../../contract/index.ts";
import { callText, about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { costCautions } from "../../../kernel/journal/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../../kernel/models/index.ts";
import { noteLine, dollars } from "../../../kernel/report/index.ts";
import { answer, stepTo } from "../../../kernel/verdict-words/index.ts";
import { exists, makeFolder, newRunFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  estimateImport,
  type ImportEstimate,
  importStory,
  readSource,
  slug,
} from "../../../playtest/index.ts";
import { type Ran, operation } from "../../declaration.ts";
import { priceText } from "../../dry-run.ts";
import { file, flag, path, runOptions } from "../../options.ts";
import { storyFile } from "./story-check.ts";

type Plan = {
  from: string;
  out: string;
  text: string;
  model: ResolvedModel;
  estimate: ImportEstimate;
  force: boolean;
};

export default operation({
  name: "story import",
  description:
    "A model proposes a structured guide from Markdown or plain text, as a JSON file that you can edit. " +
    "The proposal passes the same checks as `story check`.",
  input: z.strictObject({
    file: path().meta({ description: "The text: its path, or its name in stories/.", value: "FILE" }),
    model: z.string().min(1).meta({ description: "The model that reads the text.", value: "MODEL" }),
    out: file("Where the guide is written. Default: NAME-guide.json beside the text.").optional(),
    force: flag("Overwrite the file."),
    config: runOptions.config,
    budget: runOptions.budget,
  }),
  arguments: ["file"],
  examples: [
    { input: { file: "my-story", model: "opus-4.5" }, says: "Propose a structured guide of my-story." },
  ],
  plan({ file: named, model: asked, out, force = false }, { harness }): Plan {
    const from = about("file", () => storyFile(named, harness));
    const text = readSource(from);
    const model = about("model", () => harness.casting.modelFor("calibrator", { asked }));
    if (model.kind !== "language" || model.provider === "house")
      throw new HarnessError({
        code: "wrong-model",
        option: "model",
        message: `${model.label} cannot read a guide.`,
        remedy: `Name a language model with ${optionText("model")}: ${callText("models")} lists them.`,
      });
    return {
      from,
      // Next to the source, under another name, because stories are found by name.
      out: out ?? join(dirname(from), `${parse(from).name}-guide.json`),
      text,
      model,
      estimate: estimateImport(text, model),
      force,
    };
  },
  ready({ out, force, model }, { harness }) {
    if (exists(out) && !force)
      throw new HarnessError({
        code: "file-exists",
        option: "out",
        message: `${out} exists.`,
        remedy: `Give another ${optionText("out")}, or ${optionText("force", true)} to overwrite it.`,
      });
    harness.requireReady([{ role: "calibrator", model }]);
  },
  preview: ({ from, out, text, model, estimate }) => ({
    data: { path: from, out, model: model.label, characters: text.length, estimate },
    shown: [
      answer(`Nothing was called. Estimated cost: ${priceText(estimate)}.`, {
        cautions: localPriceNotes([model]).map(noteLine),
        facts: [
          { label: "Text", value: from, note: `${text.length} characters` },
          { label: "Guide", value: out },
          { label: "Model", value: model.label, note: "one call" },
        ],
      }),
    ],
  }),
  async run({ from, out, text, model, estimate }, { harness, signal, on }): Promise<Ran<ImportedStory>> {
    on({ type: "note", text: `One call to ${model.label}: ${priceText(estimate)}.` });
    const id = slug(parse(out).name) ?? "story";
    const folder = newRunFolder("calls", `import-${slug(parse(from).name) ?? "story"}`, harness.clock.date());
    const run = await harness.openRun(folder);
    try {
      const { gateway } = run;
      const { guide, open, answeredBy } = await importStory({ gateway, model, text, id, signal });
      makeFolder(dirname(out));
      await writeFileSafely(out, `${JSON.stringify(guide, null, 2)}\n`);
      const totals = run.journal.totals();
      const notes = localPriceNotes([model]);
      for (const note of [...notes.map(noteLine), ...costCautions(totals.all)])
        on({ type: "note", level: "warning", text: note });
      const result = { path: out, guide, open, model: model.label, answeredBy, dir: run.dir, totals, notes };
      return { result };
    } finally {
      await run.close();
    }
  },
  show: ({ path: written, guide: { title, pulses, npcs, endings }, open, dir, totals }) => [
    answer(`${title}: ${written}`, {
      facts: [
        { label: "Cost", value: dollars(totals.all.cost), note: `journal in ${dir}` },
        { label: "Beats", value: pulses.map((pulse) => pulse.title).join(", ") },
        { label: "People", value: npcs.map(({ name }) => name).join(", ") },
        { label: "Endings", value: endings.map((ending) => ending.title).join(", ") },
        { label: "Open problems", value: open.length === 0 ? "none" : open.join("; ") },
      ],
      next: [stepTo("Edit it, then check it.", { operation: "story check", input: { file: written } })],
    }),
  ],
});
