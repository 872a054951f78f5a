import type { Segment, TurnRecord } from "../../contract/index.ts";
import { findQuote } from "../text/index.ts";
import type { ReadTurnContent } from "./read-tangents.ts";
import type { SessionState } from "./session-state.ts";

/**
 * Turns that nobody classified, with what the reader says of them: pulses are beats of their own, with a title, and what
 * was told to some alone is theirs alone.
 */
export function asRead(state: SessionState, turns: readonly ReadTurnContent[]): SessionState {
  const unclassified = new Map(
    turns.filter(({ record }) => record.classification.unclassified).map((turn) => [turn.record.turn, turn]),
  );
  if (unclassified.size === 0) return state;
  const records = state.records.map((record) => {
    const turn = unclassified.get(record.turn);
    return turn ? typed(turn) : record;
  });
  const last = records.at(-1)?.classification;
  return {
    ...state,
    records,
    ownBeats: records.filter(({ ownBeat }) => ownBeat).map(({ turn }) => turn),
    ending:
      last?.unclassified && last.concluded
        ? { outcome: "completed", why: "the narrator told the end of the story" }
        : state.ending,
  };
}

function typed({ record, content: { outputs = [], secrets } }: ReadTurnContent): TurnRecord {
  const { classification } = record;
  const pulse = outputs.find(({ type }) => type === "pulse");
  const types = outputs.map(({ type }) => (type === "end" ? ("pulse" as const) : type));
  const [type = classification.type, ...also] = [...new Set(types)];
  return {
    ...record,
    classification: {
      ...classification,
      type,
      ...(also.length > 0 && { alsoTypes: also }),
      ...(pulse?.title !== undefined && { title: pulse.title }),
      segments: segmentsOf(record.narrator.text, { ...classification.segments[0]!, type }, secrets),
      concluded: outputs.some((output) => output.type === "end"),
    },
    ...(pulse && { ownBeat: true as const }),
  };
}

/** The text in order, with the passages that only some were told. */
function segmentsOf(
  text: string,
  common: Segment,
  secrets: ReadTurnContent["content"]["secrets"],
): [Segment, ...Segment[]] {
  const kept = secrets
    .flatMap(({ to, quote }) => {
      const span = findQuote(text, quote);
      return span ? [{ ...common, ...span, type: "private-moment" as const, audience: to }] : [];
    })
    .toSorted((a, b) => a.start - b.start);
  const segments: Segment[] = [];
  let from = 0;
  for (const segment of kept) {
    if (segment.start < from) continue;
    if (segment.start > from) segments.push({ ...common, start: from, end: segment.start, audience: "all" });
    segments.push(segment);
    from = segment.end;
  }
  const [first, ...rest] = segments;
  const tail: Segment = { ...common, start: from, end: text.length, audience: "all" };
  if (!first) return [tail];
  return from < text.length ? [first, ...rest, tail] : [first, ...rest];
}
