import type { Classification } from "../../contract/index.ts";

/** Something private that names no player reaches nobody: whoever reads the record must learn of it. */
export function toldToNobody(verdict: Classification): Classification {
  const lost = verdict.segments.find(({ audience }) => audience.length === 0);
  if (!lost) return verdict;
  const note = `private, but to no player who could be found, so told to nobody: ${lost.evidence}`;
  return { ...verdict, note: verdict.note === undefined ? note : `${verdict.note}; ${note}` };
}
