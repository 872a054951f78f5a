import type { NameBook } from "./name-book.ts";
import { findLabels } from "./labels.ts";
import { readTag, type Tag, type TagMeaning } from "./tag-words.ts";

const bracketed = /\[\[([^[\]\n]{1,120})\]\]|\[([^[\]\n]{1,120})\]|\(([^()\n]{1,120})\)|<(\/?(?:private|secret|whisper|aside)\b[^<>\n]{0,120})>/iy;
const headed = /[[(]([^[\]():—\n]{1,80})[:—]/y;
/** How far the end of a bracket is looked for. */
const FAR = 4_000;

/** Every tag of a text, in order. `starts` are the places where a sentence or a line begins. */
export function findTags(flat: string, book: NameBook, starts: Iterable<number>): Tag[] {
  const found = [...findBrackets(flat, book), ...findLabels(flat, book, starts)].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  return found.filter((tag) => {
    if (tag.start < end) return false;
    end = tag.end;
    return true;
  });
}

function* findBrackets(flat: string, book: NameBook): Generator<Tag> {
  for (const { index } of flat.matchAll(/[[(<]/g)) {
    const tag = bracketAt(flat, index, book) ?? wholeAt(flat, index, book);
    if (tag) yield tag;
  }
}

function bracketAt(flat: string, at: number, book: NameBook): Tag | undefined {
  bracketed.lastIndex = at;
  const match = bracketed.exec(flat);
  if (!match) return undefined;
  const [all, double, square, round, element] = match;
  const words = double ?? square ?? round ?? element ?? "";
  const meaning = readTag(words, book, { bare: round === undefined });
  if (!meaning || (round !== undefined && !asideSays(meaning, words))) return undefined;
  const closes = /^\s*(?:\/|ends?\b)|\b(?:ends?|over)\s*$/i.test(words);
  return { start: at, end: at + all.length, meaning, form: closes ? "close" : "mark" };
}

/** In round brackets stand many things: only what names somebody, says "private" or "to everyone", is a tag. */
const asideSays = ({ means }: TagMeaning, words: string): boolean =>
  means === "private" || means === "private-to-unknown" || /^\s*(?:\/|end|to\b|for\b)|privat|secret|confiden/i.test(words);

/** "[To Sam only: the key is brass]" */
function wholeAt(flat: string, at: number, book: NameBook): Tag | undefined {
  headed.lastIndex = at;
  const head = headed.exec(flat);
  const meaning = head && readTag(head[1]!, book);
  if (!head || !meaning || meaning.means === "everyone" || (flat[at] === "(" && meaning.means === "private-to-unnamed")) return undefined;
  const inside = flat.slice(headed.lastIndex, headed.lastIndex + FAR);
  const close = inside.indexOf(flat[at] === "[" ? "]" : ")");
  return close < 0
    ? { start: at, end: headed.lastIndex, meaning, form: "mark" }
    : { start: at, end: headed.lastIndex + close + 1, meaning, form: "whole" };
}
