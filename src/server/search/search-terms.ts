/** What is searched for: words and quoted phrases, found in any case and with any kind of quotation mark. */
import { literalPattern } from "../../kernel/literal-pattern.ts";

export type Term = { readonly pattern: RegExp };

/** Longer searches are cut. */
const MOST_TERMS = 12;

/** `harbour "the tide"` has two terms. A quotation mark without a partner is ignored. */
export function termsOf(q: string): Term[] {
  const found = [...q.matchAll(/"([^"]+)"|([^\s"]+)/g)]
    .map(([, phrase, word]) => (phrase ?? word ?? "").trim())
    .filter(Boolean);
  return [...new Set(found)].slice(0, MOST_TERMS).map((text) => ({
    pattern: new RegExp(patternOf(text), "giu"),
  }));
}

const patternOf = (text: string): string =>
  literalPattern(text).replaceAll(/['’‘]/g, "['’‘]").replaceAll(/[“”]/g, '["“”]').replaceAll(/\s+/g, "\\s+");

/** Whether a text contains every term. */
export const hasTerms = (text: string, terms: readonly Term[]): boolean =>
  terms.length > 0 && terms.every(({ pattern }) => text.search(pattern) >= 0);

/** Characters before the first match, and in all. */
const BEFORE = 60;
const IN_ALL = 200;

/** The text around the first match: alternately without and with a match, so that the odd parts are matches. */
export function snippetOf(text: string, terms: readonly Term[]): string[] {
  const spans = terms
    .flatMap(({ pattern }) => [...text.matchAll(pattern)])
    .map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
    .filter(({ start, end }) => end > start)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const first = spans[0];
  if (!first) return [text.slice(0, IN_ALL)];
  const from = wordStart(text, Math.max(0, first.start - BEFORE));
  const to = Math.max(first.end, wordEnd(text, Math.min(text.length, from + IN_ALL)));
  const parts: string[] = [];
  let at = from;
  for (const { start, end } of spans) {
    if (start < at || end > to) continue;
    parts.push(text.slice(at, start), text.slice(start, end));
    at = end;
  }
  parts.push(text.slice(at, to));
  if (from > 0) parts[0] = `… ${parts[0]!.trimStart()}`;
  if (to < text.length) parts[parts.length - 1] = `${parts.at(-1)!.trimEnd()} …`;
  return parts.map((part) => part.replaceAll(/\s+/gu, " "));
}

const wordStart = (text: string, at: number): number => {
  if (at === 0) return 0;
  const gap = text.slice(at, at + 20).search(/\s/u);
  return gap < 0 ? at : at + gap + 1;
};
const wordEnd = (text: string, at: number): number => {
  if (at === text.length) return at;
  const gap = text.slice(at - 20, at).search(/\s\S*$/u);
  return gap < 0 ? at : at - 20 + gap;
};
