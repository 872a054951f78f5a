import type { Classification, Segment } from "../../contract/index.ts";

/** A private telling that reaches nobody must be found in the record. */
export function toldToNobody(verdict: Classification, names: readonly string[]): Classification {
  const lost = verdict.segments.filter(({ audience }) => audience.length === 0);
  if (lost.length === 0) return verdict;
  const disputed = lost.find(({ disputed }) => disputed);
  const unknown = lost.find(({ disputed }) => !disputed);
  const notes = [
    verdict.note,
    disputed && disputeOf(disputed, names),
    unknown && `private, but to no player who could be found, so told to nobody: ${unknown.evidence}`,
  ];
  return { ...verdict, note: notes.filter((note) => note !== undefined).join("; ") };
}

function disputeOf({ disputed, evidence, source }: Segment, names: readonly string[]): string {
  const list = (seats: readonly number[]) => seats.map((seat) => names[seat]).join(", ");
  return `told to nobody: the text names ${list(disputed!.named)}, ${source} named ${list(disputed!.model)}: ${evidence}`;
}
