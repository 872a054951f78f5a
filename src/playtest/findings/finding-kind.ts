/**
 * Everything about one kind of finding. Each kind is one module beside this one, and `kinds.ts` lists them all: the
 * reader's prompt, the second look, metrics, reports and the public export use that table.
 */
import type { FailureMetrics, Issue, Phase, Quote } from "../../contract/index.ts";

/** A kind that a reader looks for, and perhaps code as well. */
export type ReaderKind = KindFacts & { reader: ReaderQuestion; detect?: Detector };
/** What follows from several turns: code derives it for the score, and nobody reports it in a turn. */
export type DerivedKind = KindFacts & { reader?: undefined; detect?: undefined };

type KindFacts = {
  /** The plural in reports. */
  plural: string;
  /** How much it harms a session: kinds of rank 1 are listed first. */
  rank: number;
  /** Which metrics count it. */
  countedWith: "failures" | "tangents";
  /** Its field in the failure metrics. Absent: it is listed under `others`. */
  metric?: FailureField;
  /** Each further turn that it lasts costs points as well. */
  goesOn?: true;
  /** What public files say of it, since descriptions may repeat secrets. */
  publicly: string;
};

export type FailureField = Extract<
  keyof FailureMetrics,
  | "breakdowns"
  | "loops"
  | "contradictions"
  | "characterBreaks"
  | "guideDeviations"
  | "confusionEvents"
  | "stuckMoments"
>;

/** The reader's question, and what becomes of its answer. */
export type ReaderQuestion = {
  /** What counts as this mistake, and what only resembles it. The reader and the second look use the same words. */
  is: string;
  not: string;
  quotedFrom: "narration" | "talk";
  /** The earlier words without which it is not shown: any, those of an earlier turn, or the guide's. */
  earlierQuote: "none" | "any" | "before" | "guide";
  /** Severity of the issue that a confirmed finding becomes. */
  severity: Issue["severity"];
  /** Its name as a label of a transcript, if different. */
  label?: string;
};

/** Checks one turn. Pure: the same observation gives the same issues. */
type Detector = (observation: Observation) => Issue[];

/** One turn as the detectors see it: never more than the transcript. */
export type Observation = {
  turn: number;
  phase: Phase;
  /** The narrator's whole output. */
  text: string;
  /** What everybody heard of it: words that one player heard alone may be told to all once more. */
  shared: string;
  /** What everybody heard of the narrator's earlier outputs, oldest first. Only the last ones are checked. */
  earlier: readonly Quote[];
};

/** The source of issues that code found. */
export const MECHANICAL = "mechanical";

const LONGEST_EXCERPT = 240;

/** Words of a text, verbatim. A long quote is cut between words. */
export function excerpt(text: string, { start = 0, end = text.length } = {}): string {
  const quoted = text.slice(start, end).trim();
  if (quoted.length <= LONGEST_EXCERPT) return quoted;
  const cut = quoted.slice(0, LONGEST_EXCERPT + 1);
  const space = cut.search(/\s\S*$/);
  // Without a space it is cut anywhere except inside a surrogate pair.
  return (
    space > LONGEST_EXCERPT / 2
      ? cut.slice(0, space)
      : cut.slice(0, LONGEST_EXCERPT).replace(/[\uD800-\uDBFF]$/, "")
  ).trim();
}
