/** A verdict as CI shows it. */
import type { Cause, Fact, Step, Verdict, VerdictFinding } from "../../contract/index.ts";
import { untrusted, type CiFinding, type CiReport } from "./ci-report.ts";
import { shorten } from "./markdown.ts";
import { atStart, codeSpan } from "./verdict-markdown.ts";
import { causeText, factValue, inBrackets, lostText } from "../verdict-words/index.ts";

const FIRST_FACTS = 4;
const LONGEST_QUOTE = 400;

export function verdictCi(
  { outcome, headline, cautions, because, facts, findings, next }: Verdict,
  run: Pick<CiReport, "name" | "gates" | "cost" | "report" | "suites">,
): CiReport {
  return {
    ...run,
    about: facts.slice(0, FIRST_FACTS).map(factText).join(" · "),
    verdict: [headline],
    undecided: outcome === "undecided",
    notes: cautions,
    findings: findings.map(ciFinding),
    noFindings: "No findings.",
    sections: [
      { title: "Because", lines: because.flatMap(causeLines) },
      { title: "Next", lines: next.map(stepLine) },
    ].filter(({ lines }) => lines.length > 0),
  };
}

const factText = (fact: Fact): string => `${fact.label}: ${factValue(fact)}${inBrackets(fact.note)}`;

function ciFinding(finding: VerdictFinding): CiFinding {
  const { id, title, says, quotes } = finding;
  return {
    title: [title, lostText(finding), id].filter((part) => part !== undefined).join(", "),
    what: says,
    quotes: quotes.map(({ at, text }) => ({ from: at, text })),
  };
}

const causeLines = (cause: Cause): string[] => [
  `- **${untrusted(cause.label)}:** ${untrusted(causeText(cause))}`,
  ...(cause.quote === undefined
    ? []
    : [`  > “${untrusted(shorten(cause.quote.text, LONGEST_QUOTE))}” (${untrusted(cause.quote.at)})`]),
];

const stepLine = ({ says, command }: Step): string =>
  `- ${atStart(untrusted(says))}${command === undefined ? "" : ` ${codeSpan(command)}`}`;
