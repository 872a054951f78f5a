import type { Pulse } from "../../contract/index.ts";

/** So many sentences are a telling; the rest of a long summary is for the narrator alone. */
const SENTENCES = 5;

/** The beginning of a beat's summary as it could be read aloud: without Markdown. */
export function plainSummary({ summary }: Pick<Pulse, "summary">): string {
  const plain = summary
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+]|\d+[.)])\s+/gm, "")
    .replaceAll(/[*`]+|(?<!\w)_+|_+(?!\w)/g, "")
    .replaceAll(/\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
  return (plain.match(/[^.!?…]+(?:[.!?…]+["”»)]*|$)/gu) ?? []).slice(0, SENTENCES).join("").trim();
}
