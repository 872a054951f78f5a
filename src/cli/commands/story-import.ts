/** A structured guide that a model proposes from an author's text, as a file to edit. */
import { existsSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import type { Story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { localPriceNotes } from "../../kernel/models/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { createHarness } from "../../kernel/run/index.ts";
import { makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import {
  estimateImport,
  findContent,
  importStory,
  readSource,
  slug,
  type ImportEstimate,
} from "../../playtest/index.ts";
import { terminalText, type Io } from "../frame/index.ts";
import { costNotes } from "./cost.ts";
import { newRunFolder } from "./new-run-folder.ts";
import { dryExit, problemLines, problemsOf } from "./plan-text.ts";
import { sayRetry } from "./say-retry.ts";
import { configFrom } from "./settings-flags.ts";

type Given = {
  model?: string;
  out?: string;
  force?: boolean;
  dryRun?: boolean;
  budget?: number;
  config?: string;
  via?: string;
  oneKey?: string;
  json?: boolean;
};

export async function runImport(
  file: string,
  flags: Given,
  io: Io,
  signal: AbortSignal,
): Promise<0 | 2 | void> {
  if (flags.model === undefined)
    throw new HarnessError({
      code: "bad-argument",
      message: "story import needs a model to read the guide.",
      remedy: "Name one with --model: `rehearse models` lists them.",
    });
  const config = await configFrom(flags);
  const harness = createHarness({ ...config, onRetry: sayRetry(io) });
  try {
    const path = existsSync(file) ? file : findContent("story", file, harness).path;
    const text = readSource(path);
    // Beside the source, under another name: two files of one name could not be told apart by it.
    const out = flags.out ?? join(dirname(path), `${parse(path).name}-guide.json`);
    const model = harness.casting.modelFor("calibrator", { asked: flags.model });
    if (model.kind !== "language" || model.provider === "house")
      throw new HarnessError({
        code: "wrong-model-kind",
        message: `${model.label} cannot read a guide.`,
        remedy: "Name a language model with --model: `rehearse models` lists them.",
      });
    const check = () => {
      if (existsSync(out) && !flags.force)
        throw new HarnessError({
          code: "file-exists",
          message: `${out} exists.`,
          remedy: "Give another --out, or --force to overwrite it.",
        });
      harness.requireReady([{ role: "calibrator", model }]);
    };
    const estimate = estimateImport(text, model);
    const notes = localPriceNotes([model]);
    if (flags.dryRun) {
      const problems = await problemsOf(check);
      if (flags.json) io.json({ path, out, model: model.label, characters: text.length, estimate, problems });
      else
        io.out(
          [estimateText(path, text, estimate, model.label), ...notes, ...problemLines(problems)].join("\n"),
        );
      return dryExit({ problems });
    }
    check();
    io.say(estimateText(path, text, estimate, model.label));
    const run = await harness.openRun(
      newRunFolder("calls", `import-${slug(parse(path).name) ?? "story"}`, harness.clock.date()),
    );
    try {
      const id = slug(parse(out).name) ?? "story";
      const { guide, open, answeredBy } = await importStory({
        gateway: run.gateway,
        model,
        text,
        id,
        signal,
      });
      makeFolder(dirname(out));
      await writeFileSafely(out, `${JSON.stringify(guide, null, 2)}\n`);
      const totals = run.journal.totals();
      if (flags.json)
        return io.json({
          path: out,
          guide,
          open,
          model: model.label,
          answeredBy,
          dir: run.dir,
          totals,
          notes,
        });
      io.out(terminalText(guideSummary(guide, open)));
      io.out(`Written to ${out}. Edit it, then: ${io.command(`story check ${out}`)}`);
      for (const note of [...notes, ...costNotes(totals)]) io.warn(note);
      io.say(`Cost $${totals.all.cost.toFixed(4)}, journal in ${run.dir}.`);
    } finally {
      await run.close();
    }
  } finally {
    await harness.close();
  }
}

function estimateText(
  path: string,
  text: string,
  { input, output, usd }: ImportEstimate,
  model: string,
): string {
  const price = usd ? `about $${usd.low.toFixed(3)} to $${usd.high.toFixed(3)}` : "price unknown";
  return `${path}: ${text.length.toLocaleString("en")} characters. One call to ${model}: about ${input.toLocaleString("en")} tokens in, ${output.low.toLocaleString("en")} to ${output.high.toLocaleString("en")} out, ${price}.`;
}

function guideSummary({ title, pulses, npcs, endings }: Story, open: readonly string[]): string {
  const listed = (items: readonly string[]) => items.map((item) => `  ${item}`);
  return [
    title,
    `${counted(pulses.length, "beat")}:`,
    ...pulses.map((pulse, index) => `  ${index + 1}. ${pulse.title}`),
    `${counted(npcs.length, "person", "people")}:`,
    ...listed(npcs.map(({ name, role }) => (role === undefined ? name : `${name}, ${role}`))),
    `${counted(endings.length, "ending")}:`,
    ...listed(endings.map((ending) => ending.title)),
    open.length === 0 ? "No open problems." : `${counted(open.length, "open problem")}:`,
    ...listed(open),
  ].join("\n");
}
