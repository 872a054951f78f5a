import type { PlayerTurn, TurnRecord } from "../../contract/index.ts";

const levels: ReadonlyArray<PlayerTurn["offTopic"]> = ["none", "light", "medium", "heavy"];

/**
 * Who was off the story in a turn, with what they said of it and how far it went: at first or when they reacted,
 * whichever was further. The narrator knows of those that the relay carried. Where nothing is known of that, of all.
 */
export function digressions({
  players,
  crossTalk = [],
  relay,
}: {
  players: readonly PlayerTurn[];
  crossTalk?: TurnRecord["crossTalk"];
  relay?: Pick<NonNullable<TurnRecord["relay"]>, "carried">;
}): { heard: PlayerTurn[]; unheard: PlayerTurn[] } {
  const off = players.flatMap((player) => {
    const said = [player, ...crossTalk.filter(({ seat }) => seat === player.seat)].filter(
      ({ offTopic }) => offTopic !== "none",
    );
    if (said.length === 0) return [];
    const furthest = Math.max(...said.map(({ offTopic }) => levels.indexOf(offTopic)));
    return [{ ...player, offTopic: levels[furthest]!, says: said.map(({ says }) => says).join("\n") }];
  });
  const isHeard = ({ seat }: PlayerTurn) => relay?.carried?.includes(seat) ?? true;
  return { heard: off.filter(isHeard), unheard: off.filter((player) => !isHeard(player)) };
}
