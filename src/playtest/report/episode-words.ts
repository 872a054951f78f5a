/** Episodes in words: their kind, their turns, and what they cost. */
import {
  isFromGuide,
  kindWords,
  quotedFrom,
  type Episode,
  type Issue,
  type Quote,
  type VerdictFinding,
} from "../../contract/index.ts";
import { counted, listed, shorten, turnsInWords } from "../../kernel/report/index.ts";
import { countedKind, kindOf } from "../findings/index.ts";
import { costOf } from "../metrics/index.ts";

/** The costliest first; of equal ones, one of each kind before the second of any. */
export const worstFirst = (episodes: readonly Episode[]): Episode[] =>
  costliestKinds(episodes)
    .flatMap(([, own]) => own.toSorted(byCost).map((episode, nth) => ({ episode, nth })))
    .toSorted((a, b) => b.episode.pointsLost - a.episode.pointsLost || a.nth - b.nth)
    .map(({ episode }) => episode);

const byCost = (a: Episode, b: Episode): number =>
  b.pointsLost - a.pointsLost ||
  Number(b.severity === "error") - Number(a.severity === "error") ||
  b.confidence - a.confidence ||
  a.turn - b.turn;

/** By their points, then by those of their worst episode, and by how serious they are: the order of every list. */
export const costliestKinds = (episodes: readonly Episode[]): Array<[kind: string, own: Episode[]]> =>
  [...Map.groupBy(episodes, ({ kind }) => kind)].toSorted(
    ([one, a], [other, b]) =>
      costOf(b) - costOf(a) || mostOf(b) - mostOf(a) || kindOf(one).rank - kindOf(other).rank,
  );

const mostOf = (episodes: readonly Episode[]): number =>
  Math.max(...episodes.map(({ pointsLost }) => pointsLost));

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
  quotes: shownQuotes(episode).map(({ at, text, to }) => ({ at, text, to })),
});

/** Words with all the turns they were said in: "turns 4 and 5". `to` and `turn` are those of the last time. */
type ShownQuote = Issue["evidence"][number] & { at: string };

/**
 * In the order in which they were said, repeated words once. Of more than `most`, an even number: the first and the
 * last, which are the turn's own; a beat of the guide only where nothing else was said before them.
 */
export function shownQuotes({ kind, evidence }: Issue, most = 2): ShownQuote[] {
  const isBeat = ({ turn }: Quote) => isFromGuide(turn) && kindOf(kind).reader?.earlierQuote !== "guide";
  const byText = [...Map.groupBy(evidence, ({ text }) => text).values()];
  const spoken = byText.filter(([first]) => !isBeat(first!));
  const all = byText.length > most && spoken.length >= most ? spoken : byText;
  const shown = all.length <= most ? all : [...all.slice(0, most / 2), ...all.slice(-most / 2)];
  return shown
    .toSorted(([one], [other]) => one!.turn - other!.turn)
    .map((same) => {
      const last = same.at(-1)!;
      const text = isBeat(last) ? last.text.split("\n")[0]! : last.text;
      return { ...last, text, at: placesOf(same) };
    });
}

/** "turn 5", "turns 4 and 5", "Guide and turn 3". */
function placesOf(quotes: readonly Quote[]): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1 || turns.some(isFromGuide)
    ? listed(turns.map((turn) => quotedFrom(turn, "turn")))
    : `turns ${listed(turns)}`;
}

/** With the words of its own turn. */
export const episodeSentence = (episode: Episode): string =>
  `${episodeTitle(episode)}: ${episode.description} “${shorten(shownQuotes(episode).at(-1)!.text, 200)}”`;

/** "12.6 points lost, 8 of them to 2 forced segues (turns 17 and 24)". `where`: " in turns 13 to 17". */
export function lossText(episodes: readonly Episode[], lost: number, where = ""): string {
  if (lost === 0) return `no points lost${where}`;
  if (episodes.length === 0) return `${counted(lost, "point")} lost${where}`;
  const [[kind, worst]] = costliestKinds(episodes) as [[string, Episode[]]];
  const by = worst.length === episodes.length ? " to" : `, ${costOf(worst)} of them to`;
  return `${counted(lost, "point")} lost${where}${by} ${countedKind(kind, worst.length)} (${spansOf(worst)})`;
}

const SPANS_SHOWN = 3;

/** "turns 17 and 24", "turns 6–14, 27–34 and 2 more". */
export function spansOf(episodes: readonly Episode[]): string {
  const spans = [...new Set(episodes.map(spanOf))];
  if (spans.length === 1) return turnsOf(episodes[0]!);
  const more = spans.length - SPANS_SHOWN;
  return `turns ${listed(more > 0 ? [...spans.slice(0, SPANS_SHOWN), `${more} more`] : spans)}`;
}

const spanOf = ({ turn, lastTurn }: Episode): string =>
  turn === lastTurn ? `${turn}` : `${turn}–${lastTurn}`;
