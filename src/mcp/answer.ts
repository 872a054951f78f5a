/** What a tool answers: the verdict as compact text, and where to find more. */
import { join } from "node:path";
import type { Step, Verdict, VerdictFinding, VerdictTable } from "../contract/index.ts";
import { type HarnessError, toolCall } from "../kernel/errors/index.ts";
import { withoutSecrets } from "../kernel/secrets/index.ts";
import { exists } from "../kernel/store/index.ts";
import { causeText, factValue, inBrackets, lostText, shownCell } from "../kernel/verdict-words/index.ts";
import type { Context, Ran } from "../operations/declaration.ts";
import { completeCall, type Tool } from "./tools.ts";

/** About 1,500 tokens. */
const LONGEST = 6_000;
const MOST_ROWS = 25;
const MOST_NOTES = 8;
const MOST_GATES = 10;
const LONGEST_NOTE = 400;
/** One long passage must not take the place of everything else. */
const LONGEST_LINE = 2_000;
const WITHHELD = 'Quotes that not everybody at the table heard are left out. view: "author" shows them.';

type Behind = {
  tool: Tool;
  tools: readonly Tool[];
  input: Readonly<Record<string, unknown>>;
  context: Context;
  notes: readonly string[];
  /** Of single tests, where they were asked for. */
  details: readonly string[];
};

export function answerText(
  ran: Ran<unknown>,
  { tool, tools, input, context, notes, details }: Behind,
): string {
  const { result, stopped, resume, ci, hints = [] } = ran;
  const { isPublic } = context;
  const asCall: AsCall = (call) => {
    const complete = completeCall(call, { tools, from: input, isPublic });
    return complete && toolCall(complete);
  };
  // Without sessions it is a check, whose summary is made for a terminal.
  const shown = ci && !tool.quotes ? [ci.verdict] : tool.declaration.show(result, input);
  const isOpen = isPublic === true && tool.quotes;
  const verdicts = shown.map((each) => (isOpen && typeof each !== "string" ? heardByAll(each) : each));
  const body = verdicts.flatMap((each) => (typeof each === "string" ? wordsOf(each) : verdictLines(each)));
  const steps = shown.flatMap((each) => (typeof each === "string" ? [] : each.next));
  const gates = (ci?.gates ?? []).toSorted((a, b) => Number(a.is === "passed") - Number(b.is === "passed"));
  const end = [
    ...(quotesIn(verdicts) < quotesIn(shown) ? [WITHHELD] : []),
    ...(stopped ? stopLines(stopped, resume, asCall) : []),
    ...(!stopped && resume?.isOpen ? [resumeLine(resume, asCall)] : []),
    ...gates.slice(0, MOST_GATES).map(({ says }) => says),
    ...(gates.length > MOST_GATES ? [`(${gates.length - MOST_GATES} more gates)`] : []),
    ...hints,
    ...new Set(notes.slice(0, MOST_NOTES).map((note) => cut(note, LONGEST_NOTE))),
    ...(steps.length === 0 ? [] : ["Next:", ...steps.flatMap((step) => stepLines(step, asCall))]),
    ...foldersOf(result, { isPublic: isOpen }),
  ];
  const lines = [...body, ...details]
    .flatMap((text) => text.split("\n"))
    .map((line) => cut(line, LONGEST_LINE));
  return withoutSecrets(shortened(lines, end, restIn(result, input, { isPublic: isOpen })));
}

/** Where the lines are that an answer leaves out. The files hold more than a public answer may. */
function restIn(
  result: unknown,
  { dir: asked, turns }: Behind["input"],
  { isPublic }: { isPublic: boolean },
): string {
  if (typeof turns === "string") return "ask for fewer turns";
  if (isPublic) return 'ask for less, or use view: "author"';
  const results = [result].flat() as ReadonlyArray<{ dir?: unknown; report_file?: unknown } | undefined>;
  const folders = [asked ?? results.map((each) => each?.dir)].flat();
  const files = [
    ...results.map((each) => each?.report_file),
    ...folders.map((dir) => typeof dir === "string" && join(dir, "report.md")),
  ].filter((file) => typeof file === "string");
  return files.length === 0 ? "read the files, or ask for less" : `read ${files.join(", ")}`;
}

/** Undefined: no tool does it. */
type AsCall = (call: NonNullable<Step["call"]>) => string | undefined;

function stopLines(
  { message, remedy, exit }: HarnessError,
  resume: Ran<unknown>["resume"],
  asCall: AsCall,
): string[] {
  // After an interrupt or a spent budget the only remedy is to resume.
  const isOnlyStopped = exit === 4 || exit === 130;
  return [`Stopped: ${message}`, ...(isOnlyStopped ? [] : [remedy]), resumeLine(resume, asCall)];
}

const resumeLine = ({ dir, budget }: Ran<unknown>["resume"] = {}, asCall: AsCall): string =>
  dir === undefined
    ? "The work so far is saved. Repeat the call to resume."
    : `Resume: ${asCall({ operation: "resume", input: { dir, budget } })}`;

/** Of a text, without where its files are: that is said once, at the end. */
const wordsOf = (text: string): string[] =>
  text.split("\n").filter((line) => !/^(Report|Results): /.test(line));

export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** Whole lines: the end says what to do next, so the middle goes. */
function shortened(body: readonly string[], end: readonly string[], rest: string): string {
  const room = LONGEST - end.join("\n").length - rest.length - 100;
  let [kept, size] = [0, 0];
  while (kept < body.length && size + body[kept]!.length < room) size += body[kept++]!.length + 1;
  const left = body.length - kept;
  const note = left === 0 ? [] : [`(${left} more lines are left out: ${rest}.)`];
  return [...body.slice(0, kept), ...note, ...end].join("\n");
}

/** Without the words of a model, which may repeat a secret: the title still names the kind of a finding. */
const heardByAll = (verdict: Verdict): Verdict => ({
  ...verdict,
  because: verdict.because.map((cause) => ({
    ...cause,
    quote: cause.quote?.to === null ? cause.quote : undefined,
  })),
  findings: verdict.findings.map((finding) => ({
    ...finding,
    says: "",
    quotes: finding.quotes.filter(({ to }) => to === null),
  })),
});

const quotesIn = (shown: ReadonlyArray<Verdict | string>): number =>
  shown
    .filter((each) => typeof each !== "string")
    .flatMap(({ because, findings }) => [
      ...because.flatMap(({ quote }) => quote ?? []),
      ...findings.flatMap(({ quotes }) => quotes),
    ]).length;

function verdictLines(verdict: Verdict): string[] {
  const { outcome, headline, cautions, because, facts, findings, tables } = verdict;
  const part = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  return [
    outcome === "done" ? headline : `${outcome.toUpperCase()}: ${headline}`,
    ...cautions.map((caution) => `Note: ${caution}`),
    ...part(
      "Because:",
      because.flatMap((cause) => [
        `- ${cause.label}: ${causeText(cause)}`,
        ...(cause.quote ? [quoteLine(cause.quote)] : []),
      ]),
    ),
    ...facts.map((fact) => `${fact.label}: ${factValue(fact)}${inBrackets(fact.note)}`),
    ...part("Findings:", findings.flatMap(findingLines)),
    ...tables.flatMap(tableLines),
  ];
}

const quoteLine = ({ at, text }: VerdictFinding["quotes"][number]): string =>
  `  “${text.replaceAll(/\s+/g, " ")}” (${at})`;

function findingLines(finding: VerdictFinding): string[] {
  const title = [finding.title, lostText(finding) ?? []].flat().join(", ");
  return [
    `- ${title}${inBrackets(finding.id)}`,
    ...(finding.says === "" ? [] : [`  ${finding.says}`]),
    ...finding.quotes.map(quoteLine),
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

function stepLines({ says, call, command }: Step, asCall: AsCall): string[] {
  const shown = (call && asCall(call)) ?? (command && `In a shell: ${command}`);
  return [`- ${says}`, ...(shown === undefined ? [] : [`  ${shown}`])];
}

const FILES = ["report.md", "session.json", "matrix.json", "ab.json"];

/** The files hold everything: what only some players were told too. */
const foldersOf = (result: unknown, { isPublic }: { isPublic: boolean }): string[] =>
  [result].flat().flatMap((each) => {
    const { dir, report_file: report } = (each ?? {}) as { dir?: unknown; report_file?: unknown };
    if (typeof report === "string") return [`Report: ${report}`];
    const files = typeof dir === "string" ? FILES.filter((name) => exists(join(dir, name))) : [];
    if (files.length === 0) return [];
    const view = isPublic ? undefined : `author's view: ${files.join(", ")}`;
    return `Folder: ${String(dir)}${inBrackets(view)}`;
  });
