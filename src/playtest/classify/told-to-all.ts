import type { Classification, Segment } from "../../contract/index.ts";

/** What is private to everybody is public: one telling to all, not a private moment for each. */
export function toldToAll(verdict: Classification, seats: number): Classification {
  const toEverybody = ({ audience }: Segment) => audience !== "all" && new Set(audience).size >= seats;
  if (!verdict.segments.some(toEverybody)) return verdict;
  const left = verdict.segments.some((segment) => segment.audience !== "all" && !toEverybody(segment));
  const type = verdict.type === "private-moment" ? "clarification" : verdict.type;
  return {
    ...verdict,
    type: left ? verdict.type : type,
    segments: verdict.segments.map((segment) =>
      toEverybody(segment)
        ? { ...segment, audience: "all", type: segment.type === "private-moment" ? type : segment.type }
        : segment,
    ),
  };
}
