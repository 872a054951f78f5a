import type { PlayerTurn, RelayMetrics } from "../../contract/index.ts";
import { storyWords } from "../classify/index.ts";
import type { SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";

/** So much of a wish must come through in the relay. Whoever puts it in other words loses some: a lower bound. */
const ENOUGH = 0.5;

/** How wishes are put, whatever they are about. */
const wishing = storyWords(
  "ask asks wish wishes hope hopes vote votes pick picks choice plan suggest suggests propose proposes prefer prefers wonder wonders find group everybody everyone together somebody anybody happy mind narrator",
);
/** And those of somebody who goes along: with nothing else in it, there is no wish to lose. */
const following = storyWords("along follow follows stick sticks stay stays right close closely behind tag join joins agree agrees same whatever lead idea plan rest");

/** What became of the wishes of one turn. Who had none of their own is not counted. */
export type RelayedTurn = RelayMetrics["turns"][number] & { asked: number[] };

/** The turns in which somebody spoke for the group. None before the story: there is no wish in a name. */
export function relayedTurns({ records, config }: SessionState): RelayedTurn[] {
  const names = storyWords(config.group.players.map(({ name }) => name).join(" "));
  return records.flatMap(({ turn, phase, players, relay }) => {
    if (phase !== "story" || relay === undefined) return [];
    const heard = storyWords(relay.text);
    const wishes = players.flatMap((player) => {
      const came = cameThrough(player, { heard, names });
      return came === null ? [] : [{ seat: player.seat, came }];
    });
    const dropped = wishes.filter(({ came }) => !came).map(({ seat }) => seat);
    return [{ turn, wanted: wishes.length, survived: wishes.length - dropped.length, dropped, asked: wishes.map(({ seat }) => seat) }];
  });
}

/** How much of what the players wanted survived the spokesperson. */
export function relayLoss(turns: readonly RelayedTurn[], seats: number): RelayMetrics {
  const bySeat = Array.from({ length: seats }, (_, seat) => ({ seat, wanted: 0, dropped: 0 }));
  for (const { asked, dropped } of turns) {
    for (const seat of asked) bySeat[seat]!.wanted += 1;
    for (const seat of dropped) bySeat[seat]!.dropped += 1;
  }
  const wanted = bySeat.reduce((sum, each) => sum + each.wanted, 0);
  const survived = wanted - bySeat.reduce((sum, each) => sum + each.dropped, 0);
  return { wanted, survived, survival: ratio(survived, wanted), turns: turns.filter(({ dropped }) => dropped.length > 0).map(({ turn, wanted, survived, dropped }) => ({ turn, wanted, survived, dropped })), bySeat };
}

/** Null: there was no wish of their own. */
function cameThrough({ wants }: PlayerTurn, { heard, names }: { heard: ReadonlySet<string>; names: ReadonlySet<string> }): boolean | null {
  const words = [...storyWords(wants)].filter((word) => !wishing.has(word) && !names.has(word));
  if (words.every((word) => following.has(word))) return null;
  return words.filter((word) => heard.has(word)).length >= words.length * ENOUGH;
}
