import type { NameBook } from "./name-book.ts";
import { findLabels } from "./labels.ts";
import { opensPrivate, readClosing, readTag, type Tag, type TagMeaning } from "./tag-words.ts";

const bracketed =
  /\[\[([^[\]\n]{1,120})\]\]|\{\{([^{}\n]{1,120})\}\}|\{([^{}\n]{1,120})\}|<(\/?(?:private|secret|whisper|aside|confidential|dm|pm|to|for)(?![a-z])[^<>\n]{0,120})>|\[([^[\]\n]{1,120})\]|\(([^()\n]{1,120})\)/iy;
const headed = /[[({]([^[\](){}:—|\n]{1,80})[:—|]/y;
/** How far the end of a bracket is looked for. */
const FAR = 4_000;
const closing: Record<string, string> = { "[": "]", "(": ")", "{": "}" };

/** Every tag of a text, in order. `starts` are the places where a sentence or a line begins. */
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

/** In round brackets stand many things: only what names somebody, says "private" or "to everyone", is a tag. */
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

/** A tag that holds what it speaks of, up to the bracket that closes it; without one it stands before it. */
function holding(flat: string, at: number, { meaning, head }: { meaning: TagMeaning; head: number }): Tag {
  const [open, close] = [flat[at]!, closing[flat[at]!]!];
  let depth = 0;
  for (let place = at; place < Math.min(flat.length, at + FAR); place++) {
    if (flat[place] === open) depth += 1;
    else if (flat[place] === close && --depth === 0)
      return { start: at, end: place + 1, meaning, form: "whole" };
  }
  return { start: at, end: head, meaning, form: "mark", markup: true };
}
