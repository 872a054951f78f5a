import type { BisectView } from "../../../src/contract/index.ts";

/** As the report and the terminal write a probability: certainty is never claimed. */
export const chanceWords = (probability: number): string =>
  probability > 0.99 && probability < 1
    ? "over 99 %"
    : probability > 0 && probability < 0.01
      ? "under 1 %"
      : `${Math.round(probability * 100)} %`;

export type BeliefBar = {
  /** A turn, or another explanation. */ name: string;
  turn: number | null;
  probability: number;
  recovered: number;
  failed: number;
  missing: number;
};

/** A bar for each turn, and for the two explanations without a turn. The probabilities add up to 1. */
export function beliefBars({
  belief,
  byTurn,
  finding,
}: Pick<BisectView, "belief" | "byTurn" | "finding">): BeliefBar[] {
  const replays = new Map(byTurn.map((row) => [row.turn, row]));
  const of = new Map(
    belief.flatMap(({ turn, probability }) => (turn === null ? [] : [[turn, probability] as const])),
  );
  const turns = [...new Set([...of.keys(), ...replays.keys()])].sort((a, b) => a - b);
  const none = { turn: null, recovered: 0, failed: 0, missing: 0 };
  return [
    ...turns.map((turn) => {
      const { replays: all = 0, recovered = 0, missing = 0 } = replays.get(turn) ?? {};
      return {
        name: String(turn),
        turn,
        probability: of.get(turn) ?? 0,
        recovered,
        failed: all - recovered - missing,
        missing,
      };
    }),
    ...belief
      .filter(({ turn }) => turn === null)
      .map(({ probability }) => ({ ...none, name: "recovers from every turn", probability })),
    { ...none, name: "no single turn", probability: finding.noSingleTurn },
  ];
}
