/** What `report` and `openSession` return. */
import type { Episode } from "../playtest/issue.ts";
import type { SessionResult } from "../playtest/session-result.ts";
import type { Tally, Totals } from "../shared/journal.ts";
import type { Verdict } from "../shared/verdict.ts";

export interface ListedSession extends Pick<
  SessionResult,
  "sessionId" | "dir" | "story" | "prompt" | "narrator" | "turns" | "at"
> {
  outcome: string;
  /** Why it cannot be read. */
  unreadable?: string | undefined;
  branchedFrom?: string | undefined;
  /** Null: none found, and the turns were not read. */
  issues: number | null;
  /** Null: not measured; also of a branch, which only points compare. */
  overall: number | null;
  pointsLost: number | null;
  /** USD; null: unknown. */
  cost: number | null;
}

/** In one session a player has a seat and a name; over many sessions, players are added up by archetype. */
export interface PaidPlayer {
  seat?: number | undefined;
  name?: string | undefined;
  archetype?: string | undefined;
}

export interface PlayerCost extends PaidPlayer, Tally {}

/** An agent is a player or, for all other calls, a role. */
export interface AgentCost extends PlayerCost {
  role: string;
  /** Absent: the calls belong to no turn. */
  turn?: number | undefined;
}

/** `byTurnAndAgent` has every attempt once; `byPlayer` has those of players, and `byTurn` those of a turn. */
export interface RunCosts extends Totals {
  byPlayer: PlayerCost[];
  byTurnAndAgent: AgentCost[];
  verdict: Verdict;
}

/** A list of sessions, what was archived, a part of a report, the file of a report, or costs. */
export type ReportResult =
  | { sessions: ListedSession[] }
  | { archived: Array<{ from: string; to: string }> }
  | { text: string }
  | { file: string; verdict?: Verdict | undefined; /** How a session ended, in words. */ ended?: string }
  | RunCosts;

/** One turn as a reader of the story sees it. */
export interface SessionTurn {
  turn: number;
  narrator: string;
  /** What the players said at the table. */
  said: Array<{ name: string; says: string }>;
  /** What the spokesperson told the narrator for the group; null in character creation and after the end. */
  relay: string | null;
}

/** A stored session, read-only: the fields of its result, with the turns instead of their number. */
export interface Session extends Omit<SessionResult, "turns"> {
  /** What `play --json` printed. */
  result: SessionResult;
  turns: SessionTurn[];
  /** The same as `issues`. */
  findings: Episode[];
  /** Why the later turns are missing here; null: all turns can be read. */
  unreadable: string | null;
  /** The report, as Markdown. */
  report(): string;
}
