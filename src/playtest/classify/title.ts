import type { ClassifyInput } from "./classify-input.ts";
import { clip } from "./evidence.ts";
import { toldPulse } from "./guide-words.ts";
import type { Marker } from "./markers.ts";
import { splitSentences } from "../text/index.ts";

const LONGEST = 60;

/** What to call a pulse: as the narrator calls it, as the guide does, or by its first words. Of the public part: a title is no place for a secret. */
export function titleOf(
  text: string,
  { guide, told }: Pick<ClassifyInput, "guide" | "told">,
  markers: readonly Marker[],
): string | undefined {
  const marked = markers.find(({ type, title }) => type === "pulse" && title !== "")?.title;
  if (marked !== undefined) return clip(marked, 120);
  return toldPulse(text, { guide, told }).pulse?.title ?? firstWords(text);
}

function firstWords(text: string): string | undefined {
  const head = text
    .slice(0, 1_200)
    .replaceAll(/\[[^[\]\n]{0,120}\]|<[^<>\n]{0,120}>/g, "")
    .trimStart();
  const first = head
    .slice(0, splitSentences(head)[0]?.end ?? 0)
    .replaceAll(/[*_#>`]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (first.length <= LONGEST) return first.replace(/[.,;:]$/, "") || undefined;
  return `${first.slice(0, LONGEST).replace(/\s\S*$/, "")}…`;
}
