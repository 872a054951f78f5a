/**
 * Everything about one kind of finding. Each kind is one module beside this one, and `kinds.ts` lists them all: the
 * reader's prompt, the second look, metrics, reports and the public export use that table.
 */
import type { FailureMetrics, Issue, OutputType, Phase, Story } from "../../contract/index.ts";

/** A kind that a reader looks for, and perhaps code as well. `onlyReader`: the part that code does not find. */
export type ReaderKind = KindFacts & { reader: ReaderQuestion } & (
    | { detect?: undefined; onlyReader?: undefined }
    | { detect: Detector; onlyReader: string }
  );
/** A kind that only code looks for. */
export type MechanicalKind = KindFacts & { reader?: undefined; detect: Detector; onlyReader?: undefined };

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
  /** The text of the public export, since descriptions may repeat secrets. Null: the export leaves the finding out. */
  publicly: string | null;
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
  /** As classified. */
  type: OutputType | undefined;
  pulse: boolean;
  /** The narrator's earlier outputs, oldest first. Only the last ones are checked. */
  earlier: ReadonlyArray<{ turn: number; text: string; type: OutputType | undefined }>;
  names: readonly string[];
  guide: Story;
  /** The group's request before this output. */
  relay: string;
  /** Counting this turn: 0 if this turn is a pulse, 1 in the turn after one. */
  turnsSincePulse: number;
};

/** The source of issues that code found. */
export const MECHANICAL = "mechanical";

/** Detectors read at most this much of a text: a runaway output of a megabyte must not delay a session. */
const MOST_COMPARED = 40_000;

/** A text, or its beginning and its end: a runaway output starts well and ends badly. */
export const comparedPart = (text: string): string =>
  text.length <= MOST_COMPARED
    ? text
    : `${text.slice(0, MOST_COMPARED / 2)}\n\n${text.slice(-MOST_COMPARED / 2)}`;

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
