/** What every format is read into: tests and documents, one at a time, each with its place in the source. */
import { createHash } from "node:crypto";
import type { SemanticTest } from "../../contract/index.ts";

/** `FILE:LINE`. */
export type Place = string;

export type ImportedTest = { at: Place; queryId: string; test: Omit<SemanticTest, "test_id"> };

export type ImportedDocument = { at: Place; id: string; title: string; text: string };

/** Read twice: once to find every problem before anything is written, and once to write. */
export type Source = {
  tests(report: Report): Iterable<ImportedTest>;
  /** Absent: the source has no corpus. */
  documents?(report: Report): Iterable<ImportedDocument>;
};

/** What was left out or cannot be used. */
export type Report = {
  /** One line in the result. The same note is counted, with the first places. */
  note(text: string, at?: Place): void;
  /** Stops the import once the source has been read. */
  problem(at: Place, text: string): void;
};

export const newTest = (
  at: Place,
  queryId: string,
  fields: Pick<SemanticTest, "prompt"> & Partial<SemanticTest>,
): ImportedTest => ({
  at,
  queryId,
  test: {
    name: "",
    category: "",
    topics: [],
    expected_primary: [],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
    ...fields,
  },
});

/** Judgements of one query: documents and grades. Above 0 means relevant. */
type Judgements = ReadonlyArray<readonly [id: string, grade: number]>;

export type JudgementsByQuery = Map<string, Array<readonly [id: string, grade: number]>>;

export function addJudgement(judged: JudgementsByQuery, queryId: string, id: string, grade: number): void {
  const own = judged.get(queryId);
  if (own) own.push([id, grade]);
  else judged.set(queryId, [[id, grade]]);
}

/**
 * The highest grade of a query is primary, or every grade from `primaryFrom` up; lower grades above 0 are secondary.
 * Grades of 0 and below are not errors of a system that retrieves them, so they forbid nothing.
 */
export function expectedOf(judged: Judgements, primaryFrom: number | undefined) {
  // The last judgement of a document counts.
  const relevant = [...new Map(judged)].filter(([, grade]) => grade > 0);
  const least = primaryFrom ?? relevant.reduce((most, [, grade]) => Math.max(most, grade), 0);
  return {
    expected_primary: relevant.filter(([, grade]) => grade >= least).map(([id]) => id),
    expected_secondary: relevant.filter(([, grade]) => grade < least).map(([id]) => id),
    // Equal grades are what primaries are worth anyway.
    ...(relevant.some(([, grade]) => grade !== relevant[0]![1]) && {
      grades: relevant.map(([id, grade]): [string, number] => [id, grade]),
    }),
  };
}

const TEST_ID = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

/** A query id as a test id: itself if it can be one, otherwise its readable part and a hash. */
export function testIdOf(queryId: string, prefix = ""): string {
  const id = `${prefix}${queryId}`;
  if (TEST_ID.test(id)) return id;
  const readable = id.replaceAll(/[^A-Za-z0-9_.-]+/g, "-").replace(/^[^A-Za-z0-9]+/, "");
  const hash = createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex").slice(0, 12);
  return `${readable.slice(0, 80) || "query"}-${hash}`;
}
