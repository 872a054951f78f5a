/** How branches are distinguished: by the change, the dice, and the time. */
import type { SessionCard } from "../../../src/contract/index.ts";
import { count, moment } from "../ui/format.ts";

type Origin = { changed: readonly string[]; replicate: number };

/** "narrator: a → b" in words, because some fonts lack the arrow. An edited text keeps its name. */
export const changeWords = (changed: readonly string[]): string =>
  changed.length === 0
    ? "nothing changed"
    : castAsOne(changed)
        .map((change) => change.replace(/: (.*) → \1$/u, ": $1, edited").replace(" → ", " to "))
        .join(", ");

export const diceWords = (replicate: number): string =>
  replicate === 0 ? "the parent's dice" : `dice ${replicate}`;

export const branchName = ({ changed, replicate }: Origin): string =>
  `${changeWords(changed)}; ${diceWords(replicate)}`;

/** The house cast on all seats, which needs no classifier, is one change. */
function castAsOne(changed: readonly string[]): string[] {
  const others = changed.filter((change) => !/ → (house|none)$/.test(change));
  const isCast = changed.some((change) => /^narrator: .* → house$/.test(change));
  return isCast && changed.length - others.length > 1 ? [...others, "house cast"] : [...changed];
}

/** A short form for narrow places: the new value without the old one. */
export function shortName({ changed, replicate }: Origin): string {
  const news = castAsOne(changed).map((change) =>
    change.replace(/: (.*) → \1$/u, ": $1, edited").replace(/:.*→/u, ":"),
  );
  return [news.join(", ") || changeWords([]), replicate === 0 ? "" : diceWords(replicate)]
    .filter(Boolean)
    .join(", ");
}

/** The last turn that a branch shares with its parent. */
export const fromTurnOf = ({ branchedFrom }: Pick<SessionCard, "branchedFrom">): number =>
  branchedFrom?.turn ?? 0;

/** The branch's own turns; null if it has played none. */
export const ownTurns = (fromTurn: number, turns: number): string | null =>
  turns <= fromTurn ? null : turns === fromTurn + 1 ? `turn ${turns}` : `turns ${fromTurn + 1} to ${turns}`;

/** Null: code found nothing, and no reader read the turns. */
export const issuesFound = (issues: number | null): string =>
  issues === null ? "not read" : count(issues, "finding");

/** A branch's own numbers and the turns they cover. */
export function branchFacts(
  { turns, issues, overall, at, ...branch }: SessionCard,
  score: (value: number) => string,
): string[] {
  const fromTurn = fromTurnOf(branch);
  const own = ownTurns(fromTurn, turns);
  return [
    own === null
      ? "no turns of its own yet"
      : `${fromTurn === 0 ? count(turns, "turn") : own}: ${issuesFound(issues)}`,
    overall === null ? "no score" : `${fromTurn === 0 ? "score" : "craft"} ${score(overall)}`,
    moment(at),
  ];
}

/** Which numbers of a card cover the branch's own turns. Null if the session is not a branch. */
export function inheritedWords({
  branchedFrom,
  turns,
}: Pick<SessionCard, "branchedFrom" | "turns">): string | null {
  if (!branchedFrom) return null;
  const own = ownTurns(branchedFrom.turn, turns);
  return own === null
    ? "It has no turns of its own yet."
    : `Findings, beats and score cover its own ${own}; the ${count(branchedFrom.turn, "turn")} before belong to its parent.`;
}
