import type { ClassifyInput } from "./classify-input.ts";
import { clip } from "./evidence.ts";
import { toldPulse } from "./guide-words.ts";
import type { Marker } from "./markers.ts";
import { splitSentences } from "./sentences.ts";
import { contentWords, share, wordsOfAll } from "./words.ts";

const LONGEST = 60;

/** What to call a pulse: as the narrator calls it, as the guide does, or by its first words. Of the public part: a title is no place for a secret. */
export function titleOf(text: string, { earlier, guide }: Pick<ClassifyInput, "earlier" | "guide">, markers: readonly Marker[]): string | undefined {
  const marked = markers.find(({ type, title }) => type === "pulse" && title !== "")?.title;
  if (marked !== undefined) return clip(marked, 120);
  const words = contentWords(text);
  const before = wordsOfAll(earlier);
  const told = toldPulse(words, before, guide) ?? guide.pulses.find(({ title }) => isNamed(contentWords(title), words) && !isNamed(contentWords(title), before));
  return told?.title ?? firstWords(text);
}

/** All words of a title, and of more than one: a chapel is not yet "Beneath the Chapel". */
const isNamed = (title: ReadonlySet<string>, words: ReadonlySet<string>): boolean => title.size > 1 && share(title, words) === 1;

function firstWords(text: string): string | undefined {
  const head = text.slice(0, 1_200).replaceAll(/\[[^[\]\n]{0,120}\]|<[^<>\n]{0,120}>/g, "").trimStart();
  const first = head.slice(0, splitSentences(head)[0]?.end ?? 0).replaceAll(/[*_#>`]/g, "").replaceAll(/\s+/g, " ").trim();
  if (first.length <= LONGEST) return first.replace(/[.,;:]$/, "") || undefined;
  return `${first.slice(0, LONGEST).replace(/\s\S*$/, "")}…`;
}
