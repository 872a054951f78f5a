/** What the operations on banks return. */
import type { Mechanism } from "../retrieval/mechanism.ts";
import type { Expectations, ImportFormat } from "../retrieval/test-bank.ts";
import type { CheckAnswer, TestVerdict } from "../server/check-api.ts";

/** What `check --json` prints. */
export interface CheckResult extends CheckAnswer {
  tests: TestVerdict[];
}

export interface ImportedBank {
  format: ImportFormat;
  name: string;
  tests: number;
  documents: number;
  /** What was written, or would be. */
  files: string[];
  notes: string[];
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
