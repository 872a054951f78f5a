import type { Classification, TurnRecord } from "../../contract/index.ts";
import { cutText, LONGEST_HEARD } from "./cut-text.ts";

/** One turn through one player's eyes. Prompts are made of this alone, so what is not here cannot reach a player. */
export type SeenTurn = {
  turn: number;
  /** What the narrator said to everybody. */
  narration: string;
  /** What the narrator said to this player alone. */
  told: string;
  /** What the others said at the table in this turn; heard in the next. */
  talk: Array<{ seat: number; says: string }>;
  /** What the spokesperson passed on. */
  relay: string;
  own: { says: string; wants: string; answer: string } | undefined;
};

/** Turns as one player heard them. */
export const playerView = (records: readonly TurnRecord[], seat: number): SeenTurn[] =>
  records.map((record) => seenBy(record, seat));

/** What was seen stays as it was: every later turn looks back at it. */
const known = new WeakMap<TurnRecord, SeenTurn[]>();

function seenBy(record: TurnRecord, seat: number): SeenTurn {
  const seats = known.get(record) ?? [];
  known.set(record, seats);
  return (seats[seat] ??= asHeard(seen(record, seat)));
}

function seen({ turn, narrator, classification, players, relay }: TurnRecord, seat: number): SeenTurn {
  const own = players.find((player) => player.seat === seat);
  return {
    turn,
    narration: publicPart(narrator.text, classification),
    told: toldTo(narrator.text, classification, seat),
    talk: players.filter((player) => player.seat !== seat).map(({ seat, says }) => ({ seat, says })),
    relay: relay?.text ?? "",
    own: own && { says: own.says, wants: own.wants, answer: own.private?.answer ?? "" },
  };
}

/** As prompts carry it: one endless output must not make every later prompt too long to send. */
export const asHeard = (seen: SeenTurn): SeenTurn => ({
  ...seen,
  narration: cutText(seen.narration, LONGEST_HEARD),
  told: cutText(seen.told, LONGEST_HEARD),
});

/** What everybody heard of a narrator's output. */
export const publicPart = (text: string, { segments }: Classification): string =>
  join(segments.filter(({ audience }) => audience === "all").map(({ start, end }) => text.slice(start, end)));

/** What was told to one seat alone, or to it and others, but not to all. */
export const toldTo = (text: string, { segments }: Classification, seat: number): string =>
  join(
    segments
      .filter(({ audience }) => audience !== "all" && audience.includes(seat))
      .map(({ start, end }) => text.slice(start, end)),
  );

/** What was private and reached nobody. */
export const lostPart = (text: string, { segments }: Classification): string =>
  join(
    segments.filter(({ audience }) => audience.length === 0).map(({ start, end }) => text.slice(start, end)),
  );

const join = (parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
