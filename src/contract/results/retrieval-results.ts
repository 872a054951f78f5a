/** What the operations on banks return. */
import type { Mechanism } from "../retrieval/mechanism.ts";
import type { SemanticTest } from "../retrieval/mechanisms/semantic.ts";
import type {
  CalibrationResponse,
  CalibrationReview,
  CalibrationRun,
  Expectations,
  ImportFormat,
} from "../retrieval/test-bank.ts";
import type { CheckAnswer, TestVerdict } from "../server/check-api.ts";
import type { Spent } from "../shared/journal.ts";

/** What `check --json` prints. */
export interface CheckResult extends CheckAnswer {
  tests: TestVerdict[];
}

export interface AffectedTest {
  testId: string;
  reasons: string[];
}

export interface CalibrationPlan {
  tests: SemanticTest[];
  /** Why each test is included, with scope `affected`. */
  affected: AffectedTest[];
  /** Tests that were never calibrated: it is unknown what changed since. */
  neverLookedAt: number;
}

export interface CalibrationEstimate {
  tests: number;
  kbTokens: number;
  /** In USD; null if the price is unknown. */
  low: number | null;
  high: number | null;
  /** If the vendor's cache does not hold, every call pays for the knowledge base. */
  uncached: number | null;
}

export interface Calibrated {
  responses: CalibrationResponse[];
  failed: Array<{ test_id: string; message: string }>;
}

export interface CalibrationOutcome {
  plan: CalibrationPlan;
  estimate: CalibrationEstimate;
  calibrated?: Calibrated;
  review?: CalibrationReview;
  cost: number;
  /** The same, including unpriced and possibly billed calls. */
  spent: Spent;
  run?: CalibrationRun;
}

/** What `calibrate --json` prints. */
export interface CalibrateResult extends CalibrationOutcome {
  kb: string;
}

export interface ImportedBank {
  format: ImportFormat;
  name: string;
  tests: number;
  documents: number;
  /** What was written, or would be. */
  files: string[];
  /** Runs among the given files: `check --target RUN` scores them. */
  runs: string[];
  notes: string[];
  dry_run: boolean;
}

export interface OverrideResult {
  test_id: string;
  previous: Expectations;
  previous_source: string;
  expectations: Expectations;
  history_file: string;
  kb: string;
}

export interface MigratedBank {
  bank: Mechanism;
  was: "V1" | "V2";
  tests: number;
  /** Null: it was not written. */
  out: string | null;
  migrated: { bank_type: string; version: string; description: string; tests: readonly object[] };
}
