/** Finds the tags by which a narrator says who is meant: brackets, markup, chat commands and labels at the start of a line. */
import { wrappedPattern } from "../../text/index.ts";
import type { NameBook } from "../player-names.ts";
import { opensPrivate, readClosing, readTag, type Tag, type TagMeaning } from "./tag-meaning.ts";

/** `[[…]]`, `{{…}}`, `{…}`, `<private …>`, `[…]` and `(…)`, each short and on one line. */
const bracketed = wrappedPattern(
  String.raw`
  \[\[([^[\]\n]{1,120})\]\]|\{\{([^{}\n]{1,120})\}\}|\{([^{}\n]{1,120})\}|
  <(\/?(?:private|secret|whisper|aside|confidential|dm|pm|to|for)(?![a-z])[^<>\n]{0,120})>|
  \[([^[\]\n]{1,120})\]|\(([^()\n]{1,120})\)
`,
  "iy",
);
/** A bracket that begins with a tag and a colon: "[To Sam only: …]". */
const headed = /[[({]([^[\](){}:—|\n]{1,80})[:—|]/y;
/** How far to look for the end of a bracket. */
const FAR = 4_000;
const closers: Record<string, string> = { "[": "]", "(": ")", "{": "}" };

/** All tags of a text, in order. `starts` are the places where a sentence or a line begins. */
export function findTags(flat: string, book: NameBook, starts: Iterable<number>): Tag[] {
  const found = [...findBrackets(flat, book), ...findLabels(flat, book, starts)].sort(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  let end = 0;
  return found.filter((tag) => {
    if (tag.start < end) return false;
    end = tag.end;
    return true;
  });
}

function* findBrackets(flat: string, book: NameBook): Generator<Tag> {
  for (const { index } of flat.matchAll(/[[({<]/g)) {
    const tag = bracketAt(flat, index, book) ?? headedAt(flat, index, book) ?? sealedAt(flat, index, book);
    if (tag) yield tag;
  }
}

function bracketAt(flat: string, at: number, book: NameBook): Tag | undefined {
  bracketed.lastIndex = at;
  const match = bracketed.exec(flat);
  if (!match) return undefined;
  const [all, ...inside] = match;
  const words = inside.find((words) => words !== undefined) ?? "";
  const [square, round] = inside.slice(4);
  const markup = square === undefined && round === undefined;
  const closes = /^\s*(?:\/|ends?\b)|\b(?:ends?|over)\s*$/i.test(words);
  const meaning =
    readTag(words, book, { bare: round === undefined, written: markup ? "markup" : "bracket" }) ??
    (round !== undefined && beginsSentence(flat, at) ? toPlayer(words, book) : undefined) ??
    (closes ? readClosing(words, book) : undefined);
  if (!meaning || (round !== undefined && !asideSays(meaning, words))) return undefined;
  return { start: at, end: at + all.length, meaning, form: closes ? "close" : "mark", markup };
}

function toPlayer(words: string, book: NameBook): TagMeaning | undefined {
  const meaning = readTag(words, book, { bare: true });
  return meaning?.means === "private" ? meaning : undefined;
}

/** "(To Sam) The key is brass.", but not "the key (to Sam) is brass" */
const beginsSentence = (flat: string, at: number): boolean =>
  /(?:^|\n|[.!?]["')*_]{0,2}\s)[ \t>*_#-]{0,6}$/.test(flat.slice(Math.max(0, at - 10), at));

/** Round brackets hold many things: only those that name a player, say "private" or "to everyone" are tags. */
const asideSays = ({ means }: TagMeaning, words: string): boolean =>
  means === "private" ||
  means === "private-to-unknown" ||
  means === "end" ||
  /^\s*(?:\/|end|to\b|for\b)|privat|secret|confiden/i.test(words);

/** "[To Sam only: the key is brass]" */
function headedAt(flat: string, at: number, book: NameBook): Tag | undefined {
  headed.lastIndex = at;
  const head = headed.exec(flat);
  const meaning = head && readTag(head[1]!, book, { bare: true });
  if (
    !head ||
    !meaning ||
    meaning.means === "everyone" ||
    (flat[at] === "(" && meaning.means === "private-to-unnamed")
  )
    return undefined;
  return holding(flat, at, { meaning, head: headed.lastIndex });
}

/** "[Private to Sam. The key is brass.]" */
function sealedAt(flat: string, at: number, book: NameBook): Tag | undefined {
  if (flat[at] === "(" || flat[at] === "<") return undefined;
  const words = flat.slice(at + 1, at + 120).replace(/^[[{]/, "");
  if (!opensPrivate(words, flat[at] === "{" || flat[at + 1] === "[" ? "markup" : "bracket")) return undefined;
  const seats = book.inTag(words.slice(0, 60).split(/[.!?\n]/, 1)[0]!)[0]?.seats;
  return holding(flat, at, {
    meaning: seats ? { means: "private", seats } : { means: "private-to-unnamed", sealed: true },
    head: at + 1,
  });
}

/** A tag that contains what it speaks of, up to the closing bracket; without one, the tag precedes it. */
function holding(flat: string, at: number, { meaning, head }: { meaning: TagMeaning; head: number }): Tag {
  const [open, close] = [flat[at]!, closers[flat[at]!]!];
  let depth = 0;
  for (let place = at; place < Math.min(flat.length, at + FAR); place++) {
    if (flat[place] === open) depth += 1;
    else if (flat[place] === close && --depth === 0)
      return { start: at, end: place + 1, meaning, form: "whole" };
  }
  return { start: at, end: head, meaning, form: "mark", markup: true };
}

const lineMarkup = /[ \t>*_#~•=`-]{0,12}/y;
/** A label ends at a colon, a dash, the end of an emphasis or the end of the line. */
const labelEnd = /[*_]{0,3}\s?[:—][*_]{0,3}|[*_]{1,3}|$/g;
/** A label must contain one of these. */
const privateWords = wrappedPattern(
  String.raw`
  privat|secret|whisper|only|alone|aside|confiden|solely|exclusive|vision|dream|memory|nightmare|
  premonition|\bdm\b|everyone|everybody|\ball\b|group|party|public|table|players|^(?:to|for)\b
`,
  "i",
);
const closes = /^(?:\/|ends?\b)|\b(?:ends?|over)[\s\p{P}\p{S}]*$/iu;
const LONGEST_LABEL = 90;

/** "Sam only: …", "**Privately to Sam:** …", "### For Sam only", "Everyone: …" */
function* findLabels(flat: string, book: NameBook, starts: Iterable<number>): Generator<Tag> {
  for (const start of starts) {
    lineMarkup.lastIndex = start;
    const marks = lineMarkup.exec(flat)![0];
    const from = start + marks.length;
    const line = /^[^\n[\]<>]*/.exec(flat.slice(from, from + LONGEST_LABEL))![0];
    const told = commandIn(line, book);
    if (told) yield { start, end: from + told.length, meaning: told.meaning, form: "label" };
    if (told) continue;
    if (!privateWords.test(line)) continue;
    const label = labelIn(line, {
      book,
      marked: /[*_#]/.test(marks),
      cut: from + line.length < flat.length && flat[from + line.length] !== "\n",
    });
    if (label)
      yield {
        start,
        end: from + label.length,
        meaning: label.meaning,
        form: closes.test(line.slice(0, label.length)) ? "close" : "label",
      };
  }
}

/** As in a chat: "/w Sam the key is brass" */
function commandIn(line: string, book: NameBook): Label | undefined {
  const command = /^\/(?:w|whisper|msg|message|tell|pm|dm|private)[ \t]+@?/i.exec(line)?.[0];
  const name = command === undefined ? undefined : book.inTag(line.slice(command.length))[0];
  return name?.start === 0
    ? { length: command!.length + name.end, meaning: { means: "private", seats: name.seats } }
    : undefined;
}

type Label = { length: number; meaning: Tag["meaning"] };

/** The longest of the line's first few openings that names a player; otherwise the first that is a label at all. */
function labelIn(
  line: string,
  { book, marked, cut }: { book: NameBook; marked: boolean; cut: boolean },
): Label | undefined {
  let best: Label | undefined;
  let tried = 0;
  for (const { 0: mark, index } of line.matchAll(labelEnd)) {
    if (tried++ === 4 || (mark === "" && cut)) break;
    const words = line.slice(0, index);
    const colon = /[:—]/.test(mark);
    if (!colon && !(marked && !/[*_]/.test(words)) && !standsAlone(words)) continue;
    const meaning = readTag(words, book, { bare: colon, written: "label" });
    if (meaning && !isLabel(meaning, { words, colon, marked, book })) continue;
    if (meaning && (!best || meaning.means === "private")) best = { length: index + mark.length, meaning };
  }
  return best;
}

/** In prose "To Father Treloar:" begins a letter, and "Whispers — dozens of them" is not a label. */
function isLabel(
  meaning: TagMeaning,
  { words, colon, marked, book }: { words: string; colon: boolean; marked: boolean; book: NameBook },
): boolean {
  if (meaning.means === "private-to-unknown")
    return privateWords.test(words.replace(/^\s*(?:to|for)\b/i, "")) || book.nearest(meaning.name).length > 0;
  return meaning.means !== "private-to-unnamed" || marked || closes.test(words) || (colon && meaning.sealed);
}

/** Without a colon or an emphasis, a label must be words that cannot be a sentence. */
const standsAlone = (words: string): boolean =>
  !/[.!?]\s*$/.test(words) &&
  /^(?:private|secret|whisper|aside)|(?:only|alone|privately|private)[\s=~-]*$/i.test(words);

/** Brackets of other scripts, and the signs used with them. Each is one character, like its replacement. */
const alike: Record<string, string> = {
  "[": "【［〔「『〖⟦《〈⟨❲",
  "]": "】］〕」』〗⟧》〉⟩❳",
  "(": "（⦅",
  ")": "）⦆",
  "{": "｛",
  "}": "｝",
  "<": "＜",
  ">": "＞",
  ":": "：",
  "/": "／",
};
const readAs = new Map(
  Object.entries(alike).flatMap(([bracket, others]) =>
    Array.from(others, (other): [string, string] => [other, bracket]),
  ),
);
const unusual = new RegExp(`[${[...readAs.keys()].join("")}]`, "g");

const entities: Record<string, string> = {
  "#91": "[",
  "#x5b": "[",
  lbrack: "[",
  lsqb: "[",
  "#93": "]",
  "#x5d": "]",
  rbrack: "]",
  rsqb: "]",
  "#40": "(",
  lpar: "(",
  "#41": ")",
  rpar: ")",
  lt: "<",
  gt: ">",
};
const entity = new RegExp(`&(${Object.keys(entities).join("|")});`, "gi");
/** HTML comments and spoilers, up to 2,000 characters. */
const comment = /<!--([^<]{1,2000}?)-->/g;
const spoiler = /\|\|(?=\s*(?:to|for|private|secret|whisper|only|dm|pm)(?!\p{L}))([^|]{1,2000})\|\|/giu;
/** These emoji say that something is private. */
const lock = /(?:🔒|🔐|🤫|📩)(?=[\s\ufe0f])/gu;

/** Replaces everything that narrators use as brackets by plain ones. The length stays the same, so places stay valid. */
export function plainBrackets(flat: string): string {
  const marked = flat
    .replaceAll(entity, (all, name: string) => entities[name.toLowerCase()]!.padEnd(all.length))
    .replaceAll(comment, (_, inside: string) => `{{  ${inside} }}`)
    .replaceAll(spoiler, (_, inside: string) => `[ ${inside} ]`);
  return /[\u0080-\uffff]/.test(marked)
    ? marked.replaceAll(unusual, (bracket) => readAs.get(bracket)!).replaceAll(lock, "DM")
    : marked;
}
