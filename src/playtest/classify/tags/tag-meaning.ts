/** What the words of a tag mean: "To Sam only", "Private: Sam and Alex", "everyone", "End of Sam's part". */
import { wrappedPattern, type Span } from "../../text/index.ts";
import { nameGroups, seatsIn, type NameBook } from "../player-names.ts";

/** The narrator's own statement of who is meant. */
export type Tag = Span & {
  meaning: TagMeaning;
  /** `mark` and `label` precede what they speak of; `whole` contains it; `close` ends it. */
  form: "mark" | "label" | "whole" | "close";
  /** Written as markup, `[[PRIVATE Sam]]` or `<private to="Sam">`: it lasts until something closes it. */
  markup?: boolean;
};

export type TagMeaning =
  | { means: "private"; seats: number[] }
  /** Private to somebody who is not a player, or is only described: "the dock clerk". */
  | { means: "private-to-unknown"; name: string }
  /** `sealed`: certainly private; a whisper or an aside may be for the whole table. */
  | { means: "private-to-unnamed"; sealed: boolean }
  | { means: "everyone" }
  /** Closes any open tag: "[END]", "(End of Sam's part.)" */
  | { means: "end"; seats: number[] };

const list = (words: string) => new Set(words.split(/\s+/));

const sealed = list("private privately secret secretly confidential confidentially dm pm");
const strong = new Set([...sealed, ...list("whisper whispers whispered whispering aside")]);
/** Private with a name and a colon: "Alex's dream:". */
const inner = list("vision dream memory nightmare premonition");
const weak = list("only alone solely exclusively");
const all = list("everyone everybody all group party public publicly table players");
const except = list("except but besides save without excluding not");
const filler = list(
  `to for the a an this that is are was were be of in with from by at and or player character message note moment thought thoughts knowledge
  hears hear sees see reads read knows know notices notice gets can will should may just strictly meant addressed directed directly narrator gm speaking
  speaks your eyes ears mind attention info information part section scene segment response text following follows what continued cont name names target seat class
  ooc quietly softly id as s whole entire rest here now end ends over back`,
);
/** "Private Club", "Members Only", "For Sale": signs are for all to read. */
const signs = list(
  `club property road room office entrance exit residence residents land beach parking drive estate door passage garden members staff employees personnel
  authorised authorized guests crew customers ladies gentlemen men women sale rent let hire trespassing`,
);

type TagShape = {
  /** In square brackets or before a colon, "to Sam" is enough. */
  bare?: boolean;
  /** Markup is never prose; a label at the start of a line may be. */
  written?: "markup" | "bracket" | "label";
};

/** Reads words that are a tag and nothing else; anything more is prose. */
export function readTag(
  words: string,
  book: NameBook,
  { bare = false, written = "bracket" }: TagShape = {},
): TagMeaning | undefined {
  const mentions = book.inTag(words);
  const tokens = tokensOutside(words, mentions);
  const has = (set: Set<string>) => tokens.some((token) => set.has(token.toLowerCase()));
  const unknown = tokens.filter(
    (token) => ![strong, inner, weak, all, except, filler].some((set) => set.has(token.toLowerCase())),
  );
  const secret = has(strong) || has(weak) || (bare && has(inner));
  const named = seatsIn(mentions);
  if (named.length === 0 && unknown.some((token) => signs.has(token.toLowerCase()))) return undefined;
  // Capitalised words may belong to a player's full name; other words make it prose, or describe somebody.
  if (unknown.some((token) => !/^\p{Lu}/u.test(token)) || unknown.length > 3)
    return describes(words, tokens.length, written) ? privateTo(named, unknown) : undefined;
  if (named.length > 0 && /^\s*(?:not|except|excluding)(?!\p{L})/iu.test(words))
    return others(book.size, named);
  if (has(all)) {
    if (named.length > 0 && has(except)) return others(book.size, named);
    return named.length === 0 && unknown.length === 0 ? { means: "everyone" } : undefined;
  }
  if (named.length > 0)
    return secret || (bare && isTo(words, nameGroups(mentions, words).length))
      ? { means: "private", seats: named }
      : undefined;
  if (unknown.length > 0)
    return (secret && isShaped.test(words)) || (bare && /^\s*(?:to|for)\s/i.test(words))
      ? privateTo([], unknown)
      : undefined;
  return has(strong) ? { means: "private-to-unnamed", sealed: has(sealed) } : undefined;
}

/** For an unknown name, the tag must begin or end with the word for private: "A Committee of Whispers" is a title. */
const isShaped = wrappedPattern(
  String.raw`
  ^[\s\p{P}]*(?:private|secret|whisper|aside|confidential|dm|only|to|for)(?:ly|s|ed|ing)?(?!\p{L})|
  (?<!\p{L})(?:private|privately|secretly|confidential|confidentially|only|alone)[\s\p{P}]*$
`,
  "iu",
);

/** A closing tag in words that could not open a private stretch. */
export function readClosing(words: string, book: NameBook): TagMeaning | undefined {
  const mentions = book.inTag(words);
  const tokens = tokensOutside(words, mentions);
  if (tokens.some((token) => ![strong, inner, weak, filler].some((set) => set.has(token.toLowerCase()))))
    return undefined;
  const seats = seatsIn(mentions);
  return seats.length > 0 && /^\s*\//.test(words) ? { means: "private", seats } : { means: "end", seats };
}

/** "[To Sam]": in square brackets that is enough. */
const isTo = (words: string, groups: number): boolean =>
  groups === 1 && /^\s*(?:ooc\s*)?(?:(?:to|for)(?!\p{L})|[@→➜⇒]|[-=]>)/iu.test(words);

function privateTo(seats: number[], unknown: readonly string[]): TagMeaning {
  if (seats.length > 0) return { means: "private", seats };
  // A misspelt name is capitalised, or is the only word.
  const asNames = unknown.filter((token) => /^\p{Lu}/u.test(token));
  return {
    means: "private-to-unknown",
    name: asNames.length > 0 || unknown.length > 1 ? asNames.join(" ") : unknown.join(" "),
  };
}

/** A longer tag is prose. */
const LONGEST = 8;
const tells = /[.!?;]|(?<![\p{L}])(?:is|are|was|were|has|have|had|you|your|you're|can|will|must)(?!\p{L})/iu;
const isPrivate = "(?:private|confidential|dm)(?:ly)?";
const hushed = "(?:secret(?:ly)?(?: message| note)?|whisper(?:s|ed)?)";
const opening = (...sources: string[]) => new RegExp(String.raw`^[\s\p{P}]*(?:${sources.join("|")})`, "iu");
const onlyTo = [
  String.raw`only (?:to|for)\s`,
  String.raw`(?:to|for|player|seat|character)\s.{1,60}\s?(?<!\p{L})(?:only|alone)[\s\p{P}]*$`,
];
/** "Private: the spokesperson", "Whisper to the dock clerk", "For the dock clerk only". */
const opens = {
  markup: opening(String.raw`${isPrivate}(?!\p{L})`, String.raw`${hushed}(?!\p{L})`),
  bracket: opening(
    String.raw`${isPrivate}(?:\s*[:—|/(-]|\s+(?:to|for|with|the|message|note)(?!\p{L}))`,
    String.raw`${hushed}(?:\s*[:—|/(-]|\s+(?:to|for)\s)`,
    ...onlyTo,
  ),
  label: opening(String.raw`(?:${isPrivate}|${hushed})\s+(?:to|for|with)\s`),
};

/** Does it say "private", and describe to whom? */
const describes = (words: string, tokens: number, written: keyof typeof opens): boolean =>
  tokens <= LONGEST && !tells.test(words) && opens[written].test(words);

/** A bracket that begins as a private tag and contains the secret: "[Private to Sam. The key is brass.]" */
export const opensPrivate = (words: string, written: "markup" | "bracket"): boolean =>
  opens[written].test(words);

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
