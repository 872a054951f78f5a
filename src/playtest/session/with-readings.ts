import type { Finding, Issue, Reading } from "../../contract/index.ts";
import { endingByReadings } from "./decide-ending.ts";
import { asRead } from "./read-outputs.ts";
import { readMoments } from "./read-moments.ts";
import { readTangents } from "./read-tangents.ts";
import type { SessionState } from "./session-state.ts";

/**
 * A session with what a reader found in it. Pure, and the only place where readings meet records: play folds records
 * alone, so it cannot depend on when a reading arrives.
 */
export function withReadings(state: SessionState, given: readonly Reading[]): SessionState {
  const readings = given.filter(({ turn }) => turn <= state.turn).toSorted((a, b) => a.turn - b.turn);
  if (readings.length === 0) return state;
  const recordOf = new Map(state.records.map((record) => [record.turn, record]));
  const turns = readings.flatMap((reading) => {
    const record = recordOf.get(reading.turn);
    return reading.status === "read" && record ? [{ reading, record, content: reading.content }] : [];
  });
  if (turns.length === 0) return { ...state, readings };
  const group = state.config.group.players;
  const found = turns.flatMap(({ reading, content }) =>
    content.findings.map((finding) => ({ finding, issue: issueOf(reading, finding) })),
  );
  const confirmed = found.filter(({ finding }) => finding.state === "confirmed");
  const hints = found.filter(({ finding }) => finding.state !== "confirmed");
  const read = asRead(state, turns);
  return {
    ...read,
    readings,
    tangents: readTangents(turns, { group, lastTurn: state.turn }),
    privateMoments: readMoments(state.privateMoments, turns, group),
    issues: byTurn(
      confirmed.reduce<readonly Issue[]>((issues, { issue }) => added(issues, issue), state.issues),
    ),
    hints: byTurn([...state.hints, ...hints.map(({ issue }) => issue)]),
    ending: read.ending ?? endingByReadings(state, readings),
  };
}

/** The house reader knows what the house cast planted, and nothing else. */
export const readerSource = (reader: string): string =>
  reader === "house" ? "reader: house (planted faults only)" : `reader: ${reader}`;

const issueOf = ({ turn, reader }: Reading, { kind, claim, quote, against, confidence }: Finding): Issue => ({
  turn,
  type: kind,
  description: claim,
  severity: kind === "contradiction" || kind === "repetition" || kind === "leak" ? "error" : "warning",
  evidence: [...(against ? [against] : []), quote],
  confidence,
  source: readerSource(reader),
});

/** Found on the path and by the reader: one issue of two sources, with the quotes of the first. */
function added(issues: readonly Issue[], issue: Issue): readonly Issue[] {
  const place = issues.findIndex(
    ({ turn, type, source, by = "narrator" }) =>
      turn === issue.turn && type === issue.type && by === "narrator" && !source.includes("reader: "),
  );
  if (place < 0 || !foundTwice.has(issue.type)) return [...issues, issue];
  const first = issues[place]!;
  return issues.with(place, { ...first, source: `${first.source}, ${issue.source}` });
}
const foundTwice: ReadonlySet<Issue["type"]> = new Set(["repetition", "leak"]);

const byTurn = (issues: readonly Issue[]): Issue[] => issues.toSorted((a, b) => a.turn - b.turn);
