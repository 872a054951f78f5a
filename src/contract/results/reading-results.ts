/** What `judge`, `judge label` and `observe` return. */
import type { CalibrationState, JudgeCalibration, JudgeVerdict, Label } from "../playtest/judging.ts";
import type { SessionResult } from "../playtest/session-result.ts";
import type { Verdict } from "../shared/verdict.ts";

/** A judge's verdict on a session, and what followed. */
export interface JudgedSession extends JudgeVerdict {
  dir: string;
  /** The file of the verdict. */
  path: string;
  /** Its judge had judged these turns already, and no call was made. */
  wasThere: boolean;
  /** The session with its newest verdict. Absent: it is being played, and its files were not updated. */
  session?: Pick<SessionResult, "overall" | "judged"> | undefined;
  /** Whether the judge orders sessions as people do. */
  calibration: { state: CalibrationState; why: string };
  verdict: Verdict;
}

export interface SavedCalibration extends JudgeCalibration {
  path: string;
}

/** Of `calibrate: true` the calibrations, otherwise the verdicts. */
export interface JudgeResult {
  verdicts?: JudgedSession[];
  calibrations?: SavedCalibration[];
}

export interface LabelResult {
  dir: string;
  label: Label;
}

/** How many findings a reader made, labels name, and both have. Null: there is nothing to divide by. */
export interface ReaderScore {
  name: string;
  labelled: number;
  found: number;
  hits: number;
  recall: number | null;
  /** Of 95 %, like that of the precision. */
  recallInterval: readonly [low: number, high: number] | null;
  precision: number | null;
  precisionInterval: readonly [low: number, high: number] | null;
}

/** Recall and precision of confirmed findings in turns that have labels and were read, and the cost of reading. */
export interface ReaderScores {
  kinds: ReaderScore[];
  /** Confirmed findings of kinds that no label names. */
  unscored: Record<string, number>;
  /** Quotes that do not occur where the reader says. */
  voidQuotes: number;
  calls: number;
  tokensPerTurn: number | null;
  /** US dollars. Null: unknown. */
  costPerTurn: number | null;
}

/** With recall and precision by kind if the file has labels. */
export interface ObserveResult extends Partial<ReaderScores> {
  observer: string;
  /** Absent: none was named. */
  classifier?: string | undefined;
  sessions: SessionResult[];
  /** How well the reader found what the labels name. */
  verdict?: Verdict | undefined;
}
