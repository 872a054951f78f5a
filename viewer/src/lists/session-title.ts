/** What a row is called, and what else tells it from its neighbours. */
import type { SessionCard } from "../../../src/contract/index.ts";
import { changeWords, diceWords } from "../replay/index.ts";
import { count } from "../ui/index.ts";

export type Title = { lead: string; rest: string[] };

export const namesOf = ({ story, prompt, narrator }: Pick<SessionCard, "story" | "prompt" | "narrator">) =>
  [story, prompt, narrator].filter(Boolean).join(" · ");

export function sessionTitle(card: SessionCard): Title {
  const branch = branchTitle(card);
  const names = namesOf(card);
  if (branch) return { lead: branch, rest: [names] };
  const numbers = [count(card.players, "player"), card.seed === undefined ? "" : `seed ${card.seed}`];
  return { lead: names, rest: numbers.filter(Boolean) };
}

/** What a branch changed, and after which turn. Its id has the time, and the list when it was played. */
function branchTitle(card: SessionCard): string | undefined {
  const { branchedFrom } = card;
  if (!branchedFrom) return undefined;
  const { changed, replicate, turn } = branchedFrom;
  // A long change is cut at the end of its line: the dice, which tell branches of one replay apart, come first.
  const what = [
    replicate === 0 ? (changed.length > 0 ? "" : "same dice") : diceWords(replicate),
    `after turn ${turn}`,
    changed.length > 0 ? changeWords(changed) : "same settings",
  ];
  return [armWords(card), what.filter(Boolean).join(", ")].filter(Boolean).join(": ");
}

/** The place of a replay in its A/B test, from its name: `0003-b`. */
function armWords({ of, id }: SessionCard): string | undefined {
  if (of?.kind !== "ab") return undefined;
  const name = id.slice(id.lastIndexOf("~") + 1);
  const [, pair, arm] = /^0*(\d+)-([ab])$/.exec(name) ?? [];
  return pair === undefined ? undefined : `${arm!.toUpperCase()} of pair ${pair}`;
}
