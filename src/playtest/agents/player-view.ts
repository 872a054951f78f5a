/** What one player knows of a session. */
import type { Classification, PlayerTurn, TurnRecord } from "../../contract/index.ts";
import { cutText, LONGEST_HEARD } from "./cut-text.ts";

/** One turn from one player's point of view. Prompts use only this, so nothing else can reach a player. */
export type SeenTurn = {
  turn: number;
  /** What the narrator said to everybody. */
  narration: string;
  /** What the narrator said to this player alone. */
  told: string;
  /** What the others said at the table in this turn; heard in the next. */
  talk: TableLine[];
  /** What the spokesperson passed on. */
  relay: string;
  own: OwnTurn | undefined;
};

/** Their own part, and what they added when the others had spoken. */
export type OwnTurn = Pick<PlayerTurn, "says" | "wants" | "offTopic" | "private" | "tells" | "remember"> & {
  reacts?: string;
};

export type TableLine = { seat: number; says: string };

/** Everything said aloud in a turn, in order: first answers, then reactions. */
export const tableTalk = ({
  players,
  crossTalk = [],
}: Pick<TurnRecord, "players" | "crossTalk">): TableLine[] =>
  [...players, ...crossTalk].filter(({ says }) => says !== "").map(({ seat, says }) => ({ seat, says }));

/** Turns as one player heard them. */
export const playerView = (records: readonly TurnRecord[], seat: number): SeenTurn[] =>
  records.map((record) => asHeard(seen(record, seat)));

function seen(record: TurnRecord, seat: number): SeenTurn {
  const { turn, narrator, classification, players, crossTalk, relay } = record;
  const own = players.find((player) => player.seat === seat);
  const reaction = crossTalk?.find((each) => each.seat === seat);
  return {
    turn,
    narration: publicPart(narrator.text, classification),
    told: toldTo(narrator.text, classification, seat),
    talk: tableTalk(record).filter((line) => line.seat !== seat),
    relay: relay?.text ?? "",
    own: own && { ...own, reacts: reaction?.says },
  };
}

/** The form in prompts: one endless output must not make every later prompt too long. */
export const asHeard = (seen: SeenTurn): SeenTurn => ({
  ...seen,
  narration: cutText(seen.narration, LONGEST_HEARD),
  told: cutText(seen.told, LONGEST_HEARD),
});

export const publicPart = (text: string, { segments }: Classification): string =>
  join(segments.filter(({ audience }) => audience === "all").map(({ start, end }) => text.slice(start, end)));

/** Told to this seat, alone or with others, but not to all. */
export const toldTo = (text: string, { segments }: Classification, seat: number): string =>
  join(
    segments
      .filter(({ audience }) => audience !== "all" && audience.includes(seat))
      .map(({ start, end }) => text.slice(start, end)),
  );

/** Private parts that reached no player. */
export const lostPart = (text: string, { segments }: Classification): string =>
  join(
    segments.filter(({ audience }) => audience.length === 0).map(({ start, end }) => text.slice(start, end)),
  );

const join = (parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n\n");
