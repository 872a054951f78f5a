import type { Reading, Role, SessionConfig } from "../../contract/index.ts";
import { systemClock } from "../../kernel/clock/index.ts";
import { costOf, type Catalog, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { writeCharacters } from "../agents/index.ts";
import { judgeSession, rubricOf } from "../judge/index.ts";
import { createNarrator } from "../narrator/index.ts";
import { BATCH, HOUSE, makeReadings, NONE } from "../readings/index.ts";
import { applyTurn, newSession, playTurn, type SessionState } from "../session/index.ts";
import { dryRunGateway, type DryRunCall } from "./dry-run-gateway.ts";

type Range = { low: number; high: number };
type Most = { calls: number; /** USD; null: price unknown. */ usd: number | null };
type RoleEstimate = {
  role: Role;
  model: string;
  calls: Range;
  tokens: { input: Range; output: Range };
  /** USD; null: price unknown. */ usd: Range | null;
  /** With long replies and every possible turn. */ atTurnLimit: Most;
};
/** If nothing ends it before the turn limit: more than the range, which assumes that the story ends. */
export type TurnLimitEstimate = {
  /** What sets the limit. */
  limit: "--max-turns" | "--turns";
  turns: number;
  calls: number;
  /** USD of everything with a known price. */
  known: number;
  /** USD; null: a price is unknown. */
  total: number | null;
};
export type CostEstimate = {
  turns: Range;
  calls: Range;
  byRole: RoleEstimate[];
  /** USD of everything with a known price. */
  known: Range;
  /** USD; null: a price is unknown. */
  total: Range | null;
  atTurnLimit: TurnLimitEstimate;
  /** Why the range is this wide, in words. */
  because: string[];
};

/** The readings that a checkpoint lacks: the number of turns, and their cost. */
export type MissingEstimate = Pick<CostEstimate, "calls" | "known" | "total"> & { turns: number };

/** Turns per pulse: of a group that never strays with a narrator that never waits, and of the opposite. */
const TURNS_PER_PULSE = { low: 1, high: 2.2 };
/** Assumed beats of a guide without any. */
const BEATS_UNKNOWN = { low: 8, high: Infinity };
const TURNS_BESIDE = { low: 2, high: 4 };
/** Real tokenisers find fewer tokens in English than our safe estimate. */
const TOKENISED = { low: 0.75, high: 1.05 };
/** The share of a repeated prefix that a prompt cache answers: at best, and at worst with explicit breakpoints. */
const CACHED = { low: 0.9, high: 0.5 };
/** The maximum share of its reasoning allowance that a model uses in each call. */
const THOUGHT = 0.5;
const ORDER: readonly Role[] = ["narrator", "player", "spokesperson", "classifier", "observer", "judge"];

type End = keyof Range;

/**
 * The estimated cost of a session, or of the rest of one, before anything is spent. It is played as a dry run with
 * short replies, with long ones, and with long ones to the turn limit: real turns, with a gateway that counts what is
 * sent and calls no model.
 */
export async function estimateCost(
  config: SessionConfig,
  catalog: Catalog,
  {
    from = newSession({ sessionId: "estimate", config }),
    turns: asked,
  }: {
    from?: SessionState;
    turns?: number;
  } = {},
): Promise<CostEstimate> {
  const turns = { low: turnsLeft(from, "low", asked), high: turnsLeft(from, "high", asked) };
  const room = Math.max(1, config.maxTurns - from.turn);
  const most = Math.min(room, asked ?? Infinity);
  const play = (end: End, lengths: readonly number[]) => dryRunTurns(from, catalog, lengths, end);
  const [[low], [high, full]] = await Promise.all([
    play("low", [turns.low]),
    play("high", [turns.high, most]),
  ]);
  const costs = costsOf(low!, high!, full!);
  return {
    turns,
    ...costs,
    atTurnLimit: {
      limit: asked !== undefined && asked < room ? "--turns" : "--max-turns",
      turns: most,
      ...atTurnLimit(costs.byRole),
    },
    because: because(config, catalog, turns),
  };
}

/** The cost of the readings that a checkpoint lacks, once for all its branches. Undefined: none. */
export async function estimateMissing(
  from: SessionState,
  catalog: Catalog,
  readings: readonly Reading[],
): Promise<MissingEstimate | undefined> {
  const [low, high] = await Promise.all([
    dryRunReadings(from, catalog, readings, "low"),
    dryRunReadings(from, catalog, readings, "high"),
  ]);
  if (high.size === 0) return undefined;
  const { calls, known, total } = costsOf(low, high, high);
  const read = readings.filter(({ status }) => status === "read").length;
  return { turns: from.records.length - read, calls, known, total };
}

type DryRunCalls = Map<string, DryRunCall[]>;

function costsOf(
  low: DryRunCalls,
  high: DryRunCalls,
  full: DryRunCalls,
): Pick<CostEstimate, "calls" | "byRole" | "known" | "total"> {
  // A long session makes every kind of call of a short one, and perhaps summaries.
  const byRole = [...full.keys()].map((key) =>
    estimateOf(low.get(key) ?? [], high.get(key) ?? [], full.get(key)!),
  );
  byRole.sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  const sum = (of: (row: RoleEstimate) => Range | null): Range =>
    byRole.reduce(
      (total, row) => ({ low: total.low + (of(row)?.low ?? 0), high: total.high + (of(row)?.high ?? 0) }),
      { low: 0, high: 0 },
    );
  const known = sum(({ usd }) => usd);
  return {
    calls: sum(({ calls }) => calls),
    byRole,
    known,
    total: byRole.every(({ usd }) => usd !== null) ? known : null,
  };
}

/** Rows of one or many sessions, added up. */
export const atTurnLimit = (
  rows: ReadonlyArray<{ atTurnLimit: Most }>,
): Pick<TurnLimitEstimate, "calls" | "known" | "total"> => {
  const known = rows.reduce((sum, row) => sum + (row.atTurnLimit.usd ?? 0), 0);
  return {
    calls: rows.reduce((sum, row) => sum + row.atTurnLimit.calls, 0),
    known,
    total: rows.every((row) => row.atTurnLimit.usd !== null) ? known : null,
  };
};

/** Two turns of questions, then the remaining pulses of the guide, at the group's pace. */
function turnsLeft({ config, turn, pulses }: SessionState, end: End, asked = Infinity): number {
  // Without beats the length of the story is unknown: at least a short one, at most the turn limit.
  const expected = config.expectedPulses ?? BEATS_UNKNOWN[end];
  const pulsesLeft = Math.max(0, expected - pulses.length);
  const beside = turn === 0 ? TURNS_BESIDE[end] : 1;
  return Math.max(
    1,
    Math.min(config.maxTurns - turn, asked, Math.round(beside + pulsesLeft * TURNS_PER_PULSE[end])),
  );
}

/** The calls of each role and each player in one session, if it ended at each of these lengths, shortest first. */
async function dryRunTurns(
  from: SessionState,
  catalog: Catalog,
  lengths: readonly number[],
  end: End,
): Promise<DryRunCalls[]> {
  const { calls, gateway } = countingGateway(end);
  const models = from.config.group.players.map(({ model }) => catalog.resolve(model));
  if (from.config.charactersPending)
    await writeCharacters({ gateway, guide: from.config.storyGuide, group: from.config.group, models });
  const { config } = from;
  const classifier = catalog.resolve(config.classifierModel);
  const cast = {
    gateway,
    narrator: createNarrator({
      gateway,
      model: catalog.resolve(config.narratorModel),
      summariser: classifier,
      config,
      // A dry run makes no calls.
      permit: () => Promise.reject(new Error("An estimate must not load a narrator")),
    }),
    classifier,
    classifyWithinMs: 60_000,
    players: models,
    clock: systemClock,
    filler: true,
  };
  let state: SessionState = {
    ...from,
    config: { ...config, maxTurns: from.turn + lengths.at(-1)! + 1 },
    ending: undefined,
  };
  const ends: DryRunCalls[] = [];
  for (const length of lengths) {
    while (state.turn < from.turn + length) {
      const record = await playTurn(state, cast);
      state = applyTurn(state, { ...record, ending: undefined });
      if (isReadAt(state)) await readTo(state, { gateway, catalog });
    }
    ends.push(new Map([...(await withLastReading(state)), ...(await judging(state))]));
  }
  return ends;

  /** Counted separately: the turns after the last whole batch are read once, at the end. */
  async function withLastReading(played: SessionState): Promise<DryRunCalls> {
    const rest = countingGateway(end);
    if (!isReadAt(played)) await readTo(played, { gateway: rest.gateway, catalog });
    return new Map(
      [...new Set([...calls.keys(), ...rest.calls.keys()])].map((key) => [
        key,
        [...(calls.get(key) ?? []), ...(rest.calls.get(key) ?? [])],
      ]),
    );
  }

  /** Counted separately: a session is judged once, at its end. */
  async function judging(played: SessionState): Promise<DryRunCalls> {
    const judge = countingGateway(end);
    if (config.judgeModel !== undefined)
      await judgeSession({
        gateway: judge.gateway,
        model: catalog.resolve(config.judgeModel),
        state: played,
        rubric: rubricOf(config),
        clock: systemClock,
      });
    return judge.calls;
  }
}

function countingGateway(end: End): { calls: DryRunCalls; gateway: Gateway } {
  const calls: DryRunCalls = new Map();
  const gateway = dryRunGateway({
    talkative: end === "high",
    onCall: (key, call) => void calls.set(key, [...(calls.get(key) ?? []), call]),
  });
  return { calls, gateway };
}

async function dryRunReadings(
  state: SessionState,
  catalog: Catalog,
  stored: readonly Reading[],
  end: End,
): Promise<DryRunCalls> {
  const { calls, gateway } = countingGateway(end);
  const read = new Set(stored.filter(({ status }) => status === "read").map(({ turn }) => turn));
  const missing = state.records.map(({ turn }) => turn).filter((turn) => !read.has(turn));
  for (const batch of Map.groupBy(missing, (turn) => Math.ceil(turn / BATCH)).values())
    await dryRead(batch, { state, gateway, catalog });
  return calls;
}

const isReadAt = ({ turn, config }: SessionState): boolean =>
  config.stopOn !== undefined || turn % BATCH === 0;

/** The batch that ends with the last turn. */
async function readTo(
  state: SessionState,
  { gateway, catalog }: { gateway: Gateway; catalog: Catalog },
): Promise<void> {
  const size = state.config.stopOn ? 1 : ((state.turn - 1) % BATCH) + 1;
  const batch = Array.from({ length: size }, (_, index) => state.turn - size + 1 + index);
  await dryRead(batch, { state, gateway, catalog });
}

async function dryRead(
  batch: readonly number[],
  { state, gateway, catalog }: { state: SessionState; gateway: Gateway; catalog: Catalog },
): Promise<void> {
  const { observerModel } = state.config;
  if (observerModel === NONE || observerModel === HOUSE) return;
  await makeReadings(batch, {
    gateway,
    catalog,
    state,
    readings: [],
    truth: new Map(),
    late: new AbortController().signal,
    readWithinMs: Infinity,
  });
}

function estimateOf(low: DryRunCall[], high: DryRunCall[], full: DryRunCall[]): RoleEstimate {
  const { role, model } = full[0]!;
  const tokens = { low: tokensOf(low, model, "low"), high: tokensOf(high, model, "high") };
  const usd = { low: spend(model, tokens.low), high: spend(model, tokens.high) };
  return {
    role,
    model: model.label,
    calls: { low: low.length, high: high.length },
    tokens: {
      input: { low: tokens.low.input, high: tokens.high.input },
      output: { low: tokens.low.output, high: tokens.high.output },
    },
    usd: usd.low === null || usd.high === null ? null : { low: usd.low, high: usd.high },
    atTurnLimit: { calls: full.length, usd: spend(model, tokensOf(full, model, "high")) },
  };
}

type Counted = { input: number; cacheRead: number; cacheWrite: number; output: number };

function tokensOf(calls: readonly DryRunCall[], { price, thinkingRoom }: ResolvedModel, end: End): Counted {
  const sum = (of: (call: DryRunCall) => number) =>
    Math.round(calls.reduce((total, call) => total + of(call), 0) * TOKENISED[end]);
  const input = sum((call) => call.input);
  // A vendor with breakpoints has a price for cache writes; the others cache at will, or not at all.
  const told = price?.cacheWrite !== undefined;
  const cacheRead =
    price?.cacheRead !== undefined && (told || end === "low")
      ? sum((call) => call.repeated * CACHED[end])
      : 0;
  return {
    input,
    cacheRead,
    cacheWrite: told && end === "high" ? input - cacheRead : 0,
    output:
      sum((call) => call.output) + (end === "high" ? Math.round(calls.length * thinkingRoom * THOUGHT) : 0),
  };
}

const spend = ({ price }: ResolvedModel, tokens: Counted): number | null =>
  price ? costOf(tokens, { ...price, tiers: undefined }).cost : null;

function because(
  { narratorModel, classifierModel, group, expectedPulses }: SessionConfig,
  catalog: Catalog,
  turns: Range,
): string[] {
  const narrator = catalog.resolve(narratorModel);
  const classifier = catalog.resolve(classifierModel);
  const thinking = [
    ...new Set(
      [narrator, ...group.players.map(({ model }) => catalog.resolve(model))]
        .filter(({ thinkingRoom }) => thinkingRoom > 0)
        .map(({ label }) => label),
    ),
  ];
  return [
    turns.low === turns.high
      ? ""
      : expectedPulses === undefined
        ? `${turns.low} to ${turns.high} turns: the guide has no beats, so the length is unknown; --max-turns limits it`
        : `${turns.low} to ${turns.high} turns: how often the group goes off the story is unknown, and each turn sends the story so far again`,
    "terse or talkative replies",
    classifier.provider === "house"
      ? ""
      : `${classifier.label} is asked again after an unusable answer: in no turn at best, in every turn at worst`,
    narrator.price?.cacheRead === undefined
      ? ""
      : `how much of the narrator's history comes from the prompt cache ($${narrator.price.cacheRead} per million tokens, else $${narrator.price.cacheWrite ?? narrator.price.input})`,
    thinking.length === 0
      ? ""
      : `${thinking.join(", ")} may think before each reply, which is billed as output`,
  ].filter((line) => line !== "");
}
