/** Points lost by rules over all turns: tangents and their returns, stalls, rushed replies, and beats passed over. */
import type { Episode, Issue, Points, Quote, Tangent, TurnRecord } from "../../contract/index.ts";
import { counted, listed } from "../../kernel/report/index.ts";
import { publicPart } from "../agents/index.ts";
import { excerpt, MECHANICAL } from "../findings/index.ts";
import { BEAT_WITHIN, beatsMeasured, stallsIn, type SessionState } from "../session/index.ts";
import type { Coverage } from "./reading-coverage.ts";
import { isCharged, isDecided } from "./tangent-metrics.ts";

/** An episode before it has an id, with its points by turn. */
export type Loss = Omit<Episode, "id" | "pointsLost"> & {
  charges: Array<{ turn: number; points: number }>;
};

export type LossOptions = {
  points: Points;
  read: Coverage;
  /** The first turn that counts: later than 1 in a branch. */
  from: number;
  /** The last turn is the end, so what is still open stays open. */
  over: boolean;
};

/** Turns that a return may take before they cost anything. */
const RETURNS_WITHIN = 3;
/** The quality of a return, 1 to 5, that loses nothing. */
const GOOD_RETURN = 4;

/** A tangent belongs to the turn that ends it. One forced sentence is one loss, named by a finding or by the return. */
export function tangentLosses(state: SessionState, options: LossOptions): Loss[] {
  const named = state.issues.filter(({ kind }) => kind === "forced-segue");
  const forcedTurns = new Set(named.map(({ turn }) => turn));
  return [
    ...named.map((issue) => atOnce(issue, options.points["forced-segue"])),
    ...state.tangents
      .filter(isCharged)
      .flatMap((tangent) =>
        tangent.endTurn === undefined
          ? openLosses(tangent, state.turn, options)
          : returnLosses(tangent, { ...options, forcedTurns, records: state.records }),
      ),
  ];
}

/** A story that has not ended may still return, unless it has taken too long already. */
function openLosses(tangent: Tangent, lastTurn: number, options: LossOptions): Loss[] {
  const isLate = options.over || lastTurn - tangent.startTurn > RETURNS_WITHIN;
  if (!isLate || !isDecided(tangent, { ...options, lastTurn })) return [];
  const description = `The story did not return from the tangent of turn ${tangent.startTurn}.`;
  const lost = options.points["not-returned"];
  return [tangentLoss({ kind: "not-returned", turn: lastTurn, description }, lost, { tangent, ...options })];
}

function returnLosses(
  tangent: Tangent,
  options: LossOptions & { forcedTurns: ReadonlySet<number>; records: readonly TurnRecord[] },
): Loss[] {
  const { points, forcedTurns } = options;
  const { length, recoveryMethod, segueQuality = GOOD_RETURN } = tangent;
  const turn = tangent.endTurn!;
  // The group came back by itself: not the narrator's doing.
  if (recoveryMethod === "none") return [];
  const loss = (kind: string, description: string, lost: number) =>
    tangentLoss({ kind, turn, description }, lost, { tangent, ...options });
  const late = length - RETURNS_WITHIN;
  const short = GOOD_RETURN - segueQuality;
  const losses: Loss[] = [];
  if (late > 0)
    losses.push(loss("slow-return", `The return took ${length} turns.`, late * points["slow-return"]));
  // A finding has named the forced sentence already.
  if (forcedTurns.has(turn)) return losses;
  if (recoveryMethod === "forced")
    losses.push(loss("forced-segue", "The return was forced.", points["forced-segue"]));
  else if (short > 0) {
    const what = `The return from the tangent of turn ${tangent.startTurn} was of quality ${segueQuality} of 5.`;
    losses.push(loss("poor-return", what, short * points["poor-return"]));
  }
  return losses;
}

const tangentLoss = (
  what: Pick<Loss, "kind" | "turn" | "description">,
  lost: number,
  { tangent, read, records = [] }: { tangent: Tangent; read: Coverage; records?: readonly TurnRecord[] },
): Loss => ({
  ...what,
  lastTurn: what.turn,
  severity: "warning",
  evidence: [{ turn: tangent.startTurn, text: tangent.quote }, ...returnQuotes(tangent, records)],
  confidence: 1,
  source: read.source ?? MECHANICAL,
  charges: [{ turn: what.turn, points: lost }],
});

/** The words of the return, or without them the beginning of its narration. */
function returnQuotes({ endTurn, segue }: Tangent, records: readonly TurnRecord[]): Quote[] {
  const record = records.find(({ turn }) => turn === endTurn);
  if (record === undefined) return [];
  const { turn, narrator, classification } = record;
  return [{ turn, text: segue || excerpt(publicPart(narrator.text, classification)) }];
}

/**
 * Stalls, a point for each turn too many. Requests that the narrator ignored meanwhile are part of one: each turn costs
 * the larger of both, so a longer stall is never cheaper.
 */
export const stallLosses = (
  state: SessionState,
  { points, ignored }: { points: Points; ignored: readonly Loss[] },
): Loss[] =>
  stallsIn(state).map((run) => {
    const stall = mechanical("stuck", [run[0]!, run.at(-1)!]);
    const meanwhile = ignored.filter(({ turn }) => isWithin(stall, turn));
    const also = meanwhile.length === 0 ? "" : ` ${counted(meanwhile.length, "request")} ignored.`;
    return {
      ...stall,
      description: `No beat for ${run.length} turns.${also}`,
      evidence: [...stall.evidence, ...meanwhile.flatMap(({ evidence }) => evidence)],
      source: [...new Set([stall.source, ...meanwhile.map(({ source }) => source)])].join(", "),
      charges: run.map(({ turn }, at) => ({
        turn,
        points: Math.max(at < BEAT_WITHIN ? 0 : points.stuck, chargedIn(turn, meanwhile)),
      })),
    };
  });

export const isWithin = ({ turn: first, lastTurn }: Pick<Loss, "turn" | "lastTurn">, turn: number): boolean =>
  turn >= first && turn <= lastTurn;

const chargedIn = (turn: number, losses: readonly Loss[]): number =>
  losses
    .flatMap(({ charges }) => charges)
    .reduce((sum, charge) => (charge.turn === turn ? sum + charge.points : sum), 0);

/** Per turn the larger of: the further beats of one reply, and the findings. */
export function rushedLosses({ records, issues }: SessionState, points: Points): Loss[] {
  const found = Map.groupBy(
    issues.filter(({ kind }) => kind === "rushed"),
    ({ turn }) => turn,
  );
  return records.flatMap((record): Loss[] => {
    const named = found.get(record.turn) ?? [];
    const further = record.alsoPulses?.length ?? 0;
    const times = Math.max(named.length, further);
    if (times === 0) return [];
    const [first] = named;
    const quotes = beatQuotes(record);
    const rushed = mechanical("rushed", [record]);
    const told = {
      ...rushed,
      evidence: quotes.length > 0 ? quotes : rushed.evidence,
      description: `One reply told ${further + 1} beats.`,
    };
    const evidence = named.flatMap((issue) => issue.evidence);
    return [atOnce(first ? { ...first, evidence } : told, times * points.rushed)];
  });
}

/** The words that tell each beat, as far as somebody quoted them. */
const beatQuotes = ({ turn, classification: { beats = [] } }: TurnRecord): Quote[] =>
  beats.flatMap(({ quote }) => (quote === undefined ? [] : [{ turn, text: quote }]));

/**
 * Beats of the guide that a branch went past without telling them, or left untold when it ended the story. They stand for
 * its missing completion.
 */
export function passedOverLosses({ records, config }: SessionState, from: number): Loss[] {
  const { pulses } = config.storyGuide;
  if (!config.expectedPulses || !beatsMeasured(records, config.storyGuide)) return [];
  const cost = 100 / config.expectedPulses;
  const placeOf = new Map(pulses.map(({ id }, at) => [id, at]));
  const placesIn = ({ guidePulse, alsoPulses = [] }: TurnRecord): number[] =>
    [guidePulse, ...alsoPulses].flatMap((id) => (id === undefined ? [] : (placeOf.get(id) ?? [])));
  const told = new Set(records.flatMap(placesIn));
  let reached = Math.max(-1, ...records.filter(({ turn }) => turn < from).flatMap(placesIn));
  return records
    .filter(({ turn }) => turn >= from)
    .flatMap((record) => {
      const isEnd = record.ending?.outcome === "completed";
      const furthest = isEnd ? pulses.length : Math.max(-1, ...placesIn(record));
      const missed = pulses.filter((_, at) => at > reached && at < furthest && !told.has(at));
      reached = Math.max(reached, furthest);
      if (missed.length === 0) return [];
      const titles = listed(missed.map(({ title }) => `"${title}"`));
      const description = `Passed over: ${titles}.`;
      return [atOnce({ ...mechanical("passed-over", [record]), description }, missed.length * cost)];
    });
}

/** A problem of one turn. */
const atOnce = (issue: Issue, points: number): Loss => ({
  ...issue,
  lastTurn: issue.turn,
  charges: [{ turn: issue.turn, points }],
});

/** From the first of these turns to the last. */
const mechanical = (kind: string, records: readonly TurnRecord[]) => ({
  kind,
  turn: records[0]!.turn,
  lastTurn: records.at(-1)!.turn,
  severity: "warning" as const,
  evidence: records.map(({ turn, narrator, classification }) => ({
    turn,
    text: excerpt(publicPart(narrator.text, classification)),
  })),
  confidence: 1,
  source: MECHANICAL,
});
