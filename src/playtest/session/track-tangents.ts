import type {
  ArchetypeId,
  Classification,
  PlayerTurn,
  Story,
  Tangent,
  TangentEvent,
  TurnRecord,
} from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { speaksOfStory, splitSentences } from "../classify/index.ts";
import { digressions } from "./digressions.ts";
import { findTakenUp } from "./find-taken-up.ts";
import { leadingAside } from "./leading-aside.ts";

export type TangentInput = {
  turn: number;
  open: Tangent | undefined;
  records: readonly TurnRecord[];
  narration: string;
  classification: Classification;
  /** Did the story move on? */
  advanced: boolean;
  /** The words with which the narrator forced the group back, where it did. */
  forced: string | undefined;
  players: readonly PlayerTurn[];
  crossTalk?: TurnRecord["crossTalk"];
  relay?: TurnRecord["relay"];
  archetypeOf(seat: number): ArchetypeId;
  guide: Story;
};

/**
 * How a turn began, prolonged or ended being off the story. The narrator speaks first, so an ending comes before a new
 * start. What the relay did not pass on stays at the table: the narrator cannot have known of it.
 */
export function trackTangents(input: TangentInput): TangentEvent[] {
  const { heard, unheard } = digressions(input);
  const events = eventsOf(input, heard);
  return unheard.length === 0
    ? events
    : [...events, { kind: "table-talk", by: unheard.map(({ seat }) => seat) }];
}

function eventsOf(input: TangentInput, off: readonly PlayerTurn[]): TangentEvent[] {
  const { open, narration, classification, advanced, players, archetypeOf, guide } = input;
  const movedOn = advanced || classification.concluded || classification.type === "private-moment";
  // Nobody dwells on it any more: led back by an answer, or by themselves.
  const over = players.length > 0 && off.length === 0 && classification.type !== "tangent-response";
  const returned = movedOn || (over && speaksOfStory(narration, guide));
  const events: TangentEvent[] = !open
    ? digression(input)
    : returned
      ? [{ kind: "ended", ...recovery(input, open) }]
      : over
        ? [{ kind: "ended", method: "none", woven: "unknown" }]
        : [];
  if (open && events.length === 0) return [{ kind: "continued", by: off.map(({ seat }) => seat) }];
  const aside = leadingAside(off, archetypeOf);
  return aside && events[0]?.kind !== "started"
    ? [...events, { kind: "started", initiator: aside.seat, type: aside.type }]
    : events;
}

/** Nobody had left the story, and the narrator has talked of something else for two outputs. One may be an answer to what nobody called an aside. */
function digression({ turn, records, classification, advanced }: TangentInput): TangentEvent[] {
  const before = records.at(-1);
  const strays = (verdict: Classification | undefined) =>
    verdict?.type === "tangent-response" && !verdict.concluded;
  return !advanced && strays(classification) && before?.phase === "story" && strays(before.classification)
    ? [{ kind: "started", initiator: "narrator", type: "digression", since: turn - 1 }]
    : [];
}

type Recovery = Omit<Extract<TangentEvent, { kind: "ended" }>, "kind">;

/** How the narrator came back: did the story take up what they were on about, turn away from it, or never notice? */
function recovery(input: TangentInput, { startTurn, type }: Tangent): Recovery {
  const { turn, records, narration, forced } = input;
  const answers = [
    ...records.slice(startTurn).map(({ turn, narrator, classification }) => ({
      turn,
      text: publicPart(narrator.text, classification),
    })),
    { turn, text: narration },
  ];
  const { words, place } = findTakenUp({ records, startTurn, answers });
  const woven = words === "many" ? "woven" : "discarded";
  const now = place?.turn === turn && woven === "woven" ? place : undefined;
  return {
    // Whoever comes back from what nobody else was on about has turned back.
    method:
      forced !== undefined
        ? "forced"
        : woven === "woven"
          ? "hook"
          : words === "few" || type === "digression"
            ? "redirect"
            : "ignored",
    woven,
    segue: forced === undefined && now ? { start: now.start, end: now.end } : wordsOfReturn(input),
    ...(woven === "woven" && place && place.turn < turn && { wovenTurn: place.turn }),
  };
}

/** From the words that force the group back, or the first that speak of the story, and the sentence after them. */
function wordsOfReturn({ narration, forced, guide }: TangentInput): { start: number; end: number } {
  const sentences = splitSentences(narration);
  const from = sentences.findIndex(({ start, end }) =>
    forced === undefined
      ? speaksOfStory(narration.slice(start, end), guide)
      : narration.slice(start, end).includes(forced.slice(0, 40)),
  );
  const first = sentences[Math.max(0, from)];
  const second = sentences[Math.max(0, from) + 1];
  return { start: first?.start ?? 0, end: (second ?? first)?.end ?? narration.length };
}
