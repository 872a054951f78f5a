/** Several sessions or branches side by side: counts, differences, and where they diverge. */
import type { Issue, TurnRecord } from "../../contract/index.ts";
import { ownPart, type SessionState, type TurnRange } from "../session/index.ts";
import { commonPartsNote, onCommonParts } from "./common-parts.ts";
import { configDifferences, type ConfigDifferences } from "./config-differences.ts";
import { measureTurns, measureWhole, type Measured, type Metrics } from "./compared-metrics.ts";

export type Comparison = {
  sessions: Array<{
    sessionId: string;
    dir: string;
    outcome: string;
    branchedFrom: { sessionId: string; turn: number } | null;
    whole: Metrics;
    /**
     * Over the shared turns only, so that sessions of different length are comparable. If all turns are shared, the
     * same as for the whole.
     */
    shared: Metrics | null;
    issues: Issue[];
  }>;
  shared: SharedTurns;
  differs: ConfigDifferences;
  /** The first turn with different words, and who said them; null: no difference in the shared turns. */
  firstDifference: {
    turn: number;
    where: Where;
    versions: Array<{ sessions: number[]; text: string }>;
  } | null;
  /** Parts left out of the overall scores, if not all sessions have them. */
  parts?: string;
  rescored: { whole: boolean; shared: boolean };
};

type Where = "narrator" | "players" | "relay";

export type Compared = Measured & {
  dir: string;
  outcome: string;
  /** Unusable files, and their replacements. */
  notes?: readonly string[];
};

export function compareSessions(sessions: readonly Compared[]): Comparison {
  const states = sessions.map(({ state }) => state);
  const shared = sharedTurns(states);
  // One measure for all: the first that has one.
  const weights = sessions.find((session) => session.weights)?.weights;
  const { range } = shared;
  // The same turns never have two scores.
  const shareAll = range?.from === 1 && states.every(({ turn }) => turn === range.to);
  const measure = (session: Compared) => {
    const whole = measureWhole({ ...session, weights });
    return { whole, shared: range && (shareAll ? whole : measureTurns({ ...session, weights }, range)) };
  };
  const measures = sessions.map(measure);
  const whole = onCommonParts(measures.map(({ whole: metrics }) => ({ metrics })));
  const part = onCommonParts(measures.map(({ shared: metrics }) => ({ metrics: metrics ?? {} })));
  const note = commonPartsNote([...new Set([...whole.leftOut, ...part.leftOut])], "not all sessions have");
  return {
    sessions: sessions
      .map((session, at) => ({
        ...session,
        measured: {
          whole: whole.sessions[at]!.metrics,
          shared: measures[at]!.shared && (part.sessions[at]!.metrics as Metrics),
        },
      }))
      .map(({ state, dir, outcome, measured }) => ({
        sessionId: state.sessionId,
        dir,
        outcome,
        branchedFrom: state.branchedFrom
          ? { sessionId: state.branchedFrom.sessionId, turn: state.branchedFrom.turn }
          : null,
        ...measured,
        issues: [...ownPart(state).issues],
      })),
    shared,
    differs: configDifferences(states.map(({ config }) => config)),
    firstDifference: firstDifference(states),
    ...(note !== undefined && { parts: note }),
    rescored: { whole: whole.leftOut.length > 0, shared: part.leftOut.length > 0 },
  };
}

function firstDifference(states: readonly SessionState[]): Comparison["firstDifference"] {
  // The minimum of nothing is Infinity: the loop would never end.
  const length = states.length === 0 ? 0 : Math.min(...states.map(({ records }) => records.length));
  for (let index = 0; index < length; index++) {
    for (const [where, say] of parts) {
      const said = states.map((state, session) => ({ session, text: say(state.records[index]!, state) }));
      const versions = [...Map.groupBy(said, ({ text }) => text)].map(([text, same]) => ({
        sessions: same.map(({ session }) => session),
        text,
      }));
      if (versions.length > 1) return { turn: states[0]!.records[index]!.turn, where, versions };
    }
  }
  return null;
}

const parts: Array<[Where, (record: TurnRecord, state: SessionState) => string]> = [
  ["narrator", ({ narrator }) => narrator.text],
  [
    "players",
    ({ players }, { config }) =>
      players
        .map(({ seat, says, wants }) => `${config.group.players[seat]!.name}: ${says} (wants: ${wants})`)
        .join("\n"),
  ],
  ["relay", ({ relay }) => relay?.text ?? ""],
];

type SharedTurns = {
  /** The turns that every session played itself; null: none. */
  range: TurnRange | null;
  /** The sessions are identical up to here: the last turn before the first branch diverges. */
  branchPoint: number | null;
};

/** The turns over which sessions can be compared: those that all have, after the common past of branches. */
function sharedTurns(states: readonly SessionState[]): SharedTurns {
  const to = Math.min(...states.map(({ turn }) => turn));
  const branchPoint = commonPast(states);
  const from = (branchPoint ?? 0) + 1;
  return { range: from <= to ? { from, to } : null, branchPoint };
}

/** By what was said, not by ids: folders are renamed, and a branch of a branch names only its parent. */
function commonPast(states: readonly SessionState[]): number | null {
  const points = states.flatMap(({ branchedFrom }) => branchedFrom?.turn ?? []);
  if (points.length === 0) return null;
  const point = Math.min(...points);
  const past = states.map(({ records }) => JSON.stringify(records.filter(({ turn }) => turn <= point)));
  return new Set(past).size === 1 ? point : null;
}
