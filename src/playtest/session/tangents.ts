/**
 * Tangents: who talks of something other than the story, the digressions that a reader saw. Play
 * itself uses the players' own marks; a tangent in the state comes from readings alone.
 */
import type { PlayerAgent, ReadingContent, Tangent, TurnRecord } from "../../contract/index.ts";
import { archetypeOf } from "../archetypes/index.ts";

export type ReadTurnContent = { record: TurnRecord; content: ReadingContent };

/** `off`: in each turn so far, how many players were off the story. */
type OpenTangent = { tangent: Tangent; off: number[] };

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
    if (opened) open ??= { off: [], tangent: begun(record, opened, group) };
    if (open && opened?.relayed) open.tangent.reached = true;
    if (open) open.off.push(playersOff(record, opened?.by));
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

/** The initiator's archetypal kind of aside. */
const typeOf = (player: PlayerAgent | undefined): string =>
  (player && archetypeOf(player.archetype).tangent?.type) ?? "aside";

/** Players off the story by their own mark, and always the one that the reader names. */
const playersOff = ({ players, crossTalk = [] }: TurnRecord, by?: number): number =>
  new Set(
    [...players, ...crossTalk]
      .filter(({ offTopic }) => offTopic !== "none")
      .map(({ seat }) => seat)
      .concat(by ?? []),
  ).size;

function measured(
  { tangent, off }: OpenTangent,
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
  const intensity = intensityOf(off, group.length);
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
    reached: tangent.reached || how !== "by-players",
    noticed: tangent.noticed || how !== "by-players",
    segue,
    segueQuality: quality,
  };
}

const RECOVERIES = { woven: "hook", natural: "redirect", forced: "forced", "by-players": "none" } as const;

/** As the specification grades a tangent: one message off the story; two or three; more, or the whole group at once. */
function intensityOf(off: readonly number[], groupSize: number): Tangent["intensity"] {
  const messages = off.reduce((sum, count) => sum + count, 0);
  if (messages > 3 || (groupSize > 1 && off.includes(groupSize))) return "heavy";
  return messages > 1 ? "medium" : "light";
}
