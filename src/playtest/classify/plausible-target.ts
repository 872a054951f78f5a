import { addressesIn } from "./address.ts";
import type { NameBook } from "./name-book.ts";
import { auxiliary, perceive, spaced } from "./phrases.ts";
import { type Span, splitSentences } from "../text/index.ts";
import { returnsToGroup } from "./return-to-group.ts";

/** How far back "just before" reaches. */
const NEAR = 400;
const SENTENCES = 2;

const perceives = new RegExp(String.raw`^${spaced(` ${auxiliary}${perceive}`)}(?!\p{L})`, "iu");

/**
 * For whom something private must be where it does not say so: whoever is spoken to by name in it,
 * or else just before it. Nobody where nobody is: a guess would tell a secret.
 */
export function plausibleTarget(
  flat: string,
  book: NameBook,
  { start, from = start, end }: Span & { /** Where it begins to tell. */ from?: number },
): number[] {
  const inside = flat.slice(from, end);
  const mentions = book.inProse(inside);
  const [spokenTo] = addressesIn(inside, mentions);
  if (spokenTo) return spokenTo.seats;
  const [first] = mentions;
  // "[Private] [Sam] …"
  if (
    first &&
    !/[\p{L}\p{N}]/u.test(inside.slice(0, first.start)) &&
    /^[\])}>*_]/.test(inside.slice(first.end))
  )
    return first.seats;
  // "[Secret: Sam sees …]"
  const perceiving = new Set(
    mentions
      .filter((mention) => perceives.test(inside.slice(mention.end, mention.end + 60)))
      .map(({ seats }) => seats.join()),
  );
  if (perceiving.size === 1) return mentions.find(({ seats }) => perceiving.has(seats.join()))!.seats;
  // "**Sam:** (private) …"
  const onTheLine = flat
    .slice(Math.max(0, start - 24), start)
    .split("\n")
    .at(-1)!;
  return (
    book.inProse(onTheLine).at(-1)?.seats ??
    spokenToBefore(flat.slice(Math.max(0, start - NEAR), start), book)
  );
}

function spokenToBefore(text: string, book: NameBook): number[] {
  for (const { start, end } of splitSentences(text).slice(-SENTENCES).toReversed()) {
    const sentence = text.slice(start, end);
    const spokenTo = addressesIn(sentence, book.inProse(sentence)).at(-1);
    if (spokenTo) return spokenTo.seats;
    if (returnsToGroup(sentence, book.size)) return [];
  }
  return [];
}
