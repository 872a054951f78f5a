import type { OutputType, Segment } from "../../contract/index.ts";
import type { Heard } from "./audience.ts";
import { byChance, byTag, RULES } from "./evidence.ts";
import type { Piece } from "./pieces.ts";

/** Below this a public stretch is doubtful and keeps its own evidence. */
const DOUBTFUL = 0.5;

/** Neighbours that the same people hear become one segment: one private moment is one, however many sentences it has. */
export function joinPieces({
  pieces,
  heard,
  typeAt,
}: {
  pieces: readonly Piece[];
  heard: readonly Heard[];
  typeAt: (at: number) => OutputType;
}): Segment[] {
  const joined: Segment[] = [];
  for (const [index, { start, end }] of pieces.entries()) {
    const { seats, confidence, evidence } = heard[index]!;
    const type = typeAt(start);
    const segment: Segment = {
      start,
      end,
      type: seats === "all" ? type : "private-moment",
      audience: seats,
      confidence,
      evidence,
      source: RULES,
    };
    const last = joined.at(-1);
    if (last && belongTogether(last, segment))
      joined.splice(-1, 1, { ...telling(last, segment), start: last.start, end });
    else joined.push(segment);
  }
  if (joined.length > 0) return joined;
  return [
    {
      start: 0,
      end: 0,
      type: typeAt(0),
      audience: "all",
      confidence: 0.9,
      evidence: "nothing was said",
      source: RULES,
    },
  ];
}

/** That something is secret rests on the strongest words for it; that it is not, on the weakest. */
const telling = (a: Segment, b: Segment): Segment =>
  (a.audience === "all" ? b.confidence < a.confidence : b.confidence > a.confidence) ? b : a;

function belongTogether(a: Segment, b: Segment): boolean {
  if (a.type !== b.type || String(a.audience) !== String(b.audience)) return false;
  if (a.audience !== "all") return byTag(a) === byTag(b) && byChance(a) === byChance(b);
  return a.evidence === b.evidence || Math.min(a.confidence, b.confidence) >= DOUBTFUL;
}
