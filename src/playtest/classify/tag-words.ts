import { nameGroups } from "./address.ts";
import type { NameBook } from "./name-book.ts";
import type { Span } from "./plain.ts";

/** A mark by which the narrator itself says who is meant. */
export type Tag = Span & {
  meaning: TagMeaning;
  /** `mark` and `label` stand before what they speak of; `whole` holds it; `close` ends it. */
  form: "mark" | "label" | "whole" | "close";
};

/** What the words of a tag say: "To Sam only", "Private: Sam and Alex", "everyone". */
export type TagMeaning =
  | { means: "private"; seats: number[] }
  /** Private to somebody who does not play, or to nobody in particular. */
  | { means: "private-to-unknown"; name: string }
  | { means: "private-to-unnamed" }
  | { means: "everyone" };

const list = (words: string) => new Set(words.split(/\s+/));

const strong = list("private privately secret secretly whisper whispers whispered whispering aside confidential confidentially dm");
/** With a name and a colon these are one player's own: "Alex's dream:". */
const inner = list("vision dream memory nightmare premonition");
const weak = list("only alone solely exclusively");
const all = list("everyone everybody all group party public publicly table players");
const except = list("except but besides save without excluding not");
const filler = list(
  `to for the a an this that is are be of in with from by at and or player character message note moment thought thoughts knowledge
  hears hear sees see reads read knows know notices notice gets can will should may just strictly meant addressed directed directly narrator gm speaking
  speaks your eyes ears mind attention info information part section scene segment response text following follows what continued cont name names target seat class
  id as s whole entire rest here now end ends over back`,
);

/** Understands a tag that consists of nothing else; anything more is prose. */
export function readTag(words: string, book: NameBook, { bare = false }: { bare?: boolean } = {}): TagMeaning | undefined {
  const mentions = book.inTag(words);
  const tokens = tokensOutside(words, mentions);
  const has = (set: Set<string>) => tokens.some((token) => set.has(token.toLowerCase()));
  const unknown = tokens.filter((token) => ![strong, inner, weak, all, except, filler].some((set) => set.has(token.toLowerCase())));
  const secret = has(strong) || has(weak) || (bare && has(inner));
  // Whoever shares a full name with a player is that player; other words make it prose.
  if (unknown.some((token) => !/^\p{Lu}/u.test(token)) || unknown.length > 3) return undefined;
  const named = [...new Set(mentions.flatMap(({ seats }) => seats))].sort((a, b) => a - b);
  if (has(all)) {
    if (named.length > 0 && has(except)) return others(book.size, named);
    return named.length === 0 && unknown.length === 0 ? { means: "everyone" } : undefined;
  }
  if (named.length > 0) return secret || (bare && isTo(words, nameGroups(mentions, words).length)) ? { means: "private", seats: named } : undefined;
  if (unknown.length > 0) return secret || (bare && /^\s*(?:to|for)\s/i.test(words)) ? { means: "private-to-unknown", name: unknown.join(" ") } : undefined;
  return has(strong) ? { means: "private-to-unnamed" } : undefined;
}

/** "[To Sam]": in square brackets that is enough. */
const isTo = (words: string, groups: number): boolean => groups === 1 && /^\s*(?:to|for|@)\s*/i.test(words);

function others(size: number, left: readonly number[]): TagMeaning | undefined {
  const seats = Array.from({ length: size }, (_, seat) => seat).filter((seat) => !left.includes(seat));
  return seats.length > 0 ? { means: "private", seats } : undefined;
}

function tokensOutside(words: string, mentions: ReadonlyArray<{ start: number; end: number }>): string[] {
  let rest = "";
  let from = 0;
  for (const { start, end } of mentions) {
    rest += `${words.slice(from, start)} `;
    from = end;
  }
  return (rest + words.slice(from)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
