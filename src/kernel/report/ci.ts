/**
 * A result as a reviewer reads it in CI: the verdict, its cause, the worst findings with quotes, the cost. The same
 * Markdown is the step summary and the pull request comment; `junit.ts` writes the tests.
 */
import type { Verdict } from "../../contract/index.ts";
import type { JunitSuite } from "./junit.ts";
import { inline, quoted, shorten } from "./markdown.ts";
import { cautionBlocks, codeSpan, verdictParts, type Escape } from "./verdict-markdown.ts";

export type CiReport = {
  /** Findings: the worst first. Of the tables only the first ones are shown. */
  verdict: Verdict;
  /** How many findings there are, if the verdict has only the worst. */
  findings?: number;
  /** Why it did not finish. */
  stopped?: string | undefined;
  gates: readonly CiGate[];
  cost: string;
  /** The path of the whole report. */
  report?: string | undefined;
  suites: readonly JunitSuite[];
};

/** `error`: it could not be judged, and the command does not exit with 1 because of it. */
export type CiGate = {
  name: string;
  says: string;
  is: "passed" | "failed" | "error";
  /** Sentences below a failure in JUnit, which has no list of findings. */
  details?: readonly string[];
};

/** GitHub refuses longer comments. Characters. */
export const LONGEST_COMMENT = 65_536;
/** Room for the marker and the note about the cut. */
const LONGEST = LONGEST_COMMENT - 1_000;
const WORST = 3;
const FACTS = 4;
const TABLES = 2;
const LONGEST_QUOTE = 400;
const LONGEST_LINE = 1_000;

type Ended = {
  command: string;
  /** What it was called with: distinguishes comments of the same command. The same in every run. */
  name?: string | undefined;
  exit: number;
  /** Why it has no result. Indented lines are a list. */ error?: string;
};

/** Hidden in a comment. A workflow finds its earlier comment by it. */
export const markerOf = (command: string, name: string): string =>
  `<!-- rehearse:${command}:${slug(name)} -->`;

/** Only characters that cannot end an HTML comment. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 100) || "all";

export function ciMarkdown(report: CiReport | undefined, ended: Ended): string {
  const title = [`rehearse ${ended.command}`, untrusted(ended.name ?? "")].filter(Boolean).join(": ");
  return cut(
    [
      `### ${iconOf(ended.exit, report)} ${title}`,
      ...answerLines(report, ended),
      ...(report ? partsOf(report) : []),
    ].join("\n\n"),
  );
}

/** The beginning of each part: the report has the rest. */
function partsOf({ verdict, cost, report, findings: all = verdict.findings.length }: CiReport): string[] {
  const { findings, facts, tables } = verdict;
  const shown = {
    ...verdict,
    facts: facts.slice(0, FACTS),
    findings: findings.slice(0, WORST),
    tables: tables.slice(0, TABLES),
  };
  const findingsTitle = all > WORST ? `The ${WORST} worst of ${all} findings` : "Findings";
  return [
    ...cautionBlocks(verdict, forGithub),
    ...verdictParts(shown, { level: 4, escape: forGithub, findingsTitle }),
    `**Cost:** ${line(cost)}`,
    ...(report === undefined ? [] : [`Whole report: ${codeSpan(report)}`]),
  ];
}

function iconOf(exit: number, report: CiReport | undefined): string {
  if (exit === 1) return "❌";
  if (exit !== 0 || report === undefined) return "⚠️";
  return report.gates.length > 0 && report.verdict.outcome !== "undecided" ? "✅" : "ℹ️";
}

type Answer = { gates: readonly CiGate[]; stopped?: string | undefined } & Partial<
  Pick<Verdict, "headline" | "outcome">
>;

/** The verdict and its reasons, in the words that every output uses. */
export function ciVerdict(
  { gates, stopped, headline, outcome }: Answer,
  { exit, error, hasResult = true }: Pick<Ended, "exit" | "error"> & { hasResult?: boolean },
): { headline: string; sentences: string[] } {
  const judged = [...said(gates, "failed"), ...said(gates, "error")];
  // A headline may be made of the gates: "Failed: overall 64 < 70" of "Gate failed: overall 64 < 70".
  const isSaid = judged.some((says) => headline?.startsWith(says.replace("Gate f", "F").replace(/\.$/, "")));
  const sentences = [error, stopped, ...judged, isSaid ? "" : headline].flatMap((sentence) => sentence || []);
  return {
    headline: answerTo(exit, { gates, stopped: error ?? stopped, outcome, hasResult }),
    sentences: [...new Set(sentences)],
  };
}

function answerTo(
  exit: number,
  { gates, stopped, outcome, hasResult }: Answer & { hasResult: boolean },
): string {
  if (exit === 1) return "Failed.";
  // It finished, and the gates say what is missing: perhaps only an answer in the baseline.
  if (exit === 3 && stopped === undefined && said(gates, "error").length > 0) return "No verdict.";
  if (exit === 2 && hasResult) return "No verdict: it did not finish.";
  if (exit !== 0) return `No verdict: ${STOPS[exit] ?? "it did not finish"}.`;
  if (gates.length === 0) return "No gate was set.";
  return outcome === "undecided" ? "The gates passed, but the evidence is insufficient." : "Passed.";
}

const said = (gates: readonly CiGate[], is: CiGate["is"]): string[] =>
  gates.filter((gate) => gate.is === is).map(({ says }) => says);

function answerLines(report: CiReport | undefined, { exit, error }: Ended): string[] {
  const [why, ...details] = error?.split("\n") ?? [];
  const { gates = [], stopped, verdict } = report ?? {};
  const answer = { gates, stopped, headline: verdict?.headline, outcome: verdict?.outcome };
  const { headline, sentences } = ciVerdict(answer, { exit, error: why, hasResult: report !== undefined });
  const passed = exit === 0 ? said(gates, "passed") : [];
  const isSingle = sentences.length === 1;
  return [
    [`**${headline}**`, ...(isSingle ? sentences.map(line) : [])].join(" "),
    ...listOf(isSingle ? [] : sentences),
    ...(details.length > 0 ? [detailLines(details)] : []),
    ...listOf(passed),
  ];
}

const listOf = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [items.map((each) => `- ${line(each)}`).join("\n")];

const detailLines = (details: readonly string[]): string =>
  details.map((each) => (/^\s/.test(each) ? `- ${line(each)}` : `\n${line(each)}`)).join("\n");

/** By the exit code. */
const STOPS: Readonly<Record<number, string>> = {
  2: "it could not start",
  3: "a provider, the target or the machine failed",
  4: "the budget is spent",
  130: "it was stopped",
};

/** One line in Markdown from plain text. */
const line = (text: string): string => untrusted(shorten(text, LONGEST_LINE));

/** Text of models and files for a page on GitHub. */
export const untrusted = (text: string): string =>
  withoutLinks(inline(text)).replaceAll(
    COMMAND,
    (_, command: string) => `\`${command.replaceAll("\\", "").replaceAll(BREAK, "")}\``,
  );

/** To copy, so without invisible spaces. In a code span nothing is a link. */
const COMMAND = /\\`(npm install [\w@/. \u200b\\-]+)\\`/g;

const forGithub: Escape = { line, block: (text) => withoutLinks(quoted(shorten(text, LONGEST_QUOTE))) };

/**
 * Escaped Markdown is not enough: mentions, references to issues and commits and bare addresses become links after
 * Markdown is rendered, so an invisible space breaks them up.
 */
const withoutLinks = (markdown: string): string =>
  markdown
    .replaceAll("@", `@${BREAK}`)
    .replaceAll(/#(?=\d)/g, `#${BREAK}`)
    .replaceAll(/\bGH-(?=\d)/gi, `GH${BREAK}-`)
    .replaceAll("://", `:${BREAK}//`)
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, -1)}${BREAK}.`)
    .replaceAll(
      /\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/gi,
      (hash) => `${hash.slice(0, 4)}${BREAK}${hash.slice(4)}`,
    );

const BREAK = "\u200b";

/** At a line break, because half a line could open something. */
function cut(text: string): string {
  if (text.length <= LONGEST) return `${text}\n`;
  const kept = text.slice(0, text.lastIndexOf("\n", LONGEST));
  return `${kept}\n\n… cut here. The report has the rest.\n`;
}

/** The gates as test cases. After a stop they were not judged. */
export const gateSuite = (gates: readonly CiGate[]): JunitSuite => ({
  name: "gates",
  cases: gates.map(({ name, says, is, details = [] }) =>
    is === "passed"
      ? { name, out: says }
      : { name, outcome: { kind: is === "failed" ? "failure" : "error", says, details } },
  ),
});
