import type { Tangent, TangentEvent, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";

/** The tangents after a turn, the last of `records`: events start, continue and end them; what a tangent amounts to follows from its events. */
export function applyTangents(tangents: readonly Tangent[], records: readonly TurnRecord[], names: readonly string[]): readonly Tangent[] {
  const { turn, tangents: events, players } = records.at(-1)!;
  let all = tangents;
  for (const event of events) {
    const open = all.at(-1);
    if (event.kind === "started") {
      all = [
        ...all,
        {
          startTurn: turn,
          length: 0,
          initiator: names[event.initiator] ?? "?",
          type: event.type,
          intensity: players.some(({ offTopic }) => offTopic === "heavy") ? "heavy" : players.some(({ offTopic }) => offTopic === "medium") ? "medium" : "light",
          recoveryMethod: "none",
          woven: "unknown",
        },
      ];
    } else if (open && open.endTurn === undefined) {
      all = [...all.slice(0, -1), event.kind === "continued" ? longer(open, turn, event) : ended(open, records, event)];
    }
  }
  return all;
}

const ranks = ["light", "medium", "heavy", "spiral"] as const;
const atLeast = (intensity: Tangent["intensity"], least: Tangent["intensity"]) => (ranks.indexOf(intensity) < ranks.indexOf(least) ? least : intensity);

function longer(open: Tangent, turn: number, { by, spiral }: { by: readonly number[]; spiral: boolean }): Tangent {
  const length = turn - open.startTurn;
  const byLength = length >= 4 || by.length >= 3 ? "heavy" : length >= 1 ? "medium" : "light";
  return { ...open, length, intensity: spiral ? "spiral" : atLeast(open.intensity, byLength) };
}

type Ended = Extract<TangentEvent, { kind: "ended" }>;

/** Its length is how many turns it took until the story went on. */
function ended(open: Tangent, records: readonly TurnRecord[], { method, woven, segue }: Ended): Tangent {
  const { turn } = records.at(-1)!;
  const said = segue && records.find((record) => record.turn === segue.turn);
  return {
    ...open,
    endTurn: turn,
    length: turn - open.startTurn,
    recoveryMethod: method,
    woven,
    ...(said && { segue: publicPart(said.narrator.text, said.classification).slice(segue.start, segue.end).trim().slice(0, LONGEST) }),
  };
}

/** A segue is a sentence or two. */
const LONGEST = 400;

export const openTangent = (tangents: readonly Tangent[]): Tangent | undefined => {
  const last = tangents.at(-1);
  return last?.endTurn === undefined ? last : undefined;
};
