import type { PrivateMoment, Tangent, TimelineEntry, TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import type { SessionState } from "../session/index.ts";

/** What happened, in the order of happening: creation, pulses, tangents and recoveries, private moments, issues. */
export function timeline(state: SessionState): TimelineEntry[] {
  const entries = [
    ...creation(state.records),
    ...state.records.filter(({ pulse }) => pulse !== undefined).map(pulseEntry),
    ...state.tangents.flatMap((tangent) => tangentEntries(tangent, state.turn)),
    ...state.privateMoments.map(momentEntry),
    ...state.issues.map(({ turn, type, description, severity, evidence }): TimelineEntry => ({
      turn,
      endTurn: turn,
      type: "issue",
      title: `${severity === "error" ? "Error" : "Warning"}: ${type}`,
      content: description,
      notes: evidence.map(({ turn, text }) => `Turn ${turn}: “${text}”`).join("\n"),
    })),
  ];
  return entries.sort((a, b) => a.turn - b.turn || order.indexOf(a.type) - order.indexOf(b.type));
}

const order: readonly TimelineEntry["type"][] = ["character-creation", "recovery", "pulse", "private-moment", "tangent", "issue"];

function creation(records: readonly TurnRecord[]): TimelineEntry[] {
  const turns = records.filter(({ phase }) => phase === "creation");
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return [];
  return [{ turn: first.turn, endTurn: last.turn, type: "character-creation", title: "Character creation", content: last.relay?.text ?? publicPart(last.narrator.text, last.classification) }];
}

function pulseEntry({ turn, pulse, classification, narrator, relay }: TurnRecord): TimelineEntry {
  return {
    turn,
    endTurn: turn,
    type: "pulse",
    title: `Pulse ${pulse}${classification.title ? ` - ${classification.title}` : ""}`,
    content: publicPart(narrator.text, classification),
    notes: relay?.text,
  };
}

function tangentEntries({ startTurn, endTurn, initiator, type, intensity, recoveryMethod, woven, segue, length }: Tangent, lastTurn: number): TimelineEntry[] {
  const began: TimelineEntry = {
    turn: startTurn,
    endTurn: endTurn ?? lastTurn,
    type: "tangent",
    title: "Tangent",
    content: `${initiator} went off the story (${type}, ${intensity}).${endTurn === undefined ? " The story was not taken up again." : ""}`,
  };
  if (endTurn === undefined) return [began];
  const verdict = { hook: "returned through the story", redirect: "turned back", forced: "forced the return", ignored: "went on without taking it up", none: "" }[recoveryMethod];
  return [
    began,
    {
      turn: endTurn,
      endTurn,
      type: "recovery",
      title: "Recovery",
      content: segue ?? "",
      notes: `The narrator ${verdict} after ${length} turn${length === 1 ? "" : "s"}; what the tangent was about was ${woven === "woven" ? "woven in" : woven}.`,
    },
  ];
}

function momentEntry({ turn, target, content, response, shared, payoffDetected, payoffTurn }: PrivateMoment): TimelineEntry {
  return {
    turn,
    endTurn: turn,
    type: "private-moment",
    title: `Private moment → ${target}`,
    content,
    notes: `${target} answered: “${response}” and ${shared ? "told the others" : "kept it from the group"}. ${payoffDetected ? `It came back in turn ${payoffTurn}.` : "It has not come back."}`,
  };
}
