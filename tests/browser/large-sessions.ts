/**
 * Sessions of any length and any number of issues, written as files from one played session, because playing takes
 * long.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Episode, Issue, SessionResult, TurnRecord } from "../../src/contract/index.ts";
import { loadLatest, saveStart, saveTurn, newSession, type SessionState } from "../../src/playtest/index.ts";

const readResult = (dir: string) =>
  JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as SessionResult;
const writeResult = (dir: string, result: SessionResult) =>
  writeFileSync(join(dir, "session.json"), JSON.stringify(result));

/** Repeats the turns of `from`; every third adds a beat of the narrator's own, so that the flow is long too. */
export async function writeLongSession({
  from,
  to,
  turns,
}: {
  from: string;
  to: string;
  turns: number;
}): Promise<void> {
  const sessionId = to.split("/").at(-1)!;
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to).filter((name) => /^turn-\d+\.json$/.test(name))) rmSync(join(to, name));
  const {
    state: { config, records: played },
  } = loadLatest(from);
  let state: SessionState = newSession({ sessionId, config });
  let chain = await saveStart(to, state);
  for (let turn = 1; turn <= turns; turn++) {
    const record = retold(played[(turn - 1) % played.length]!, turn, turn <= played.length);
    state = { ...state, turn, records: [...state.records, record] };
    chain = await saveTurn(to, { state, record, chain });
  }
  writeResult(to, {
    ...readResult(to),
    sessionId,
    turns,
    issues: state.records.flatMap(({ issues }) => issues).map((issue, at) => asEpisode(issue, at)),
  });
}

/** A turn under another number: what it says of other turns, it says as far from itself as before. */
function retold(
  { ending: _ending, pulse, guidePulse, ...record }: TurnRecord,
  turn: number,
  isFirst: boolean,
): TurnRecord {
  const moved = turn - record.turn;
  return {
    ...record,
    turn,
    phase: isFirst ? record.phase : "story",
    ...(isFirst && pulse !== undefined && { pulse }),
    ...(isFirst && guidePulse !== undefined && { guidePulse }),
    ...(turn % 3 === 0 && { ownBeat: true as const }),
    issues: record.issues.map((issue) => movedBy(issue, moved)),
  };
}

const movedBy = ({ evidence, ...issue }: Issue, turns: number): Issue => ({
  ...issue,
  turn: issue.turn + turns,
  evidence: evidence.map(({ turn, text }) => ({ turn: turn + turns, text })),
});

const asEpisode = (issue: Issue, at: number): Episode => ({
  ...issue,
  id: `t${issue.turn}-${issue.kind}-${at}`,
  lastTurn: issue.turn,
  pointsLost: 1,
});

/** As many issues, each by its number, among its turns; every fourth is an error, the others are warnings. */
export function writeIssues(dir: string, count: number): void {
  const result = readResult(dir);
  const issues = Array.from({ length: count }, (_, at): Episode => {
    const turn = 1 + Math.floor((at * result.turns) / count);
    const issue: Issue = {
      turn,
      kind: at % 2 === 0 ? "loop" : "contradiction",
      description: `Finding number ${at}.`,
      severity: at % 4 === 0 ? "error" : "warning",
      evidence: [{ turn, text: "the tide" }],
      confidence: 0.9,
      source: `made-${at % 3}`,
    };
    return asEpisode(issue, at);
  });
  writeResult(dir, { ...result, issues });
}
