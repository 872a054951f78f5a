/** How branches are distinguished: by the change, the dice, and the time. */
import type { BranchNode, SessionCard } from "../../../src/contract/index.ts";
import { count, moment } from "../ui/format.ts";

type Origin = { changed: readonly string[]; replicate: number };

/** "narrator: a → b" in words, because some fonts lack the arrow. An edited text keeps its name. */
export const changeWords = (changed: readonly string[]): string =>
  changed.length === 0
    ? "nothing changed"
    : changed
        .map((change) => change.replace(/: (.*) → \1$/u, ": $1, edited").replace(" → ", " to "))
        .join(", ");

export const diceWords = (replicate: number): string =>
  replicate === 0 ? "the parent's dice" : `dice ${replicate}`;

export const branchName = ({ changed, replicate }: Origin): string =>
  `${changeWords(changed)}; ${diceWords(replicate)}`;

/** A short form for narrow places: the new value without the old one. */
export function shortName({ changed, replicate }: Origin): string {
  const news = changed.map((change) => change.replace(/: (.*) → \1$/u, ": $1, edited").replace(/:.*→/u, ":"));
  return [news.join(", ") || changeWords([]), replicate === 0 ? "" : diceWords(replicate)]
    .filter(Boolean)
    .join(", ");
}

/** The branch's own turns; null if it has played none. */
export const ownTurns = (fromTurn: number, turns: number): string | null =>
  turns <= fromTurn ? null : turns === fromTurn + 1 ? `turn ${turns}` : `turns ${fromTurn + 1} to ${turns}`;

/** Null: code found nothing, and no reader read the turns. */
export const issuesFound = (issues: number | null): string =>
  issues === null ? "not read" : count(issues, "finding");

/** A branch's own numbers and the turns they cover. */
export function branchFacts(
  { fromTurn, turns, issues, overall, at }: BranchNode,
  score: (value: number) => string,
): string[] {
  const own = ownTurns(fromTurn, turns);
  return [
    own === null
      ? "no turns of its own yet"
      : `${fromTurn === 0 ? count(turns, "turn") : own}: ${issuesFound(issues)}`,
    overall === null ? "no score" : `score ${score(overall)}`,
    moment(at),
  ];
}

/** Which numbers of a card cover the branch's own turns. Null if the session is not a branch. */
export function inheritedWords({
  branchedFrom,
  inherited,
  turns,
}: Pick<SessionCard, "branchedFrom" | "inherited" | "turns">): string | null {
  if (!branchedFrom || !inherited) return null;
  const own = ownTurns(inherited.turns, turns);
  return own === null
    ? "It has no turns of its own yet."
    : `Findings, pulses and score cover its own ${own}; the ${count(inherited.turns, "turn")} before belong to its parent.`;
}
