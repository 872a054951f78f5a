/** What a tool answers: the verdict as compact text, and where to find more. */
import { join } from "node:path";
import type { Step, Verdict, VerdictFinding, VerdictTable } from "../contract/index.ts";
import { type HarnessError, spellOptions } from "../kernel/errors/index.ts";
import { withoutSecrets } from "../kernel/secrets/index.ts";
import { exists } from "../kernel/store/index.ts";
import { spoken, WITHHELD } from "../kernel/text/index.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../kernel/verdict-words/index.ts";
import type { Context, Ran } from "../operations/declaration.ts";
import { resumeCommand } from "../operations/resume-command.ts";
import { privatePassages } from "./private-passages.ts";
import { camel, type Tool } from "./tools.ts";

/** About 1,500 tokens. */
const LONGEST = 6_000;
const MOST_ROWS = 25;
const MOST_NOTES = 8;
const PRIVATE = `${WITHHELD}: words that not everybody at the table was told. view: "author" shows them.`;

type Behind = {
  tool: Tool;
  tools: readonly Tool[];
  input: Readonly<Record<string, unknown>>;
  context: Context;
  notes: readonly string[];
};

export function answerText(ran: Ran<unknown>, { tool, tools, input, context, notes }: Behind): string {
  const { result, stopped, resume, ci, hints = [] } = ran;
  const { harness, isPublic } = context;
  const secrets = isPublic && tool.quotes ? privatePassages(input, result) : undefined;
  const shown = tool.declaration.show(result, input);
  const heard = (text: string) => (secrets ? spoken(text, secrets) : text);
  const voice: Voice = { heard, claims: secrets === undefined };
  const body = shown.flatMap((each) => (typeof each === "string" ? [each] : verdictLines(each, voice)));
  const steps = shown.flatMap((each) => (typeof each === "string" ? [] : each.next));
  const end = [
    ...(stopped ? stopLines(stopped, resume, harness) : []),
    ...(ci?.gates ?? []).map(({ says }) => says),
    ...hints,
    ...new Set(notes.slice(0, MOST_NOTES).map((line) => spellOptions(line, "property"))),
    ...(steps.length === 0
      ? []
      : ["Next:", ...steps.flatMap((step) => stepLines(step, harness.command, tools))]),
    ...filesIn(result),
  ];
  const lines = body.flatMap((text) => text.split("\n")).map((line) => heard(line));
  if (lines.some((line) => line.includes(WITHHELD))) end.unshift(PRIVATE);
  return withoutSecrets(shortened(lines, end.map(heard)));
}

function stopLines(
  { message, remedy, exit }: HarnessError,
  { dir, budget }: NonNullable<Ran<unknown>["resume"]> = {},
  harness: Context["harness"],
): string[] {
  // After an interrupt or a spent budget the only remedy is to resume.
  const isOnlyStopped = exit === 4 || exit === 130;
  return [
    `Stopped: ${message}`,
    ...(isOnlyStopped ? [] : [remedy]),
    dir === undefined
      ? "The work so far is saved. Repeat the call to resume."
      : resumeCommand(harness, { dir, budget }),
  ];
}

/** Whole lines: the end says what to do next, so the middle goes. */
function shortened(body: readonly string[], end: readonly string[]): string {
  const room = LONGEST - end.join("\n").length - 100;
  let [kept, size] = [0, 0];
  while (kept < body.length && size + body[kept]!.length < room) size += body[kept++]!.length + 1;
  const left = body.length - kept;
  const note = left === 0 ? [] : [`(${left} more lines are left out: read the files, or ask for less.)`];
  return [...body.slice(0, kept), ...note, ...end].join("\n");
}

type Voice = {
  /** Leaves out what only some were told. */
  heard(text: string): string;
  /** The words of a model may repeat that in others: without them, the title still names the kind of a finding. */
  claims: boolean;
};

function verdictLines(verdict: Verdict, voice: Voice): string[] {
  const { outcome, headline, cautions, because, facts, findings, tables } = verdict;
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  return [
    `${outcome === "done" ? "" : `${outcome.toUpperCase()}: `}${headline}`,
    ...cautions.map((caution) => `Note: ${caution}`),
    ...part(
      "Because:",
      because.flatMap((cause) => [
        `- ${cause.label}: ${causeText(cause)}`,
        ...(cause.quote ? [quoteLine(cause.quote, voice)] : []),
      ]),
    ),
    ...facts.map((fact) => `${fact.label}: ${factValue(fact)}${inBrackets(fact.note)}`),
    ...part(
      "Findings:",
      findings.flatMap((finding) => findingLines(finding, voice)),
    ),
    ...tables.flatMap(tableLines),
  ];
}

const quoteLine = ({ at, text }: VerdictFinding["quotes"][number], { heard }: Voice): string =>
  `  “${heard(text.replaceAll(/\s+/g, " "))}” (${at})`;

function findingLines(finding: VerdictFinding, voice: Voice): string[] {
  const lost = lostText(finding);
  return [
    `- ${finding.title}${lost === undefined ? "" : `, ${lost}`}${inBrackets(finding.id)}`,
    ...(voice.claims ? [`  ${finding.says}`] : []),
    ...finding.quotes.map((quote) => quoteLine(quote, voice)),
  ];
}

function tableLines({ title, columns, rows, note }: VerdictTable): string[] {
  const more = rows.length - MOST_ROWS;
  return [
    `${title}: ${columns.map(({ label }) => label).join(" | ")}`,
    ...rows.slice(0, MOST_ROWS).map((row) => columns.map((_, at) => shownCell(row[at])).join(" | ")),
    ...(more > 0 ? [`(${more} more rows)`] : []),
    ...(note === undefined ? [] : [note]),
  ];
}

function stepLines({ says, command }: Step, launcher: string, tools: readonly Tool[]): string[] {
  if (command === undefined) return [`- ${says}`];
  const words = command.slice(launcher.length + 1);
  const tool = tools.find(({ name }) => words.startsWith(`${name} `));
  return [`- ${says}`, `  ${command}`, ...(tool ? [`  Tool: ${callWords(tool, words)}`] : [])];
}

/** `replay { checkpoint, prompt, budget }`: the values are in the command. */
function callWords({ name, pays, declaration }: Tool, words: string): string {
  const flags = [...words.matchAll(/ --([a-z-]+)/g)].map(([, flag]) => camel(flag!));
  const given = [...(declaration.arguments ?? []), ...flags, ...(pays ? ["budget"] : [])];
  const known = new Set(given.filter((option) => option in declaration.input.shape));
  return `${name} { ${[...known].join(", ")} }`;
}

const FILES = ["report.md", "session.json", "matrix.json", "ab.json"];

const filesIn = (result: unknown): string[] =>
  [result].flat().flatMap((each) => {
    const { dir } = (each ?? {}) as { dir?: unknown };
    const files = typeof dir === "string" ? FILES.filter((name) => exists(join(dir, name))) : [];
    return files.length === 0 ? [] : [`More in ${String(dir)}: ${files.join(", ")}`];
  });
