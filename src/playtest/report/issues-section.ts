import type { Issue, Quote, TurnRecord } from "../../contract/index.ts";
import { inline } from "../../kernel/report/index.ts";
import { findingKinds, kindsInOrder } from "../findings/index.ts";
import { notLookedFor, readingCoverage } from "../metrics/index.ts";
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
          "The second look refuted or could not confirm these, or their kind has no measured error rate.",
          "",
          ...lines(hints),
          "",
        ]),
    ...(above ? [] : notLookedForLine(state)),
  ];
}

/** One issue with its source and the quotes of both sides. */
export const issueLines = (issue: Issue, records: readonly TurnRecord[]): string[] => [
  `- **Turn ${issue.turn}, ${issue.type}** (${[issue.severity, ...causedBy(issue), inline(issue.source)].join(", ")}): ${inline(issue.description)}`,
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

/** The narrator is not responsible for these. */
const causedBy = ({ by = "narrator" }: Issue): string[] =>
  by === "narrator" ? [] : [`caused by ${by === "player" ? "a player" : "the relay"}, not scored`];

/** Repeated words are quoted once. */
function turnsOf(quotes: ReadonlyArray<Pick<Quote, "turn">>): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1
    ? `turn ${turns[0]}`
    : `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}

/** "None" depends on who looked. */
export const noneFound = (state: SessionState): string =>
  readingCoverage(state).enough
    ? "None found."
    : "None found by the mechanical detectors; no reader checked the rest.";

export function notLookedForLine(state: SessionState): string[] {
  const missing = notLookedFor(readingCoverage(state));
  const inPart = kindsInOrder.flatMap((kind) => findingKinds[kind].onlyReader ?? []);
  return missing.length === 0
    ? []
    : [`**Not looked for (needs --observer MODEL)**: ${[...missing, ...inPart].join(", ")}.`, ""];
}
