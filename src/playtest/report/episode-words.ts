/** Episodes in words: their kind, their turns, and what they cost. */
import {
  derivedKinds,
  isBuiltIn,
  kindWords,
  quotedFrom,
  type Episode,
  type Issue,
  type VerdictFinding,
} from "../../contract/index.ts";
import { counted, shorten, turnsInWords } from "../../kernel/report/index.ts";
import { kindOf } from "../findings/index.ts";

/** What cost most comes first, then errors, serious kinds, confidence and turn. */
export const worstFirst = (episodes: readonly Episode[]): Episode[] =>
  episodes.toSorted(
    (a, b) =>
      b.pointsLost - a.pointsLost ||
      Number(b.severity === "error") - Number(a.severity === "error") ||
      kindOf(a.kind).rank - kindOf(b.kind).rank ||
      b.confidence - a.confidence ||
      a.turn - b.turn,
  );

/** "turn 17", "turns 6 to 14". */
export const turnsOf = ({ turn, lastTurn }: Pick<Episode, "turn" | "lastTurn">): string =>
  turnsInWords({ from: turn, to: lastTurn });

/** "Turn 17, forced-segue". */
export function episodeTitle(episode: Episode): string {
  const turns = turnsOf(episode);
  return `${turns[0]!.toUpperCase()}${turns.slice(1)}, ${kindWords(episode.kind)}`;
}

export const episodeFinding = (episode: Episode): VerdictFinding => ({
  id: episode.id,
  title: episodeTitle(episode),
  says: `${episode.description} (${episode.source})`,
  points: episode.pointsLost,
  quotes: tellingQuotes(episode).map(({ turn, text }) => ({ at: quotedFrom(turn, "turn"), text })),
});

/** The first quote, and always the words of the turn itself, which are the last. */
const tellingQuotes = ({ evidence }: Issue): Issue["evidence"] => [
  ...new Map([evidence[0]!, evidence.at(-1)!].map((quote) => [quote.text, quote])).values(),
];

export const episodeSentence = (episode: Episode): string =>
  `${episodeTitle(episode)}: ${episode.description} ${ownQuote(episode)}`;

/** The words of the issue's own turn, not the earlier ones or those of the guide. */
function ownQuote({ turn, evidence }: Issue): string {
  const { text } = evidence.findLast((quote) => quote.turn === turn) ?? evidence[0]!;
  return `“${shorten(text, 200)}”`;
}

/** "12.6 points lost, 8 of them to 2 forced segues (turns 17 and 24)". `where`: " in turns 13 to 17". */
export function lossText(episodes: readonly Episode[], lost: number, where = ""): string {
  if (lost === 0) return `no points lost${where}`;
  if (episodes.length === 0) return `${counted(lost, "point")} lost${where}`;
  const sumOf = (all: readonly Episode[]) => all.reduce((sum, { pointsLost }) => sum + pointsLost, 0);
  const [most] = [...Map.groupBy(episodes, ({ kind }) => kind)].toSorted(
    ([, a], [, b]) => sumOf(b) - sumOf(a),
  );
  const [kind, worst] = most!;
  const by = worst.length === episodes.length ? " to" : `, ${tenths(sumOf(worst))} of them to`;
  return `${counted(lost, "point")} lost${where}${by} ${countedKind(kind, worst.length)} (${spansOf(worst)})`;
}

const tenths = (points: number): number => Math.round(points * 10) / 10;

/** "1 stall", "2 beats passed over". */
function countedKind(kind: string, count: number): string {
  const { plural } = kindOf(kind);
  const isOwn = !isBuiltIn(kind) && !derivedKinds.some((name) => name === kind);
  return counted(count, plural.replace(isOwn ? /s$/ : /s\b/, ""), plural);
}

const SPANS_SHOWN = 3;

/** "turns 17 and 24", "turns 6–14, 27–34 and 2 more". */
function spansOf(episodes: readonly Episode[]): string {
  const spans = [...new Set(episodes.map(spanOf))];
  if (spans.length === 1) return turnsOf(episodes[0]!);
  const more = spans.length - SPANS_SHOWN;
  const shown = more > 0 ? [...spans.slice(0, SPANS_SHOWN), `${more} more`] : spans;
  return `turns ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const spanOf = ({ turn, lastTurn }: Episode): string =>
  turn === lastTurn ? `${turn}` : `${turn}–${lastTurn}`;
