/**
 * Tangents: who talks of something other than the story, the digressions that a reader saw, and how bad each was. Play
 * itself uses the players' own marks; a tangent in the state comes from readings alone.
 */
import type { PlayerAgent, PlayerTurn, ReadingContent, Tangent, TurnRecord } from "../../contract/index.ts";
import { archetypeOf } from "../archetypes/index.ts";

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
    const { opened, noticed = false, returned } = content.digression;
    if (open && noticed) Object.assign(open.tangent, { noticed, reached: true });
    if (open && returned) {
      all.push(measured(open, { until: record.turn, group, ended: returned }));
      open = undefined;
    }
    if (opened) open ??= { turns: [], tangent: begun(record, opened, group) };
    if (open) open.turns.push(...strayed(record, { opened, tangent: open.tangent, group }));
  }
  return open ? [...all, measured(open, { until: lastTurn, group })] : all;
}

type Opened = NonNullable<ReadingContent["digression"]["opened"]>;

const begun = (
  { turn }: TurnRecord,
  { by, about, quote, relayed }: Opened,
  group: readonly PlayerAgent[],
): Tangent => ({
  startTurn: turn,
  length: 0,
  initiator: group[by]?.name ?? "?",
  type: typeOf(group[by]),
  about,
  quote,
  intensity: "light",
  recoveryMethod: "none",
  woven: "unknown",
  reached: relayed,
  noticed: false,
});

/** Who was off the story in a turn of an open tangent, if anybody. */
function strayed(
  record: TurnRecord,
  { opened, tangent, group }: { opened: Opened | undefined; tangent: Tangent; group: readonly PlayerAgent[] },
): StrayedTurn[] {
  if (!opened) {
    const off = marked(record);
    return off.length === 0 ? [] : [{ off, kind: tangent.type }];
  }
  if (opened.relayed) tangent.reached = true;
  return [{ off: marked(record, opened.by), kind: typeOf(group[opened.by]) }];
}

/** The initiator's archetypal kind of aside. */
const typeOf = (player: PlayerAgent | undefined): string =>
  (player && archetypeOf(player.archetype).tangent?.type) ?? "aside";

/** Players off the story by their own mark, and always the one that the reader names. */
function marked({ players, crossTalk = [] }: TurnRecord, by?: number): StrayedTurn["off"] {
  const off = [...players, ...crossTalk].filter(({ offTopic }) => offTopic !== "none");
  const seats = [...new Set(off.map(({ seat }) => seat))].map((seat) => ({
    seat,
    offTopic: off.some((each) => each.seat === seat && each.offTopic === "heavy")
      ? ("heavy" as const)
      : ("light" as const),
  }));
  return by === undefined || seats.some(({ seat }) => seat === by)
    ? seats
    : [...seats, { seat: by, offTopic: "light" }];
}

function measured(
  { tangent, turns }: OpenTangent,
  {
    until,
    group,
    ended,
  }: {
    until: number;
    group: readonly PlayerAgent[];
    ended?: NonNullable<ReadingContent["digression"]["returned"]>;
  },
): Tangent {
  const length = until - tangent.startTurn;
  const intensity = tangentIntensity({ turns, length, groupSize: group.length });
  if (!ended) return { ...tangent, length, intensity };
  const { how, segue, quality } = ended;
  return {
    ...tangent,
    length,
    intensity,
    endTurn: until,
    recoveryMethod: RECOVERIES[how],
    woven: how === "woven" ? "woven" : how === "by-players" ? "unknown" : "discarded",
    // A narrator that leads back has noticed.
    ...(how !== "by-players" && { reached: true, noticed: true }),
    segue,
    segueQuality: quality,
  };
}

const RECOVERIES = { woven: "hook", natural: "redirect", forced: "forced", "by-players": "none" } as const;

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
