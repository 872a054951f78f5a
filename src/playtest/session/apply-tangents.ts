import type { Tangent, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";

/** The tangents after a turn: events start, continue and end them; what a tangent amounts to follows from its events. */
export function applyTangents(tangents: readonly Tangent[], { turn, narrator, classification, tangents: events, players }: TurnRecord, names: readonly string[]): readonly Tangent[] {
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
      all = [...all.slice(0, -1), event.kind === "continued" ? longer(open, turn, event) : ended(open, turn, { ...event, segue: firstSentences(publicPart(narrator.text, classification)) })];
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

/** Its length is how many turns it took until the story went on. */
function ended(open: Tangent, turn: number, { method, woven, segue }: { method: Tangent["recoveryMethod"]; woven: Tangent["woven"]; segue: string }): Tangent {
  return { ...open, endTurn: turn, length: turn - open.startTurn, recoveryMethod: method, woven, segue };
}

/** The words with which the narrator came back. */
const firstSentences = (text: string): string => (text.match(/[^.!?]+[.!?]+["']?/g) ?? [text]).slice(0, 2).join("").trim().slice(0, 400);

export const openTangent = (tangents: readonly Tangent[]): Tangent | undefined => {
  const last = tangents.at(-1);
  return last?.endTurn === undefined ? last : undefined;
};
