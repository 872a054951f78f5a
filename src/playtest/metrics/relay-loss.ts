import type { PlayerTurn, RelayMetrics } from "../../contract/index.ts";
import { storyWords } from "../text/index.ts";
import type { SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";
import { signedWords, unsigned } from "./signed-words.ts";

/** So much of a wish must come through in the relay, denied where it was denied. Whoever puts it in other words loses some. */
const ENOUGH = 0.5;

/** How wishes are put, whatever they are about. */
const wishing = storyWords(
  "ask asks wish wishes hope hopes vote votes pick picks choice plan suggest suggests propose proposes prefer prefers wonder wonders find group everybody everyone together somebody anybody happy mind narrator",
);
/** And those of somebody who goes along: with nothing else in it, there is no wish to lose. */
const following = storyWords(
  "along follow follows stick sticks stay stays right close closely behind tag join joins agree agrees same whatever lead idea plan rest",
);

/** What became of the wishes of one turn. Who had none of their own is not counted. */
export type RelayedTurn = RelayMetrics["turns"][number] & { asked: number[] };

/** The turns in which somebody spoke for the group. None before the story: there is no wish in a name. */
export function relayedTurns({ records, config }: SessionState): RelayedTurn[] {
  const names = storyWords(config.group.players.map(({ name }) => name).join(" "));
  return records.flatMap(({ turn, phase, players, relay }) => {
    if (phase !== "story" || relay === undefined) return [];
    const heard = signedWords(relay.text);
    const wishes = players.flatMap((player) => wishOf(player, { heard, names }));
    const dropped = wishes.filter((wish) => !cameThrough(wish, wishes)).map(({ seat }) => seat);
    return [
      {
        turn,
        wanted: wishes.length,
        survived: wishes.length - dropped.length,
        dropped,
        asked: wishes.map(({ seat }) => seat),
      },
    ];
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
  return {
    wanted,
    survived,
    survival: ratio(survived, wanted),
    turns: turns
      .filter(({ dropped }) => dropped.length > 0)
      .map(({ turn, wanted, survived, dropped }) => ({ turn, wanted, survived, dropped })),
    bySeat,
  };
}

type Wish = { seat: number; words: readonly string[]; found: readonly string[] };

/** None where there was no wish of their own. */
function wishOf(
  { seat, wants }: PlayerTurn,
  { heard, names }: { heard: ReadonlySet<string>; names: ReadonlySet<string> },
): Wish[] {
  const words = [...signedWords(wants)].filter(
    (word) => !wishing.has(unsigned(word)) && !names.has(unsigned(word)),
  );
  return words.every((word) => following.has(unsigned(word)))
    ? []
    : [{ seat, words, found: words.filter((word) => heard.has(word)) }];
}

/** Enough of it, and not by the words of another's wish alone that came through better: those were that other's. */
function cameThrough(wish: Wish, all: readonly Wish[]): boolean {
  if (share(wish) < ENOUGH) return false;
  const better = new Set(all.filter((other) => share(other) > share(wish)).flatMap(({ found }) => found));
  return wish.found.some((word) => !better.has(word));
}

const share = ({ words, found }: Wish): number => found.length / words.length;
