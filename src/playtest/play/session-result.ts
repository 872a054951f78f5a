import type { SessionOutcome, SessionResult, Totals, TurnRecord } from "../../contract/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import type { Catalog } from "../../kernel/models/index.ts";
import { LONGEST_SAID } from "../agents/index.ts";
import type { SessionState } from "../session/index.ts";

export type ResultOptions = {
  state: SessionState;
  dir: string;
  totals: Totals;
  stopped?: HarnessError;
  durationMs: number;
  catalog: Catalog;
  notes: readonly string[];
};

/** What became of a session, in numbers. */
export function sessionResult({ state, dir, totals, stopped, durationMs, catalog, notes }: ResultOptions): SessionResult {
  const { config, records, sessionId, turn, pulses, tangents, privateMoments, issues, branchedFrom } = state;
  const label = (name: string) => catalog.resolve(name).label;
  const byRole = Object.entries(totals.byRole);
  const tokensOf = ({ tokens }: (typeof totals)["all"]) => tokens.input + tokens.output;
  return {
    version: 1,
    sessionId,
    dir,
    story: config.story,
    prompt: config.prompt,
    ...ended(state, stopped),
    turns: turn,
    pulses: { detected: pulses.length, expected: config.expectedPulses },
    tangents: [...tangents],
    privateMoments: [...privateMoments],
    issues: [...issues],
    metrics: null,
    overall: null,
    cost: { total: totals.all.cost, byRole: Object.fromEntries(byRole.map(([role, tally]) => [role, tally.cost])) },
    tokens: { total: tokensOf(totals.all), byRole: Object.fromEntries(byRole.map(([role, tally]) => [role, tokensOf(tally)])) },
    totals,
    models: {
      narrator: records.at(-1)?.narrator.model ?? label(config.narratorModel),
      players: config.group.players.map(({ name, archetype, model, seat }) => ({ name, archetype, model: playedBy(records, seat) ?? label(model) })),
      spokesperson: records.findLast(({ relay }) => relay?.model !== undefined)?.relay?.model ?? label(config.group.players[config.group.spokesperson]!.model),
      // In some turns the rules may have stood in: the model that judged the others is the one to name.
      classifier: records.findLast(({ classification }) => classification.source !== "rules")?.classification.source ?? records.at(-1)?.classification.source ?? label(config.classifierModel),
      observer: observedBy(records) ?? label(config.observerModel),
    },
    house: [config.narratorModel, ...config.group.players.map(({ model }) => model)].some((name) => catalog.resolve(name).provider === "house"),
    seed: config.seed,
    durationMs,
    notes: [...config.castingNotes, ...notes, ...cutNotes(state)],
    branchedFrom,
  };
}

/** The id that last answered for a seat. */
const playedBy = (records: readonly TurnRecord[], seat: number): string | undefined =>
  records.findLast(({ players }) => players[seat]?.model !== undefined)?.players[seat]?.model;

/** The id that last confirmed issues or summed up. */
function observedBy(records: readonly TurnRecord[]): string | undefined {
  const last = records.findLast(({ observer, context }) => observer !== undefined || context?.model !== undefined);
  return last?.observer ?? last?.context?.model;
}

/** Replies too long to be kept whole. */
function cutNotes({ records, config }: SessionState): string[] {
  const name = (seat: number) => config.group.players[seat]!.name;
  const note = (turn: number, whose: string, cutFrom: number) => `Turn ${turn}: ${whose} had ${cutFrom} characters and was cut to ${LONGEST_SAID}.`;
  return records.flatMap(({ turn, players, relay }) => [
    ...players.flatMap(({ seat, cutFrom }) => (cutFrom === undefined ? [] : [note(turn, `${name(seat)}'s reply`, cutFrom)])),
    ...(relay?.cutFrom === undefined ? [] : [note(turn, `${name(relay.seat)}'s relay`, relay.cutFrom)]),
  ]);
}

function ended({ ending, turn }: SessionState, stopped: HarnessError | undefined): { outcome: SessionOutcome; why: string } {
  if (ending) return { outcome: ending.outcome, why: ending.why };
  if (stopped?.exit === 4) return { outcome: "budget", why: stopped.message };
  return { outcome: "interrupted", why: stopped ? stopped.message : `stopped after turn ${turn}` };
}
