/**
 * Tangents: who talks of something other than the story, the digressions that a reader saw, and how bad each was. Play
 * itself uses the players' own marks; a tangent in the state comes from readings alone.
 */
import type { PlayerAgent, PlayerTurn, ReadingContent, Tangent, TurnRecord } from "../../contract/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { storyWords } from "../text/index.ts";

/** With fewer new words than this, nothing is off the story. */
const FEWEST_OWN_WORDS = 3;

/**
 * How far off the story a player was, by their own mark, unless their words never left it. The dice are not evidence.
 */
export function offTopicOf({
  reported,
  says,
  narration,
}: {
  reported: PlayerTurn["offTopic"];
  says: string;
  narration: string;
}): PlayerTurn["offTopic"] {
  const told = storyWords(narration);
  const own = [...storyWords(says)].filter((word) => !told.has(word));
  return own.length < FEWEST_OWN_WORDS ? "none" : reported;
}

/** The seats that went off the story in a turn, by the players' own marks. */
export const strayedIn = (record: TurnRecord | undefined): number[] => [
  ...new Set(
    [...(record?.players ?? []), ...(record?.crossTalk ?? [])]
      .filter(({ offTopic }) => offTopic !== "none")
      .map(({ seat }) => seat),
  ),
];

export type ReadTurnContent = { record: TurnRecord; content: ReadingContent };

type OpenTangent = { tangent: Tangent; turns: StrayedTurn[] };

/**
 * The digressions that a reader saw, in order. One starts in a turn where the table strays while none is open, and
 * continues until a reading says that it ended. The narrator speaks first, so an ending comes before a new start.
 */
export function readTangents(
  turns: readonly ReadTurnContent[],
  { group, lastTurn }: { group: readonly PlayerAgent[]; lastTurn: number },
): Tangent[] {
  const all: Tangent[] = [];
  let open: OpenTangent | undefined;
  for (const { record, content } of turns) {
    if (record.phase === "creation") continue;
    if (open && content.returned) {
      all.push(measured(open, { until: record.turn, group, ended: content.returned }));
      open = undefined;
    }
    if (!content.strays) continue;
    const { by, relayed } = content.strays;
    const type = typeOf(group[by]);
    open ??= {
      turns: [],
      tangent: {
        startTurn: record.turn,
        length: 0,
        initiator: group[by]?.name ?? "?",
        type,
        intensity: "light",
        recoveryMethod: "none",
        woven: "unknown",
        reached: false,
      },
    };
    open.turns.push({ off: marked(record, by), kind: type });
    if (relayed) open.tangent.reached = true;
  }
  return open ? [...all, measured(open, { until: lastTurn, group })] : all;
}

/** The initiator's archetypal kind of aside. */
const typeOf = (player: PlayerAgent | undefined): string =>
  (player && archetypeOf(player.archetype).tangent?.type) ?? "aside";

/** Players off the story by their own mark, and always those that the reader names. */
function marked({ players, crossTalk = [] }: TurnRecord, by: number): StrayedTurn["off"] {
  const off = [...players, ...crossTalk].filter(({ offTopic }) => offTopic !== "none");
  const seats = [...new Set(off.map(({ seat }) => seat))].map((seat) => ({
    seat,
    offTopic: off.some((each) => each.seat === seat && each.offTopic === "heavy")
      ? ("heavy" as const)
      : ("light" as const),
  }));
  return seats.some(({ seat }) => seat === by) ? seats : [...seats, { seat: by, offTopic: "light" }];
}

function measured(
  { tangent, turns }: OpenTangent,
  {
    until,
    group,
    ended,
  }: { until: number; group: readonly PlayerAgent[]; ended?: NonNullable<ReadingContent["returned"]> },
): Tangent {
  const length = until - tangent.startTurn;
  const intensity = tangentIntensity({ turns, length, groupSize: group.length });
  if (!ended) return { ...tangent, length, intensity };
  const byPlayers = ended.how === "by-players";
  return {
    ...tangent,
    length,
    intensity,
    endTurn: until,
    recoveryMethod: byPlayers
      ? "none"
      : ended.how === "forced"
        ? "forced"
        : ended.woven
          ? "hook"
          : "redirect",
    woven: ended.woven ? "woven" : byPlayers ? "unknown" : "discarded",
    ...(ended.quote !== undefined && { segue: ended.quote }),
    ...(!byPlayers && ended.naturalness !== undefined && { segueQuality: ended.naturalness }),
  };
}

/** One turn of a tangent: who was off the story, how far, and what kind of aside led. */
export type StrayedTurn = { off: ReadonlyArray<Pick<PlayerTurn, "seat" | "offTopic">>; kind?: string };

/** Two or three exchanges can be led back by a hook; more is a conversation of its own. */
const EXTENDED = 4;
/** One tangent leads to the next. */
const LINKS = 3;

/**
 * How bad a tangent was as a whole: its length, the number of players, how far they went, and whether one led to the
 * next.
 */
export function tangentIntensity({
  turns,
  length,
  groupSize,
}: {
  turns: readonly StrayedTurn[];
  /** Turns until the story continued, or so far. */
  length: number;
  groupSize: number;
}): Tangent["intensity"] {
  const kinds = turns.flatMap(({ kind }) => kind ?? []);
  if (kinds.filter((kind, index) => kind !== kinds[index - 1]).length >= LINKS) return "spiral";
  const messages = turns.flatMap(({ off }) => off);
  const exchanges = Math.max(length, messages.length);
  const everybody = groupSize > 1 && turns.some(({ off }) => off.length === groupSize);
  const carriedAway = messages.length > 1 && messages.some(({ offTopic }) => offTopic === "heavy");
  if (exchanges >= EXTENDED || everybody || carriedAway) return "heavy";
  return exchanges > 1 ? "medium" : "light";
}
