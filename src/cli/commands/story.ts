/** Story guides: which ones there are, and whether one can be played. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { contentNames, findContent, inspectStory, type InspectedStory } from "../../playtest/index.ts";
import { defineCommand, table, terminalText } from "../frame/index.ts";
import { beatsText } from "./say-content.ts";
import { settingsFlags } from "./settings-flags.ts";
import { runImport } from "./story-import.ts";

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
      { name: "action", help: "check, import or list.", required: true },
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
    budget: { type: "number", value: "USD", min: 0.000001, help: "import: the most to spend." },
    dryRun: { type: "boolean", help: "import: show the cost estimate; ask nothing." },
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
    if (action !== "check" || file === undefined)
      throw new HarnessError({
        code: "bad-argument",
        message: `rehearse story takes "check FILE", "import FILE" or "list".`,
        remedy: "rehearse story --help shows examples.",
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
  /** Why it cannot be played. */
  problems?: string[];
};

/** One guide of the list. A bad one is listed with its reasons, so that it does not hide the others. */
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
  ];
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return [
    guide ? `${guide.title}${beats ? "" : `: ${parts!.join(", ")}`}` : path,
    ...(beats ? [upperFirst(beatsText(beats))] : []),
    ...(beats?.beats ?? []).map(({ title }, index) => `  ${index + 1}. ${title}`),
    ...(beats?.beats.length === 0 ? [HINT] : []),
    ...problems.map(({ severity, problem }) => `${severity}: ${problem}`),
    problems.length === 0
      ? "No problems found."
      : `${counted(errors, "error")}, ${counted(problems.length - errors, "warning")}.`,
  ].join("\n");
}

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const HINT =
  'To mark beats, number the headings (## 1. The Quay), put them under a "Beats" heading, or write an ordered list. `rehearse story import FILE --model MODEL` proposes a structured guide.';
