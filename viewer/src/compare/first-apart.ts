import type { TurnView } from "../../../src/contract/index.ts";

/** The first turn that both have and in which not the same was said. */
export function firstApart(
  turns: readonly number[],
  [a, b]: ReadonlyArray<ReadonlyMap<number, TurnView>>,
): number | undefined {
  return turns.find((turn) => {
    const [one, other] = [a?.get(turn), b?.get(turn)];
    return one && other && said(one) !== said(other);
  });
}

const said = ({ narration, players, crossTalk = [], relay }: TurnView): string =>
  JSON.stringify([
    narration.map(({ text }) => text),
    players.map(({ says, wants, tells }) => [says, wants, tells?.text]),
    crossTalk.map(({ seat, says }) => [seat, says]),
    relay?.text,
  ]);
