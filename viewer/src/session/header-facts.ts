/** The numbers in a session's header: the verdict's first numbers, and the turns. */
import type { Fact, SessionView } from "../../../src/contract/index.ts";
import { count } from "../ui/format.ts";
import { shownNumber } from "../verdict/verdict-view.tsx";
import { inheritedTurns } from "./findings.ts";
import type { LensName } from "./use-session-url.ts";

type HeaderFact = {
  label: string;
  value: string;
  /** What it covers, and its source. */ about: string;
  isBad?: boolean;
  isDoubtful?: boolean;
  /** Where the details are. */ lens?: LensName | undefined;
};

export function headerFacts(view: SessionView): HeaderFact[] {
  const { card, result, turns } = view;
  const played = Math.max(card.turns, turns.length);
  if (view.as !== null) return [{ label: "Turns", value: String(played), about: "Turns played" }];
  const inherited = inheritedTurns(view);
  return [
    ...(result.verdict?.facts.map((fact) => verdictFact(fact, card)) ?? []),
    inherited === 0
      ? { label: "Turns", value: String(played), about: "Turns played" }
      : {
          label: "Own turns",
          value: String(Math.max(0, played - inherited)),
          about: `Turns ${inherited + 1} to ${played}; the ${count(inherited, "turn")} before are its parent's`,
        },
  ];
}

const lenses: Readonly<Record<string, LensName>> = {
  Overall: "score",
  "Beats told": "pace",
  "Points lost": "issues",
  Tangents: "score",
  "Would play this": "score",
  Cost: "pace",
  Hints: "issues",
};

const verdictFact = (
  { label, value, unit = "", note }: Fact,
  { errors, scoresCover }: SessionView["card"],
): HeaderFact => ({
  label,
  value:
    value === null ? "missing" : `${typeof value === "number" ? shownNumber(value) : value} ${unit}`.trim(),
  about: [note, scoresCover].filter(Boolean).join("; "),
  isBad: label === "Points lost" && errors > 0,
  isDoubtful: value === null,
  lens: lenses[label],
});
