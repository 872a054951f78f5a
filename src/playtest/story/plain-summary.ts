import type { Pulse } from "../../contract/index.ts";
import { plain } from "./markdown-parts.ts";

/** A telling has so many sentences. */
const SENTENCES = { fewest: 2, most: 5 };
const LONGEST = 4_000;

/** The beginning of a beat's summary as it could be read aloud: the first paragraph with enough in it, without Markdown. What follows is for the narrator alone. */
export function plainSummary({ summary }: Pick<Pulse, "summary">): string {
  const sentences: string[] = [];
  for (const paragraph of summary.slice(0, LONGEST).split(/\n[ \t]*\n/)) {
    if (sentences.length >= SENTENCES.fewest) break;
    const text = plain(paragraph.replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, "")).replaceAll(
      /\s+/g,
      " ",
    );
    sentences.push(
      ...(text.match(/[^.!?…]+(?:[.!?…]+["”»)]*|$)/gu) ?? []).map((sentence) => sentence.trim()),
    );
  }
  return sentences.slice(0, SENTENCES.most).join(" ").trim();
}
