/** What a sentence can be about, by its words alone: most are about nothing that any rule reads, and one look tells. */
import { read } from "../text.ts";
import { wordOf, type Word } from "../word.ts";

/** Bits, since a sentence has several. */
export const TOPIC = {
  people: 1,
  devices: 2,
  tracked: 4,
  placeables: 8,
  roles: 16,
  doors: 32,
  numbers: 64,
  light: 128,
  death: 256,
  parts: 512,
} as const;
export type Topic = keyof typeof TOPIC;

/** The topics of some words of a text. */
export type Topics = (words: readonly Word[], from: number, to: number) => number;

/** `words`: those without one of which there is no telling anything about a topic. */
export function topicsBy(words: Readonly<Record<Topic, Iterable<string>>>): Topics {
  const bits = new Map<string, number>();
  for (const topic of Object.keys(TOPIC) as Topic[])
    for (const word of words[topic]) bits.set(word, (bits.get(word) ?? 0) | TOPIC[topic]);
  // A name without a word in it may be anywhere.
  const always = bits.get("") ?? 0;
  // Asked of every word: most are told apart by their numbers alone.
  const may = new Uint8Array(1 << 12);
  for (const word of bits.keys()) may[wordOf(word).number & (may.length - 1)] = 1;
  return (words, from, to) => {
    let found = from < to ? always : 0;
    for (let at = from; at < to; at += 1) {
      const { bare, bareNumber, isNumber } = words[at]!;
      if (may[bareNumber & (may.length - 1)]) found |= bits.get(bare) ?? 0;
      if (isNumber) found |= TOPIC.numbers;
    }
    return found;
  };
}

/** The first word of a name: where that is not, the name is not. */
export const headOf = (name: string): string => read(name).words[0]?.bare ?? "";
