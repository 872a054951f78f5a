import {
  isFromGuide,
  kindWords,
  quotedFrom,
  type Issue,
  type Quote,
  type TurnRecord,
} from "../../contract/index.ts";
import { inline } from "../../kernel/report/index.ts";
import { kindOf, kindsInOrder } from "../findings/index.ts";
import { notLookedFor, readingCoverage, unreadText } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";

/** The findings, their sources, and the kinds that were not looked for. Issues listed `above` are not repeated. */
export function issuesSection(state: SessionState, { above }: { above?: readonly Issue[] } = {}): string[] {
  const { issues, hints, records } = state;
  const others = issues.filter((issue) => !above?.includes(issue));
  const lines = (all: readonly Issue[]) => all.flatMap((issue) => issueLines(issue, records));
  return [
    "## Issues",
    "",
    ...(issues.length === 0
      ? [noneFound(state)]
      : others.length === 0
        ? ["All are listed under *Worst problems*."]
        : [
            ...(others.length < issues.length ? ["Without those under *Worst problems*:", ""] : []),
            ...lines(others),
          ]),
    "",
    ...(hints.length === 0
      ? []
      : [
          "### Hints (not scored)",
          "",
          "The second look refuted these or gave no verdict, or the reader itself was unsure.",
          "",
          ...lines(hints),
          "",
        ]),
    ...(above ? [] : notLookedForLine(state)),
  ];
}

/** One issue with its source and the quotes of both sides. */
export const issueLines = (issue: Issue, records: readonly TurnRecord[]): string[] => [
  `- **Turn ${issue.turn}, ${kindWords(issue.type)}** (${[issue.severity, inline(issue.source)].join(", ")}): ${inline(issue.description)}`,
  ...[...Map.groupBy(issue.evidence, ({ text }) => text)].map(
    ([, quotes]) => `  - ${turnsOf(quotes)}: “${inline(asCut(quotes[0]!, records))}”`,
  ),
];

/** With "…" where the quote begins or ends within a sentence of its turn. */
function asCut({ turn, text: quote }: Quote, records: readonly TurnRecord[]): string {
  const record = records.find((each) => each.turn === turn);
  const said = record ? [record.narrator.text, ...record.players.map(({ says }) => says)] : [];
  for (const text of said) {
    const at = text.indexOf(quote);
    if (at < 0) continue;
    const before = text.slice(0, at);
    const after = text.slice(at + quote.length);
    const begins = /(^|\n|[.!?…:—]["”’'*_)]*\s+)["“‘'*_(]*$/.test(before);
    const ends = /[.!?…]["”’'*_)]*$/.test(quote) || /^(["”’'*_)]*[.!?…]|["”’'*_)]*\s*($|\n))/.test(after);
    return `${begins ? "" : "… "}${quote}${ends ? "" : " …"}`;
  }
  return quote;
}

/** Repeated words are quoted once. */
function turnsOf(quotes: ReadonlyArray<Pick<Quote, "turn">>): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1 || turns.some(isFromGuide)
    ? turns.map((turn) => quotedFrom(turn, "turn")).join(" and ")
    : `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}

/** "None" depends on who looked. */
export function noneFound(state: SessionState): string {
  const { enough, asked } = readingCoverage(state);
  if (enough) return "None found.";
  return `None found by the mechanical detectors; ${asked === undefined ? "no reader checked the rest" : "too few turns were read to check the rest"}.`;
}

export function notLookedForLine(state: SessionState): string[] {
  const read = readingCoverage(state);
  const missing = notLookedFor(read, state.config);
  const inPart = kindsInOrder.flatMap((kind) => kindOf(kind).onlyReader ?? []);
  return missing.length === 0
    ? []
    : [
        `**${read.asked === undefined ? "Not looked for" : "Not measured"}**: ${[...missing, ...inPart].join(", ")}. ${inline(unreadText(read))}`,
        "",
      ];
}
