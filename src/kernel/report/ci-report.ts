/**
 * One result as a reviewer reads it in CI: the verdict, the worst findings with quotes, the cost. The same Markdown is
 * the step summary and the pull request comment.
 */
import type { JunitCase, JunitSuite } from "./junit.ts";
import { inline, shorten } from "./markdown.ts";

export type CiReport = {
  /** Distinguishes comments of the same command. The same in every run. */
  name: string;
  /** What was tested, in one line. */
  about: string;
  gates: readonly CiGate[];
  /** Sentences without a gate: the verdict of a comparison, or why there is none. */
  verdict?: readonly string[];
  /** Gates may have passed, but too little was played to say which variant is better. */
  undecided?: boolean;
  /** What a reader must know first, such as that no model was asked. */
  notes?: readonly string[];
  findings: readonly CiFinding[];
  /** Said if there are no findings. */
  noFindings: string;
  /** Markdown, escaped by `untrusted`. */
  sections?: ReadonlyArray<{ title: string; lines: readonly string[] }>;
  cost: string;
  /** The path of the whole report. */
  report?: string;
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

export type CiFinding = {
  title: string;
  what: string;
  quotes: ReadonlyArray<{ from: string; text: string }>;
};

/** GitHub refuses longer comments. Characters. */
export const LONGEST_COMMENT = 65_536;
/** Room for the marker and the note about the cut. */
const LONGEST = LONGEST_COMMENT - 1_000;
const WORST = 3;
const LONGEST_QUOTE = 400;
const LONGEST_LINE = 1_000;

type Ended = {
  command: string;
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

export function ciMarkdown(report: CiReport | undefined, { command, exit, error }: Ended): string {
  const { name = "", about = "", notes = [], findings = [], sections = [] } = report ?? {};
  const shown = findings.slice(0, WORST);
  return cut(
    [
      `### ${iconOf(exit, report)} rehearse ${command}${name === "" ? "" : `: ${untrusted(name)}`}`,
      ...verdictLines(report, { command, exit, error }),
      ...(about === "" ? [] : [line(about)]),
      ...notes.map((note) => `> **Note:** ${line(note)}`),
      ...(report === undefined
        ? []
        : [
            findings.length > WORST
              ? `**The ${WORST} worst of ${findings.length} findings**`
              : findings.length > 0
                ? "**Findings**"
                : line(report.noFindings),
            ...shown.map(findingText),
          ]),
      ...sections.map(({ title, lines }) => `**${untrusted(title)}**\n\n${lines.join("\n")}`),
      ...(report === undefined ? [] : [`**Cost:** ${line(report.cost)}`]),
      ...(report?.report === undefined ? [] : [`Whole report: ${code(report.report)}`]),
    ].join("\n\n"),
  );
}

function iconOf(exit: number, report: CiReport | undefined): string {
  if (exit === 1) return "❌";
  if (exit !== 0 || report === undefined) return "⚠️";
  return report.gates.length > 0 && !report.undecided ? "✅" : "ℹ️";
}

/** The verdict and its reasons, in the words that every output uses. */
export function ciVerdict(
  report: Pick<CiReport, "gates" | "verdict" | "undecided"> | undefined,
  { exit, error }: Pick<Ended, "exit" | "error">,
): { headline: string; sentences: string[] } {
  const { gates = [], verdict = [], undecided = false } = report ?? {};
  const headline =
    exit === 1
      ? "Failed."
      : exit !== 0
        ? `No verdict: ${(exit === 2 && report ? undefined : STOPS[exit]) ?? "it did not finish"}.`
        : gates.length > 0
          ? undecided
            ? "The gates passed, but the evidence is insufficient."
            : "Passed."
          : "No gate was set.";
  const sentences = [
    ...(error === undefined ? [] : [error]),
    ...said(gates, "failed"),
    ...said(gates, "error"),
    ...verdict,
  ];
  return { headline, sentences: [...new Set(sentences)] };
}

const said = (gates: readonly CiGate[], is: CiGate["is"]): string[] =>
  gates.filter((gate) => gate.is === is).map(({ says }) => says);

function verdictLines(report: CiReport | undefined, { exit, error }: Ended): string[] {
  const [why, ...details] = error?.split("\n") ?? [];
  const { headline, sentences } = ciVerdict(report, { exit, error: why });
  const passed = exit === 0 ? said(report?.gates ?? [], "passed") : [];
  return [
    `**${headline}**${sentences.length === 1 ? ` ${line(sentences[0]!)}` : ""}`,
    ...(sentences.length > 1 ? [sentences.map((each) => `- ${line(each)}`).join("\n")] : []),
    ...(details.length > 0 ? [detailLines(details)] : []),
    ...(passed.length > 0 ? [passed.map((each) => `- ${line(each)}`).join("\n")] : []),
  ];
}

const detailLines = (details: readonly string[]): string =>
  details.map((each) => (/^\s/.test(each) ? `- ${line(each)}` : `\n${line(each)}`)).join("\n");

/** By the exit code. */
const STOPS: Readonly<Record<number, string>> = {
  2: "it could not start",
  3: "a provider or the machine failed",
  4: "the budget is spent",
  130: "it was stopped",
};

const findingText = ({ title, what, quotes }: CiFinding, at: number): string =>
  [
    `${at + 1}. **${line(title)}**: ${line(what)}`,
    ...quotes.map(
      ({ from, text }) => `   > “${untrusted(shorten(text, LONGEST_QUOTE))}” (${untrusted(from)})`,
    ),
  ].join("\n\n");

/** One line in Markdown from plain text. */
const line = (text: string): string => untrusted(shorten(text, LONGEST_LINE));

/** A path for copying. A code span cannot contain its own fence. */
const code = (text: string): string => {
  const flat = shorten(text, LONGEST_LINE).replaceAll("`", "'");
  return `\`${flat}\``;
};

/**
 * Text of models and files for a page on GitHub. Escaped Markdown is not enough: mentions, references to issues and
 * commits and bare addresses become links after Markdown is rendered, so an invisible space breaks them up.
 */
export const untrusted = (text: string): string =>
  inline(text)
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
  cases: gates.map(({ name, says, is, details = [] }): JunitCase => {
    if (is === "passed") return { name, out: says };
    return { name, outcome: { kind: is === "failed" ? "failure" : "error", says, details } };
  }),
});
