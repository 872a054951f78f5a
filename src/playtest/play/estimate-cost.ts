/** Estimates the cost of a session by arithmetic, before anything is spent: prompt sizes × turns × price. */
import type { Role, SessionConfig } from "../../contract/index.ts";
import { costOf, type Catalog } from "../../kernel/models/index.ts";
import { newSession, type SessionState } from "../session/index.ts";
import { sessionCalls, sum, type End, type Range, type RoleCalls } from "./session-calls.ts";

type Spent = { calls: number; /** USD; null: price unknown. */ usd: number | null };
type Totals<Amount> = {
  calls: Amount;
  /** USD of everything with a known price. */ known: Amount;
  /** USD; null: a price is unknown. */ total: Amount | null;
};
type RoleEstimate = {
  role: Role;
  model: string;
  calls: Range;
  tokens: { input: Range; output: Range };
  /** USD; null: price unknown. */ usd: Range | null;
  /** With long replies and every possible turn. */ atTurnLimit: Spent;
};
/** If nothing ends it before the turn limit: more than the range, which assumes that the story ends. */
export type TurnLimitEstimate = Totals<number> & { limit: "maxTurns" | "turns"; turns: number };
export type CostEstimate = Totals<Range> & {
  turns: Range;
  byRole: RoleEstimate[];
  atTurnLimit: TurnLimitEstimate;
};

/** Turns per pulse: of a group that never strays with a narrator that never waits, and of the opposite. */
const TURNS_PER_PULSE = { low: 1, high: 2.2 };
/** Assumed beats of a guide without any: a short story, or one that the turn limit ends. */
const BEATS_UNKNOWN = { low: 8, high: Infinity };
const TURNS_BESIDE = { low: 2, high: 4 };
/** Tokens that real tokenisers find in four bytes of English. */
const TOKENISED = { low: 0.85, high: 1.18 };
/** Assumed: the share of a role's input that it has sent before, and how much of that a prompt cache holds. */
const REPEATED: { [role in Role]?: number } = { narrator: 0.9, player: 0.8, classifier: 0.4, observer: 0.8 };
const CACHED = { low: 0.9, high: 0.5 };
/** The maximum share of its reasoning allowance that a model uses in each call. */
const THOUGHT = 0.5;

/** The estimated cost of a session, or of the rest of one. */
export function estimateCost(
  config: SessionConfig,
  catalog: Catalog,
  options: { from?: SessionState; turns?: number } = {},
): CostEstimate {
  const { from = newSession({ sessionId: "estimate", config }), turns: requested } = options;
  const room = Math.max(1, config.maxTurns - from.turn);
  const most = Math.min(room, requested ?? Infinity);
  const turns = { low: turnsLeft(from, "low", most), high: turnsLeft(from, "high", most) };
  const ahead = Array.from({ length: most }, (_, at) => from.turn + at + 1);
  const callsIn = (count: number, end: End, concludes = requested === undefined) =>
    sessionCalls(config, catalog, { turns: ahead.slice(0, count), end, concludes });
  const { byRole, ...totals } = costsOf(catalog, {
    low: callsIn(turns.low, "low"),
    high: callsIn(turns.high, "high"),
    limit: callsIn(most, "high", false),
  });
  const limit = most < room ? "turns" : "maxTurns";
  const longest: TurnLimitEstimate = { limit, turns: most, ...atTurnLimit(byRole) };
  return { turns, ...totals, byRole, atTurnLimit: longest };
}

/** The cost of judging the turns that were played. */
export function estimateJudging({ config, records }: SessionState, catalog: Catalog): Totals<Range> {
  const turns = records.map(({ turn }) => turn);
  const at = (end: End) =>
    sessionCalls(config, catalog, { turns, end, concludes: true }).filter(({ role }) => role === "judge");
  const { byRole: _, ...totals } = costsOf(catalog, { low: at("low"), high: at("high"), limit: at("high") });
  return totals;
}

type Repeated = Pick<CostEstimate, "calls" | "known" | "total" | "atTurnLimit"> & { times: Range };
export type SummedEstimate = Totals<Range> & { atTurnLimit: TurnLimitEstimate };

/** Sessions or replays, each as often as it is played. */
export function sumEstimates(parts: readonly Repeated[]): SummedEstimate {
  const isPriced = parts.every(({ total }) => total !== null);
  const all = (of: "calls" | "known"): Range => ({
    low: sum(parts, ({ times, ...part }) => times.low * part[of].low),
    high: sum(parts, ({ times, ...part }) => times.high * part[of].high),
  });
  const most = (of: "calls" | "known"): number =>
    sum(parts, ({ times, atTurnLimit }) => times.high * atTurnLimit[of]);
  const [calls, known] = [all("calls"), all("known")];
  return {
    calls: { low: Math.round(calls.low), high: Math.round(calls.high) },
    known,
    total: isPriced ? known : null,
    atTurnLimit: {
      ...parts[0]!.atTurnLimit,
      calls: Math.round(most("calls")),
      known: most("known"),
      total: isPriced ? most("known") : null,
    },
  };
}

/** Some turns of questions, then the remaining pulses of the guide, at the group's pace. */
function turnsLeft({ config, turn, pulses }: SessionState, end: End, most: number): number {
  const pulsesLeft = Math.max(0, (config.expectedPulses ?? BEATS_UNKNOWN[end]) - pulses.length);
  const beside = turn === 0 ? TURNS_BESIDE[end] : 1;
  return Math.max(1, Math.min(most, Math.round(beside + pulsesLeft * TURNS_PER_PULSE[end])));
}

const addUp = (spent: readonly Spent[]): Totals<number> => {
  const known = sum(spent, ({ usd }) => usd ?? 0);
  const total = spent.some(({ usd }) => usd === null) ? null : known;
  return { calls: sum(spent, ({ calls }) => calls), known, total };
};

const atTurnLimit = (rows: ReadonlyArray<{ atTurnLimit: Spent }>): Totals<number> =>
  addUp(rows.map((row) => row.atTurnLimit));

function costsOf(
  catalog: Catalog,
  calls: Record<End | "limit", readonly RoleCalls[]>,
): Totals<Range> & { byRole: RoleEstimate[] } {
  const low = calls.low.map((row) => billed(row, catalog, "low"));
  const high = calls.high.map((row) => billed(row, catalog, "high"));
  const limit = calls.limit.map((row) => billed(row, catalog, "high"));
  const byRole = calls.low.map(({ role, model }, row): RoleEstimate => {
    const range = (of: "calls" | "input" | "output") => ({ low: low[row]![of], high: high[row]![of] });
    const { calls, usd } = limit[row]!;
    return {
      role,
      model: catalog.resolve(model).label,
      calls: range("calls"),
      tokens: { input: range("input"), output: range("output") },
      usd: usd === null ? null : { low: low[row]!.usd!, high: high[row]!.usd! },
      atTurnLimit: { calls, usd },
    };
  });
  const [least, most] = [addUp(low), addUp(high)];
  const known = { low: least.known, high: most.known };
  const total = most.total === null ? null : known;
  return { calls: { low: least.calls, high: most.calls }, byRole, known, total };
}

/** The tokens of a role's calls, and their price with what a prompt cache holds of the input. */
function billed(
  { role, model, calls, ...text }: RoleCalls,
  catalog: Catalog,
  end: End,
): Spent & { input: number; output: number } {
  const { price, thinkingRoom } = catalog.resolve(model);
  const input = Math.round(text.input * TOKENISED[end]);
  const thinking = end === "high" ? calls * thinkingRoom * THOUGHT : 0;
  const output = Math.round(text.output * TOKENISED[end] + thinking);
  // A vendor with breakpoints has a price for cache writes; the others cache at will, or not at all.
  const hasBreakpoints = price?.cacheWrite !== undefined;
  const isCached = price?.cacheRead !== undefined && (hasBreakpoints || end === "low");
  const repeated = calls > 1 ? (REPEATED[role] ?? 0) * (1 - 1 / calls) : 0;
  const cacheRead = isCached ? Math.round(input * repeated * CACHED[end]) : 0;
  const cacheWrite = hasBreakpoints && end === "high" ? input - cacheRead : 0;
  const usage = { input, cacheRead, cacheWrite, output };
  const usd = price ? costOf(usage, { ...price, tiers: undefined }).cost : null;
  return { calls: Math.round(calls), input, output, usd };
}
