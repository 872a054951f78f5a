import type { TurnRecord } from "../../contract/index.ts";

/** What the group told the narrator at the end of a turn: the relay, or in character creation a line from each player. */
export function groupAnswer(
  { phase, players, relay }: Pick<TurnRecord, "phase" | "players" | "relay">,
  names: readonly string[],
): string {
  if (relay) return relay.text;
  if (phase !== "creation") return "";
  return players.map(({ seat, says }) => `${names[seat]}: ${says}`).join("\n");
}

/** What single players answered to the narrator alone. */
export const privateAnswers = (
  { players }: Pick<TurnRecord, "players">,
  names: readonly string[],
): Array<{ name: string; answer: string }> =>
  players.flatMap(({ seat, private: moment }) =>
    moment ? [{ name: names[seat]!, answer: moment.answer }] : [],
  );
