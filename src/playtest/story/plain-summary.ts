import type { Pulse } from "../../contract/index.ts";
import { plain } from "./markdown-parts.ts";

/** So many sentences are a telling; the rest of a long summary is for the narrator alone. */
const SENTENCES = 5;
const LONGEST = 4_000;

/** The beginning of a beat's summary as it could be read aloud: without Markdown. */
export function plainSummary({ summary }: Pick<Pulse, "summary">): string {
  const text = plain(
    summary.slice(0, LONGEST).replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, ""),
  ).replaceAll(/\s+/g, " ");
  return (text.match(/[^.!?…]+(?:[.!?…]+["”»)]*|$)/gu) ?? []).slice(0, SENTENCES).join("").trim();
}
