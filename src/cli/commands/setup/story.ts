/** Lists and checks story guides, and imports one from a text. */
import { existsSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import type { Story } from "../../../contract/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import { costCautions } from "../../../kernel/journal/index.ts";
import { localPriceNotes } from "../../../kernel/models/index.ts";
import { counted, noteLine } from "../../../kernel/report/index.ts";
import { createHarness } from "../../../kernel/run/index.ts";
import { makeFolder, newRunFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  contentNames,
  estimateImport,
  findContent,
  type ImportEstimate,
  importStory,
  type InspectedStory,
  inspectStory,
  readSource,
  slug,
} from "../../../playtest/index.ts";
import { defineCommand, type Io, table, terminalText } from "../../frame/index.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";
import { beatsText } from "../harness/content-notes.ts";
import { sayRetry } from "../harness/retry-notice.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "story",
  summary: "Story guides: list, check, import",
  usage: "check <file> | import <file> --model <model> | list",
  description:
    "`story check` lists every problem in a guide: invalid fields, broken references, unused parts, unreachable endings. For Markdown or text it also lists the beats it found. It exits with 2 on errors and 0 on warnings.\n\n" +
    "`story import` has a model propose a structured guide from Markdown or plain text, as a JSON file that you can edit. The proposal passes the same checks.\n\n" +
    "`story list` shows the guides of the workspace's stories folder and the shipped ones, and why one cannot be played.",
  args: {
    positionals: [
      {
        name: "action",
        help: "check, import or list.",
        required: true,
        choices: ["check", "import", "list"],
      },
      { name: "file", help: "A guide: its path or its name." },
    ],
  },
  flags: {
    model: { type: "string", value: "MODEL", help: "import: the model that reads the text." },
    out: {
      type: "string",
      value: "FILE",
      help: "import: where the guide is written; otherwise NAME-guide.json beside the text.",
    },
    force: { type: "boolean", help: "import: overwrite the file." },
    budget: budgetFlag("import: the most to spend."),
    dryRun: { type: "boolean", help: "import: print the estimated cost and stop." },
    ...settingsFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse story check my-story", does: "Can it be played, and which beats were found?" },
    {
      command: "rehearse story import my-story --model opus-4.5 --dry-run",
      does: "What a structured guide of it would cost.",
    },
    { command: "rehearse story list", does: "The guides that --story knows by name." },
  ],
  async run({ flags, positionals: [action, file], io, signal }) {
    if (action === "import" && file !== undefined) return runImport(file, flags, io, signal);
    const workspace = flags.config === undefined ? "." : dirname(flags.config);
    if (action === "list") {
      const guides = contentNames("story", workspace).map((name) => listed(name, workspace));
      if (flags.json) return io.json(guides);
      return io.out(terminalText(listText(guides)));
    }
    if (file === undefined)
      throw new HarnessError({
        code: "missing-option",
        message: `story ${action} needs a file.`,
        remedy: `Name a guide: rehearse story ${action} my-story.`,
      });
    const path = existsSync(file) ? file : findContent("story", file, { workspace }).path;
    const inspected = inspectStory(path);
    if (flags.json) io.json(summaryOf(path, inspected));
    else io.out(terminalText(checkText(path, inspected)));
    return inspected.problems.some(({ severity }) => severity === "error") ? 2 : 0;
  },
});

type Listed = {
  name: string;
  id?: string;
  title?: string;
  genre?: string;
  pulses?: number;
  from?: string;
  problems?: string[];
};

/** A bad guide is listed with its errors, so that it does not hide the others. */
function listed(name: string, workspace: string): Listed {
  let from: string | undefined;
  try {
    const found = findContent("story", name, { workspace });
    from = found.shipped ? "shipped" : found.path;
    const { guide, problems } = inspectStory(found.path);
    const errors = problems.filter(({ severity }) => severity === "error").map(({ problem }) => problem);
    if (!guide || errors.length > 0) return { name, from, problems: errors };
    return { name, id: guide.id, title: guide.title, genre: guide.genre, pulses: guide.pulses.length, from };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { name, from, problems: [`${error.message} ${error.remedy}`] };
  }
}

function listText(guides: readonly Listed[]): string {
  const bad = guides.filter(({ problems }) => problems);
  return [
    table(
      ["name", "title", "genre", "pulses", "from"],
      guides.map(({ name, title = "-", genre = "-", pulses, from = "-", problems }) => [
        name,
        problems ? "(cannot be played)" : title,
        genre,
        pulses === undefined ? "-" : String(pulses),
        from,
      ]),
    ),
    ...(bad.length === 0 ? [] : ["", `${counted(bad.length, "guide")} cannot be played:`]),
    ...bad.flatMap(({ name, problems = [] }) => problems.map((problem) => `  ${name}: ${problem}`)),
  ].join("\n");
}

const summaryOf = (path: string, { guide, beats, problems }: InspectedStory) => ({
  path,
  id: guide?.id,
  title: guide?.title,
  pulses: guide?.pulses.length ?? beats?.beats.length,
  npcs: guide?.npcs.length,
  endings: guide?.endings.length,
  commitments: guide?.commitments.length,
  beats: beats && { rule: beats.rule, titles: beats.beats.map(({ title }) => title) },
  problems,
});

function checkText(path: string, { guide, beats, problems }: InspectedStory): string {
  const parts = guide && [
    counted(guide.pulses.length, "pulse"),
    counted(guide.npcs.length, "NPC"),
    counted(guide.locations.length, "place"),
    counted(guide.devices.length, "thing"),
    counted(guide.endings.length, "ending"),
    counted(guide.commitments.length, "commitment"),
  ];
  const promised = guide?.commitments.length ?? 0;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return [
    guide ? `${guide.title}${beats ? "" : `: ${parts!.join(", ")}`}` : path,
    ...(beats ? [upperFirst(beatsText(beats))] : []),
    ...(beats?.beats ?? []).map(({ title }, index) => `  ${index + 1}. ${title}`),
    ...(beats?.beats.length === 0 ? [HINT] : []),
    ...(beats && promised > 0 ? [`${counted(promised, "commitment")}.`] : []),
    ...problems.map(({ severity, problem }) => `${severity}: ${problem}`),
    problems.length === 0
      ? "No problems found."
      : `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")}.`,
  ].join("\n");
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const HINT =
  'To mark beats, number the headings (## 1. The Quay), put them under a "Beats" heading, or write an ordered list. `rehearse story import FILE --model MODEL` proposes a structured guide.';

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
      code: "missing-option",
      message: "story import needs a model to read the guide.",
      remedy: "Name one with --model: `rehearse models` lists them.",
    });
  const config = await configFrom(flags);
  const harness = createHarness({ ...config, onRetry: sayRetry(io) });
  try {
    const path = existsSync(file) ? file : findContent("story", file, harness).path;
    const text = readSource(path);
    // Next to the source, under another name, because stories are found by name.
    const out = flags.out ?? join(dirname(path), `${parse(path).name}-guide.json`);
    const model = harness.casting.modelFor("calibrator", { asked: flags.model });
    if (model.kind !== "language" || model.provider === "house")
      throw new HarnessError({
        code: "wrong-model",
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
          [
            estimateText(path, text, estimate, model.label),
            ...notes.map(noteLine),
            ...problemLines(problems),
          ].join("\n"),
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
      for (const note of [...notes.map(noteLine), ...costCautions(totals.all)]) io.warn(note);
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
