/** Episodes in words: their kind, their turns, and what they cost. */
import {
  isFromGuide,
  kindWords,
  quotedFrom,
  type Episode,
  type Issue,
  type VerdictFinding,
} from "../../contract/index.ts";
import { counted, shorten, turnsInWords } from "../../kernel/report/index.ts";
import { countedKind, kindOf } from "../findings/index.ts";

/** The costliest first, equal ones by what their kind cost. */
export const worstFirst = (episodes: readonly Episode[]): Episode[] =>
  costliestKinds(episodes)
    .flatMap(([, own]) => own.toSorted(byCost))
    .toSorted((a, b) => b.pointsLost - a.pointsLost);

const byCost = (a: Episode, b: Episode): number =>
  Number(b.severity === "error") - Number(a.severity === "error") ||
  b.confidence - a.confidence ||
  a.turn - b.turn;

/** By their points, then by how often they happened, and by how serious they are. */
const costliestKinds = (episodes: readonly Episode[]): Array<[kind: string, own: Episode[]]> =>
  [...Map.groupBy(episodes, ({ kind }) => kind)].toSorted(
    ([one, a], [other, b]) =>
      costOf(b) - costOf(a) || b.length - a.length || kindOf(one).rank - kindOf(other).rank,
  );

const costOf = (episodes: readonly Episode[]): number =>
  episodes.reduce((sum, { pointsLost }) => sum + pointsLost, 0);

/** "turn 17", "turns 6 to 14". */
export const turnsOf = ({ turn, lastTurn }: Pick<Episode, "turn" | "lastTurn">): string =>
  turnsInWords({ from: turn, to: lastTurn });

/** "Turn 17, forced-segue". */
export function episodeTitle(episode: Episode): string {
  const turns = turnsOf(episode);
  return `${turns[0]!.toUpperCase()}${turns.slice(1)}, ${kindWords(episode.kind)}`;
}

/** "mechanical" is what files say. */
export const sourceWords = ({ source }: Pick<Issue, "source">): string =>
  source.replace(/^mechanical/, "counted by code");

export const episodeFinding = (episode: Episode): VerdictFinding => ({
  id: episode.id,
  title: episodeTitle(episode),
  says: `${episode.description} (${sourceWords(episode)})`,
  points: episode.pointsLost,
  quotes: tellingQuotes(episode).map(({ turn, text, to }) => ({ at: quotedFrom(turn, "turn"), text, to })),
});

/** In the order in which they were said; the guide comes first. */
export const inTurns = (evidence: Issue["evidence"]): Issue["evidence"] =>
  evidence.toSorted((a, b) => a.turn - b.turn);

/** The first words that were said, and always those of the turn itself, which are the last. */
function tellingQuotes({ kind, evidence }: Issue): Issue["evidence"] {
  const own = evidence.at(-1)!;
  const first = evidence.find(({ turn, text }) => !isFromGuide(turn) && text !== own.text) ?? evidence[0]!;
  const isBeat = isFromGuide(first.turn) && kindOf(kind).reader?.earlierQuote !== "guide";
  const earlier = isBeat ? { ...first, text: first.text.split("\n")[0]! } : first;
  return first.text === own.text ? [own] : inTurns([earlier, own]);
}

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
  const [[kind, worst]] = costliestKinds(episodes) as [[string, Episode[]]];
  const by = worst.length === episodes.length ? " to" : `, ${tenths(costOf(worst))} of them to`;
  return `${counted(lost, "point")} lost${where}${by} ${countedKind(kind, worst.length)} (${spansOf(worst)})`;
}

const tenths = (points: number): number => Math.round(points * 10) / 10;

const SPANS_SHOWN = 3;

/** "turns 17 and 24", "turns 6–14, 27–34 and 2 more". */
export function spansOf(episodes: readonly Episode[]): string {
  const spans = [...new Set(episodes.map(spanOf))];
  if (spans.length === 1) return turnsOf(episodes[0]!);
  const more = spans.length - SPANS_SHOWN;
  const shown = more > 0 ? [...spans.slice(0, SPANS_SHOWN), `${more} more`] : spans;
  return `turns ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

const spanOf = ({ turn, lastTurn }: Episode): string =>
  turn === lastTurn ? `${turn}` : `${turn}–${lastTurn}`;
