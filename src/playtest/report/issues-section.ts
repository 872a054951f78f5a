import {
  isFromGuide,
  kindWords,
  quotedFrom,
  type Episode,
  type Issue,
  type Quote,
  type TurnRecord,
  type VerdictFinding,
} from "../../contract/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";
import { kindOf, kindsInOrder } from "../findings/index.ts";
import { notLookedFor, readingCoverage, unreadText } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";
import { episodeTitle } from "./episode-words.ts";

/** The episodes, their sources, and the kinds that were not looked for. Those listed `above` are not repeated. */
export function issuesSection(
  state: SessionState,
  { issues, above = [] }: { issues: readonly Episode[]; above?: readonly VerdictFinding[] | undefined },
): string[] {
  const { hints, records } = state;
  const others = issues.filter(({ id }) => above.every((finding) => finding.id !== id));
  const lines = (all: readonly Issue[]) => all.flatMap((issue) => issueLines(issue, records));
  return [
    "## Issues",
    "",
    ...(issues.length === 0 ? [noneFound(state)] : []),
    ...(others.length < issues.length
      ? [`${others.length === 0 ? "All" : "The worst"} are listed under *Findings*.`, ""]
      : []),
    ...lines(others),
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
    ...notLookedForLine(state),
  ];
}

/** A long problem is quoted from its beginning and its end. */
const QUOTES_AT_EACH_END = 2;

/** One issue with its source and the quotes of both sides. */
export function issueLines(issue: Issue | Episode, records: readonly TurnRecord[]): string[] {
  const isEpisode = "id" in issue;
  const title = isEpisode ? episodeTitle(issue) : `Turn ${issue.turn}, ${kindWords(issue.kind)}`;
  const lost = isEpisode ? `${counted(issue.pointsLost, "point")} lost, \`${issue.id}\`, ` : "";
  const quotes = [...Map.groupBy(issue.evidence, ({ text }) => text).values()];
  const shown =
    quotes.length <= 2 * QUOTES_AT_EACH_END
      ? quotes
      : [...quotes.slice(0, QUOTES_AT_EACH_END), ...quotes.slice(-QUOTES_AT_EACH_END)];
  return [
    `- **${title}** (${lost}${issue.severity}, ${inline(issue.source)}): ${inline(issue.description)}`,
    ...shown.map((same) => `  - ${turnsOf(same)}: “${inline(asCut(same[0]!, records))}”`),
  ];
}

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
function noneFound(state: SessionState): string {
  const { enough, asked } = readingCoverage(state);
  if (enough) return "None found.";
  return `None found by the mechanical detectors; ${asked === undefined ? "no reader checked the rest" : "too few turns were read to check the rest"}.`;
}

function notLookedForLine(state: SessionState): string[] {
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
