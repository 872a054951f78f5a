import type { Finding, Issue, Reading } from "../../contract/index.ts";
import type { SessionState } from "./session-state.ts";

/**
 * A session with what a reader found in it. Pure, and the only place where readings meet records: play folds records
 * alone, so it cannot depend on when a reading arrives.
 */
export function withReadings(state: SessionState, readings: readonly Reading[]): SessionState {
  const read = readings.filter(({ turn }) => turn <= state.turn);
  const found = read.flatMap((reading) =>
    reading.status === "read" ? reading.content.findings.map((finding) => ({ reading, finding })) : [],
  );
  const issues = found
    .filter(({ finding }) => finding.state === "confirmed")
    .map(({ reading, finding }) => issueOf(reading, finding));
  const hints = found
    .filter(({ finding }) => finding.state !== "confirmed")
    .map(({ reading, finding }) => issueOf(reading, finding));
  return {
    ...state,
    readings: read,
    issues: byTurn([...state.issues, ...issues]),
    hints: byTurn([...state.hints, ...hints]),
  };
}

const issueOf = ({ turn, reader }: Reading, { kind, claim, quote, against, confidence }: Finding): Issue => ({
  turn,
  type: kind,
  description: claim,
  severity: kind === "contradiction" || kind === "repetition" || kind === "leak" ? "error" : "warning",
  evidence: [...(against ? [against] : []), quote],
  confidence,
  source: `reader: ${reader}`,
});

const byTurn = (issues: readonly Issue[]): Issue[] => issues.toSorted((a, b) => a.turn - b.turn);
