/** How often readers found planted faults. `tests/playtest/reader/narrated-corpus.test.ts` measures them again. */
type Count = { labelled: number; found: number; hits: number };
export type ReaderRates = {
  reader: string;
  measured: string;
  /** Who wrote the transcripts. Rates of one kind of text say nothing about another. */
  text: string;
  command: string;
  kinds: Readonly<Record<string, Count>>;
};

/** The kinds that both readers found equally often. */
const FOUND_BY_BOTH = {
  contradiction: { labelled: 17, found: 17, hits: 17 },
  loop: { labelled: 8, found: 8, hits: 8 },
  "forced-segue": { labelled: 8, found: 8, hits: 8 },
  "ignored-request": { labelled: 7, found: 8, hits: 7 },
  leak: { labelled: 8, found: 8, hits: 8 },
  "character-break": { labelled: 4, found: 4, hits: 4 },
};

/** Readers of the same labelled transcripts. */
export const readerRates: readonly ReaderRates[] = [
  {
    reader: "a strong language model",
    measured: "2026-11-18",
    text: "written by a language model",
    command:
      "rehearse observe tests/fixtures/narrated/sessions.jsonl --recording tests/fixtures/narrated/recording",
    kinds: { ...FOUND_BY_BOTH, confusion: { labelled: 16, found: 15, hits: 14 } },
  },
  {
    reader: "a language model that was told to skim",
    measured: "2026-11-18",
    text: "written by a language model",
    command:
      "rehearse observe tests/fixtures/narrated/sessions.jsonl --recording tests/fixtures/narrated/recording-hasty",
    kinds: { ...FOUND_BY_BOTH, confusion: { labelled: 16, found: 10, hits: 9 } },
  },
];

/** The range over the careful reader and the hasty one. */
export function missedFaults(): { fewest: number; most: number; of: number } {
  const missed = readerRates.map(({ kinds }) => total(kinds, ({ labelled, hits }) => labelled - hits));
  return {
    fewest: Math.min(...missed),
    most: Math.max(...missed),
    of: total(readerRates[0]!.kinds, ({ labelled }) => labelled),
  };
}

const total = (kinds: ReaderRates["kinds"], of: (count: Count) => number): number =>
  Object.values(kinds).reduce((sum, count) => sum + of(count), 0);
