import type { PlayerAgent, ReadingContent, Tangent, TurnRecord } from "../../contract/index.ts";
import { archetypes } from "../archetypes/index.ts";
import { tangentIntensity, type StrayedTurn } from "./tangent-intensity.ts";

export type ReadTurnContent = { record: TurnRecord; content: ReadingContent };

type Open = { tangent: Tangent; turns: StrayedTurn[] };

/**
 * The digressions that a reader saw, in order. One starts in a turn where the table strays while none is open, and goes on
 * until a reading says that it ended. The narrator speaks first, so an ending comes before a new start.
 */
export function readTangents(
  turns: readonly ReadTurnContent[],
  { group, lastTurn }: { group: readonly PlayerAgent[]; lastTurn: number },
): Tangent[] {
  const all: Tangent[] = [];
  let open: Open | undefined;
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

/** What kind of aside the initiator's archetype tends to. */
const typeOf = (player: PlayerAgent | undefined): string =>
  (player && archetypes[player.archetype].tangent?.type) ?? "aside";

/** Who was off the story by their own mark. Whoever the reader names was, in any case. */
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
  { tangent, turns }: Open,
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
