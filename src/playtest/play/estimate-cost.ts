import type { Role, SessionConfig } from "../../contract/index.ts";
import { costOf, estimateTokens, type Catalog, type ResolvedModel } from "../../kernel/models/index.ts";
import { narratorInstructions } from "../agents/index.ts";

export type Range = { low: number; high: number };
export type CostEstimate = {
  turns: Range;
  calls: Range;
  /** USD; null where a price is unknown. */
  byRole: Array<{ role: Role; model: string; usd: Range | null }>;
  total: Range | null;
};

/** What replies usually measure, in tokens: terse and talkative. */
const SAID = { narrator: { low: 180, high: 420 }, player: { low: 60, high: 140 }, spokesperson: { low: 50, high: 120 }, classifier: { low: 80, high: 250 } } as const;
/** Turns per pulse: a group that never strays, and one that often does. */
const TURNS_PER_PULSE = { low: 1.15, high: 2.2 };

/** What a session will probably cost, before anything is spent. The low end has the narrator's history cached where that has a price. */
export function estimateCost(config: SessionConfig, catalog: Catalog): CostEstimate {
  const { group, maxTurns, expectedPulses } = config;
  const turnsAt = (end: keyof Range) => Math.min(maxTurns, Math.round(2 + expectedPulses * TURNS_PER_PULSE[end]));
  const turns = { low: turnsAt("low"), high: Math.max(turnsAt("high"), Math.min(maxTurns, turnsAt("low"))) };
  const resolve = (name: string) => catalog.resolve(name);
  const fixed = estimateTokens(narratorInstructions(config));

  const narrator = range((end) => {
    // Each turn sends all turns before it once more.
    const perTurn = SAID.narrator[end] + SAID.spokesperson[end];
    const history = (perTurn * turns[end] * (turns[end] - 1)) / 2;
    return spend(resolve(config.narratorModel), { input: fixed * turns[end] + history, cached: end === "low" ? fixed * (turns.low - 1) + history * 0.9 : 0, output: SAID.narrator[end] * turns[end] });
  });
  const window = 8 * (SAID.narrator.high + SAID.spokesperson.high);
  const players = group.players.map(({ model }) => range((end) => spend(resolve(model), { input: (600 + window / (end === "low" ? 2 : 1)) * turns[end], output: SAID.player[end] * turns[end] })));
  const relay = range((end) => spend(resolve(group.players[group.spokesperson]!.model), { input: (200 + group.size * SAID.player[end]) * turns[end], output: SAID.spokesperson[end] * turns[end] }));
  const classifier = range((end) => spend(resolve(config.classifierModel), { input: (700 + SAID.narrator[end]) * turns[end], output: SAID.classifier[end] * turns[end] }));

  const byRole: CostEstimate["byRole"] = [
    { role: "narrator", model: resolve(config.narratorModel).label, usd: narrator },
    ...group.players.map(({ model }, seat) => ({ role: "player" as const, model: resolve(model).label, usd: players[seat]! })),
    { role: "spokesperson", model: resolve(group.players[group.spokesperson]!.model).label, usd: relay },
    { role: "classifier", model: resolve(config.classifierModel).label, usd: classifier },
  ];
  const known = byRole.every(({ usd }) => usd !== null);
  return {
    turns,
    calls: { low: turns.low * (group.size + 3), high: turns.high * (group.size + 4) },
    byRole,
    total: known ? { low: sum(byRole, "low"), high: sum(byRole, "high") } : null,
  };
}

function range(at: (end: keyof Range) => number | null): Range | null {
  const [low, high] = [at("low"), at("high")];
  return low === null || high === null ? null : { low, high };
}

function spend({ price }: ResolvedModel, { input, cached = 0, output }: { input: number; cached?: number; output: number }): number | null {
  if (!price) return null;
  return costOf({ input: Math.round(input), cacheRead: price.cacheRead === undefined ? 0 : Math.round(cached), output: Math.round(output) }, { ...price, tiers: undefined }).cost;
}

const sum = (parts: CostEstimate["byRole"], end: keyof Range) => parts.reduce((total, { usd }) => total + (usd?.[end] ?? 0), 0);
