/** What a failed matcher says: the findings behind the number of a session, with their quotes; the tests behind a score. */
import { join } from "node:path";
import {
  kindWords,
  quotedFrom,
  type Episode,
  type IssueType,
  type SessionResult,
  type TestVerdict,
} from "../contract/index.ts";
import { counted, noteLine, turnsInWords } from "../kernel/report/index.ts";
import { inBrackets } from "../kernel/verdict-words/index.ts";
import { findingsBehind, unreadText, worstFirst } from "../playtest/index.ts";

const SHOWN = 3;
const SHOWN_TESTS = 5;

export const findingText = ({ turn, lastTurn, kind, description, evidence }: Episode): string =>
  [
    `  ${turnsInWords({ from: turn, to: lastTurn })}, ${kindWords(kind)}: ${description}`,
    ...evidence.map((quote) => `    ${quotedFrom(quote.turn, "turn")}: "${quote.text}"`),
  ].join("\n");

export const place = ({ dir }: SessionResult): string => `\nReport: ${join(dir, "report.md")}`;

export function worstText(findings: readonly Episode[]): string {
  const [worst] = worstFirst(findings);
  return worst ? `\nWorst finding:\n${findingText(worst)}` : "";
}

/** What made this metric what it is. Empty: nothing in the session is tied to it. */
export function behindMetric(session: SessionResult, metric: string): string {
  const { pulses, issues } = session;
  const findings = worstFirst(findingsBehind(metric, issues)).map(withPoints);
  const isOverall = metric === "overall";
  return [
    ...part(
      "Beats not told",
      isOverall || metric === "completion" ? (pulses.untold ?? []).map(indented) : [],
    ),
    ...part(findings.length === 1 ? "Finding" : "Findings", findings),
  ].join("");
}

const indented = (text: string): string => `  ${text}`;

function part(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - SHOWN;
  return [`\n${title}:\n${lines.slice(0, SHOWN).join("\n")}`, ...(more > 0 ? [`\n  and ${more} more`] : [])];
}

const withPoints = (finding: Episode): string =>
  finding.pointsLost === 0
    ? findingText(finding)
    : findingText({
        ...finding,
        description: `${finding.description} (${counted(finding.pointsLost, "point")} lost)`,
      });

/** Why an absence of findings means nothing. */
export function whyUnread({ read, notes }: SessionResult, kind: IssueType | undefined): string | undefined {
  if (read === undefined) return "no reader checked this session";
  const notLookedFor = read.notLookedFor.filter((each) => kind === undefined || each === kind);
  if (notLookedFor.length > 0) {
    const why =
      read.asked === undefined
        ? "no reader was asked: name one with the option observer"
        : `${read.turns.length} of ${counted(read.of, "turn")} read. ${unreadText(read)}`;
    return `not looked for: ${notLookedFor.join(", ")}; ${why}`;
  }
  const open = notes.find(({ code }) => code === "unconfirmed-finding");
  return open && noteLine(open);
}

/** The tests of a bank, or of all, that lost most points. */
export function mostLost(tests: readonly TestVerdict[], bank: string): string {
  const lost = tests
    .filter(
      ({ mechanism, score }) => (bank === "combined" || mechanism === bank) && score !== null && score < 100,
    )
    .toSorted((a, b) => a.score! - b.score!);
  if (lost.length === 0) return "";
  return ["\nLost most:", ...firstOf(lost.map(lostLine))].join("\n");
}

/** The first few lines, indented. */
export const firstOf = (lines: readonly string[]): string[] => [
  ...lines.slice(0, SHOWN_TESTS).map((line) => `  ${line}`),
  ...(lines.length > SHOWN_TESTS ? [`  and ${counted(lines.length - SHOWN_TESTS, "more test")}`] : []),
];

const lostLine = ({ test_id, name, says = "" }: TestVerdict): string =>
  `${test_id}${inBrackets(name || undefined)}: ${says}`;

/** Undefined: the test passed. */
export function whyFailed(verdict: TestVerdict): string | undefined {
  const { test_id, score, is_hard_fail, is_critical_failure, missing, says = "" } = verdict;
  if (score === null) return `${test_id} has no score: ${missing?.message ?? "the target did not answer"}`;
  if (!is_hard_fail && !is_critical_failure) return undefined;
  return `${test_id}${is_critical_failure ? " (CRITICAL)" : ""}: ${says}`;
}
