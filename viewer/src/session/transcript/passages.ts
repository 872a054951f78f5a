/** A text cut into paragraphs, and each paragraph into marked and plain parts. */
import type { QuotePlace, TurnView } from "../../../../src/contract/index.ts";
import type { Note } from "../findings.ts";

export type Part = {
  text: string;
  start: number;
  note: Note | null;
  isChosen: boolean;
};
export type Paragraph = { start: number; parts: Part[]; /** Those whose quote begins here. */ notes: Note[] };

/** The quotes to highlight strongly, by text: those of the chosen finding, or of the judge. */
export type Chosen = { key: string | null; quotes: ReadonlySet<string> };

/** The quotes of one text of a turn: its places, and the notes they belong to. */
export type Marks = {
  places: readonly QuotePlace[];
  notes: readonly Note[];
  chosen: Chosen;
};

/** More notes than this would hide the turn; the list of findings has the others. */
const MOST_NOTES = 8;

export const marksOf = (turn: TurnView, notes: readonly Note[], chosen: Chosen): Marks => ({
  places: turn.quotes,
  notes: shownNotes(notes, chosen),
  chosen,
});

/** The chosen finding is always among them. */
function shownNotes(notes: readonly Note[], { key }: Chosen): readonly Note[] {
  if (notes.length <= MOST_NOTES) return notes;
  const first = notes.filter(({ finding }) => finding.key === key);
  return [...first, ...notes.filter(({ finding }) => finding.key !== key)].slice(0, MOST_NOTES);
}

/** Marks of one text: `in` and `at` as in `QuotePlace`. */
export const marksIn = (marks: Marks, where: QuotePlace["in"], at: number): Marks => ({
  ...marks,
  places: marks.places.filter((place) => place.in === where && place.at === at),
});

/** Where marks overlap, the chosen one is shown, then errors, then warnings, then hints. */
const weightOf = ({ finding: { state, issue }, isOwn }: Note): number =>
  (state === "hint" ? 0 : issue.severity === "error" ? 4 : 2) + (isOwn ? 1 : 0);

export const paragraphsOf = (text: string, marks: Marks): Paragraph[] => cut(text, marks, bounds(text));

/** A text in one piece, whatever its line breaks. */
export const lineOf = (text: string, marks: Marks): Paragraph =>
  cut(text, marks, [[0, text.length]])[0] ?? { start: 0, parts: [], notes: [] };

function cut(text: string, marks: Marks, ranges: ReadonlyArray<[number, number]>): Paragraph[] {
  const spans = spansOf(marks);
  const owner = new Int32Array(text.length).fill(-1);
  spans.forEach(({ start, end }, at) => owner.fill(at, start, end));
  const noted = new Set<Note>();
  return ranges.map(([start, end]) => {
    const notes = spans.flatMap((span) => {
      if (!span.note || noted.has(span.note) || span.start >= end || span.end <= start) return [];
      noted.add(span.note);
      return [span.note];
    });
    const parts: Part[] = [];
    for (let from = start, at = start + 1; at <= end; at++) {
      if (at < end && owner[at] === owner[from]) continue;
      const span = spans[owner[from]!];
      parts.push({
        text: text.slice(from, at),
        start: from,
        note: span?.note ?? null,
        isChosen: span?.isChosen ?? false,
      });
      from = at;
    }
    return { start, parts, notes: notes.toSorted((a, b) => weightOf(b) - weightOf(a)) };
  });
}

type Spanned = { start: number; end: number; note: Note | null; isChosen: boolean; weight: number };

/** Lightest first, so that later ones cover them. */
function spansOf({ places, notes, chosen }: Marks): Spanned[] {
  return places
    .flatMap(({ quote, start, end }): Spanned[] => {
      const own = notes
        .filter((note) => note.quote.text === quote)
        .map((note) => {
          const isChosen = note.finding.key === chosen.key;
          return { start, end, note, isChosen, weight: weightOf(note) + (isChosen ? 10 : 0) };
        });
      const isJudges = own.length === 0 && chosen.quotes.has(quote);
      return isJudges ? [{ start, end, note: null, isChosen: true, weight: 20 }] : own;
    })
    .toSorted((a, b) => a.weight - b.weight);
}

/** Notes whose quote has no place in the turn, for example since it was cut. */
export const unplaced = (notes: readonly Note[], places: readonly QuotePlace[]): Note[] => {
  const found = new Set(places.map(({ quote }) => quote));
  return notes.filter(({ quote }) => !found.has(quote.text));
};

/** Paragraphs without the blank lines between them. A text of blanks alone has none. */
function bounds(text: string): Array<[number, number]> {
  const found: Array<[number, number]> = [];
  const add = (start: number, end: number) => {
    if (text.slice(start, end).trim() !== "") found.push([start, end]);
  };
  let start = 0;
  for (const { 0: gap, index } of text.matchAll(/\n[^\S\n]*\n\s*/g)) {
    add(start, index);
    start = index + gap.length;
  }
  add(start, text.length);
  return found;
}
