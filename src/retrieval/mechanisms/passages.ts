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
      known.set(id, texts?.map(comparable));
    }
    return known.get(id);
  };
  return (item, ids) => {
    if (typeof item === "string") return ids.indexOf(item);
    const quote = plainQuote(item.quote);
    const texts = ids.map(textsOf);
    const alone = ids.findIndex((id, index) => {
      const own = texts[index];
      return own === undefined ? id === item.from : own.some(({ whole }) => holds(whole, quote));
    });
    // Cut into chunks, the passage is there as soon as the first documents have all of it together.
    const before = texts.slice(0, alone < 0 ? undefined : alone);
    const words = withoutStops(quote);
    const pieces = before.map((own = []) => own.flatMap((text) => piecesOf(words, text)));
    const areWhole = (some: typeof pieces) => reachOf(some.flat()) === words.length;
    if (areWhole(pieces)) return pieces.findIndex((_, index) => areWhole(pieces.slice(0, index + 1)));
    return alone < 0 && item.from === undefined && texts.includes(undefined) ? undefined : alone;
  };
}

/** `whole` in comparable form; `words` also without stops, with the places where its lines begin and end. */
type Text = { whole: string; words: string; starts: Set<number>; ends: Set<number> };

function comparable(text: string): Text {
  const [starts, ends] = [new Set<number>(), new Set<number>()];
  const lines = text.split("\n").map(normaliseQuote).filter(Boolean);
  let words = "";
  for (const line of lines.map(withoutStops).filter(Boolean)) {
    if (words !== "") words += " ";
    starts.add(words.length);
    words += line;
    ends.add(words.length);
  }
  return { whole: lines.join(" "), words, starts, ends };
}

/** What ends a sentence is often lost where a text is cut, and quotation marks are added. */
const withoutStops = (text: string): string =>
  text
    .replaceAll(/["']|。|[.!?]+(?=["' ]|$)/g, " ")
    .replaceAll(/ +/g, " ")
    .trim();

/** A part of a quote that a text has, from `start` to `end`, with the space after it. */
type Piece = {
  text: Text;
  start: number;
  end: number;
  /** Whether the text begins and ends with it. */
  opens: boolean;
  closes: boolean;
};

/**
 * The parts of the quote that the text has, each as long as both agree: to the end of the quote or of a line. A text that
 * goes on in other words has another sentence.
 */
function piecesOf(quote: string, text: Text): Piece[] {
  const { words, starts, ends } = text;
  const pieces: Piece[] = [];
  function add(start: number, at: number): void {
    let size = 0;
    while (start + size < quote.length && words[at + size] === quote[start + size]) size += 1;
    const isLast = start + size === quote.length;
    // Within a word only a text that is cut there agrees.
    if (!isLast && !ends.has(at + size)) size = words.slice(at, at + size).lastIndexOf(" ");
    if (size <= 0 || !(isLast || ends.has(at + size))) return;
    const isWord = at === 0 || words[at - 1] === " ";
    if (isTooShort(quote.slice(start, start + size)) && !(isWord && (start === 0 || isLast))) return;
    pieces.push({
      text,
      start,
      end: start + size + (quote[start + size] === " " ? 1 : 0),
      opens: at === 0,
      closes: at + size === words.length,
    });
  }
  for (const at of placesOf(quote.slice(0, 1), words)) add(0, at);
  for (const at of starts)
    for (const start of placesOf(words[at]!, quote))
      if (start > 0 && (at === 0 || wordBefore(words, at) !== wordBefore(quote, start))) add(start, at);
  return pieces;
}

const wordBefore = (text: string, at: number): string => text.slice(text.lastIndexOf(" ", at - 2) + 1, at);

function placesOf(part: string, text: string): number[] {
  const places: number[] = [];
  for (let at = part === "" ? -1 : text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    places.push(at);
  return places;
}

/** How far pieces make up the quote. Two texts join only where one was cut: at its own beginning or end. */
function reachOf(pieces: readonly Piece[]): number {
  const reached = new Set(pieces.filter(({ start }) => start === 0));
  // A set also visits what is added meanwhile.
  for (const { text, end, closes } of reached)
    for (const next of pieces)
      if (next.text !== text && next.start <= end && next.end > end && (closes || next.opens))
        reached.add(next);
  return Math.max(0, ...[...reached].map(({ end }) => end));
}
