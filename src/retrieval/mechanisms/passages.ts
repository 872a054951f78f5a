/** Where an expectation stands in a list of documents: by its id, or by the passage that it quotes. */
import type { AnswerOf, ExpectedItem } from "../../contract/index.ts";
import { holds, isTooShort, normaliseQuote, plainQuote } from "../../kernel/text/index.ts";
import { entityText, type Kb } from "../kb.ts";

/**
 * The place in the list, from 0; -1: it is not there; undefined: nobody can tell, because the passage has no `from` and
 * some document has no text.
 */
export type PlaceOf = (item: ExpectedItem, ids: readonly string[]) => number | undefined;

type Found = AnswerOf<"semantic">["selections"];

/** A document's texts are those of the first list that has any, otherwise that of the knowledge base. */
export function placeFinder(lists: readonly Found[], kb: Kb | undefined): PlaceOf {
  // Some targets return one id for several chunks of a document.
  const returned = lists.map((list) =>
    Map.groupBy(
      list.filter(({ text }) => text !== undefined),
      ({ entity_id }) => entity_id,
    ),
  );
  const known = new Map<string, Text[] | undefined>();
  const textsOf = (id: string): Text[] | undefined => {
    if (!known.has(id)) {
      const entity = kb?.byId.get(id);
      const texts =
        returned
          .find((byId) => byId.has(id))
          ?.get(id)
          ?.map(({ text = "" }) => text) ??
        (entity && [entityText(entity)]);
      known.set(id, texts?.map(withLines));
    }
    return known.get(id);
  };
  return (item, ids) => {
    if (typeof item === "string") return ids.indexOf(item);
    const quote = plainQuote(item.quote);
    const texts = ids.map(textsOf);
    const alone = ids.findIndex((id, index) => {
      const own = texts[index];
      return own === undefined ? id === item.from : own.some(({ words }) => holds(words, quote));
    });
    // Cut into chunks, the passage is there as soon as the first documents have all of it together.
    const before = texts.slice(0, alone < 0 ? undefined : alone).map((own = []) => own);
    if (hasAll(before.flat(), quote))
      return before.findIndex((_, index) => hasAll(before.slice(0, index + 1).flat(), quote));
    return alone < 0 && item.from === undefined && texts.includes(undefined) ? undefined : alone;
  };
}

/** In comparable form. Edges: where its lines begin, after a quotation mark, and its end. */
type Text = { words: string; edges: Set<number> };

function withLines(text: string): Text {
  const edges = new Set<number>();
  let words = "";
  for (const line of text.split("\n").map(normaliseQuote).filter(Boolean)) {
    if (words !== "") words += " ";
    edges.add(words.length + afterStop(line, 0));
    words += line;
  }
  return { words, edges: edges.add(words.length) };
}

/** What ends a sentence is often lost where a text is cut, and quotation marks are added. */
const withoutStop = (text: string): string => text.replace(/[ .!?。"']+$/, "");
const afterStop = (text: string, at: number): number => at + /^[ .!?。"']*/.exec(text.slice(at))![0].length;

/**
 * Whether the texts together have the whole quote. Two pieces join only where a line of the first text ends, or one of
 * the second begins: anywhere else, words of different sentences would make a passage that no document has.
 */
function hasAll(texts: readonly Text[], quote: string): boolean {
  const cuts = [...new Set(texts.flatMap((text) => cutsOf(quote, text)))].sort((a, b) => a - b);
  const joins: Joins = new Map();
  const first = afterStop(quote, 0);
  for (const start of [first, ...cuts])
    for (const text of texts) {
      const left = [...(joins.get(start) ?? [])].filter(([other]) => other !== text);
      if (start > first && left.length === 0) continue;
      const canJoin = start === first || left.some(([, ends]) => ends);
      for (const end of [...cuts, quote.length].filter((cut) => cut > start)) {
        const found = piecesOf(quote, { start, end }, text);
        if (found.length === 0) break;
        const fits = found.filter(({ starts, counts }) => counts && (starts || canJoin));
        if (fits.length === 0) continue;
        const here = joins.get(end) ?? new Map<Text, boolean>();
        joins.set(end, here.set(text, fits.some(({ ends }) => ends) || here.get(text) === true));
      }
    }
  return joins.has(quote.length);
}

/** By place in the quote: the texts with a piece up to there, and whether a line of theirs ends with it. */
type Joins = Map<number, Map<Text, boolean>>;

/** Letters that a piece must have, or that must be repeated before a short one. A few occur in any text. */
const ENOUGH = 12;

/** Where the quote may be cut: its places with which a line of the text ends or begins. */
function cutsOf(quote: string, { words, edges }: Text): number[] {
  const cuts: number[] = [];
  for (const edge of edges) {
    const left = withoutStop(words.slice(0, edge)).slice(-ENOUGH);
    const right = words.slice(edge, edge + ENOUGH);
    if (!isTooShort(left)) cuts.push(...placesOf(left, quote).map((at) => at + left.length));
    if (!isTooShort(right)) cuts.push(...placesOf(right, quote));
    for (let size = 1; size < ENOUGH; size += 1) {
      if (left.endsWith(quote.slice(0, size))) cuts.push(size);
      if (right.startsWith(quote.slice(-size))) cuts.push(quote.length - size);
    }
  }
  return cuts.map((cut) => afterStop(quote, cut)).filter((cut) => cut > 0 && cut < quote.length);
}

/** Every place where the text has this piece of the quote. */
function piecesOf(quote: string, { start, end }: { start: number; end: number }, text: Text) {
  const piece = withoutStop(quote.slice(start, end));
  const withOverlap = quote.slice(Math.max(0, start - ENOUGH), start) + piece;
  return placesOf(piece, text.words).map((at) => {
    const starts = text.edges.has(at);
    const ends = text.edges.has(afterStop(text.words, at + piece.length));
    const counts =
      !isTooShort(piece) ||
      (!isTooShort(withOverlap) && text.words.endsWith(withOverlap, at + piece.length)) ||
      (start === 0 && ends) ||
      (end === quote.length && starts);
    return { starts, ends, counts };
  });
}

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}
