import type { PlayerAgent, Tangent, TangentEvent, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { digressions } from "./digressions.ts";
import { leadingAside } from "./leading-aside.ts";
import { tangentIntensity } from "./tangent-intensity.ts";

type Group = ReadonlyArray<Pick<PlayerAgent, "name" | "archetype">>;

/** The tangents after a turn, the last of `records`: events start, continue and end them; what a tangent amounts to follows from its turns. */
export function applyTangents(
  tangents: readonly Tangent[],
  records: readonly TurnRecord[],
  group: Group,
): readonly Tangent[] {
  const { turn, tangents: events } = records.at(-1)!;
  let all = tangents;
  for (const event of events) {
    const open = openTangent(all);
    if (event.kind === "started") all = [...all, grown(started(event, turn, group), records, group)];
    else if (open && event.kind !== "table-talk")
      all = [
        ...all.slice(0, -1),
        event.kind === "continued" ? grown(open, records, group) : ended(open, records, { event, group }),
      ];
  }
  return all;
}

const started = (
  { initiator, type, since }: Extract<TangentEvent, { kind: "started" }>,
  turn: number,
  group: Group,
): Tangent => ({
  startTurn: since ?? turn,
  length: 0,
  initiator: initiator === "narrator" ? "the narrator" : (group[initiator]?.name ?? "?"),
  type,
  intensity: "light",
  recoveryMethod: "none",
  woven: "unknown",
});

/** Its length is how many turns it took until the story went on, or takes so far. What is said after the return belongs to it no more. */
function grown(tangent: Tangent, records: readonly TurnRecord[], group: Group): Tangent {
  const { turn } = records.at(-1)!;
  const length = turn - tangent.startTurn;
  const turns = records
    .filter((record) => record.turn >= tangent.startTurn && record.turn < (tangent.endTurn ?? Infinity))
    .map((record, index) => {
      const off = digressions(record).heard;
      return {
        off,
        kind:
          leadingAside(off, (seat) => group[seat]!.archetype)?.type ??
          (index === 0 ? tangent.type : undefined),
      };
    });
  return { ...tangent, length, intensity: tangentIntensity({ turns, length, groupSize: group.length }) };
}

type Ended = Extract<TangentEvent, { kind: "ended" }>;

function ended(
  open: Tangent,
  records: readonly TurnRecord[],
  { event: { method, woven, segue, wovenTurn }, group }: { event: Ended; group: Group },
): Tangent {
  const { turn, narrator, classification } = records.at(-1)!;
  return {
    ...grown({ ...open, endTurn: turn }, records, group),
    recoveryMethod: method,
    woven,
    ...(segue && {
      segue: quotable(publicPart(narrator.text, classification).slice(segue.start, segue.end).trim()),
    }),
    ...(wovenTurn !== undefined && { wovenTurn }),
  };
}

/** A segue is a sentence or two. */
const LONGEST = 400;
const quotable = (words: string): string =>
  words.length <= LONGEST ? words : words.slice(0, LONGEST).replace(/\s\S*$/, "");

export const openTangent = (tangents: readonly Tangent[]): Tangent | undefined => {
  const last = tangents.at(-1);
  return last?.endTurn === undefined ? last : undefined;
};
