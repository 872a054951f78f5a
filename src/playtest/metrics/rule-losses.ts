/** Points lost by rules over all turns: tangents and their returns, stalls, rushed replies, and beats passed over. */
import type { Episode, Issue, Points, Tangent, TurnRecord } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { publicPart } from "../agents/index.ts";
import { excerpt, MECHANICAL } from "../findings/index.ts";
import { beatsMeasured, type SessionState } from "../session/index.ts";
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

/** Turns that a return may take, and turns without a beat, before they cost anything. */
const RETURNS_WITHIN = 3;
const BEAT_WITHIN = 4;
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
          : returnLosses(tangent, forcedTurns, options),
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

function returnLosses(tangent: Tangent, forcedTurns: ReadonlySet<number>, options: LossOptions): Loss[] {
  const { points } = options;
  const { length, recoveryMethod, segueQuality = GOOD_RETURN } = tangent;
  const turn = tangent.endTurn!;
  // The group came back by itself: not the narrator's doing.
  if (recoveryMethod === "none") return [];
  const loss = (kind: string, description: string, lost: number) =>
    tangentLoss({ kind, turn, description }, lost, { tangent, ...options });
  const late = length - RETURNS_WITHIN;
  const short = GOOD_RETURN - segueQuality;
  const isForced = recoveryMethod === "forced";
  return [
    ...(late > 0
      ? [loss("slow-return", `The return took ${length} turns.`, late * points["slow-return"])]
      : []),
    ...(isForced && !forcedTurns.has(turn)
      ? [loss("forced-segue", "The return was forced.", points["forced-segue"])]
      : []),
    ...(short > 0 && !isForced && !forcedTurns.has(turn)
      ? [
          loss(
            "poor-return",
            `The return was of quality ${segueQuality} of 5.`,
            short * points["poor-return"],
          ),
        ]
      : []),
  ];
}

const tangentLoss = (
  what: Pick<Loss, "kind" | "turn" | "description">,
  lost: number,
  { tangent: { startTurn, endTurn, quote, segue }, read }: { tangent: Tangent; read: Coverage },
): Loss => ({
  ...what,
  lastTurn: what.turn,
  severity: "warning",
  evidence: [
    { turn: startTurn, text: quote },
    ...(segue && endTurn !== undefined ? [{ turn: endTurn, text: segue }] : []),
  ],
  confidence: 1,
  source: read.source ?? MECHANICAL,
  charges: [{ turn: what.turn, points: lost }],
});

/**
 * Runs of story turns without a beat, a point for each turn too many. The narrator's own beats end one as well. Requests
 * that it ignored meanwhile are part of it.
 */
export function stallLosses({ records, config, issues }: SessionState, points: Points): Loss[] {
  if (config.storyGuide.pulses.length === 0 || !beatsMeasured(records, config.storyGuide)) return [];
  const runs: TurnRecord[][] = [[]];
  for (const record of records.filter(({ phase }) => phase === "story")) {
    if (record.pulse !== undefined || record.ownBeat || record.ending?.outcome === "completed") runs.push([]);
    else runs.at(-1)!.push(record);
  }
  return runs
    .filter((run) => run.length > BEAT_WITHIN)
    .map((run) => {
      const stall = mechanical("stuck", [run[0]!, run.at(-1)!]);
      const ignored = issues.filter(
        ({ kind, turn }) => kind === "ignored-request" && turn >= stall.turn && turn <= stall.lastTurn,
      );
      const also = ignored.length === 0 ? "" : ` ${counted(ignored.length, "request")} ignored.`;
      return {
        ...stall,
        description: `No beat for ${run.length} turns.${also}`,
        evidence: [...stall.evidence, ...ignored.flatMap(({ evidence }) => evidence)],
        source: [...new Set([stall.source, ...ignored.map(({ source }) => source)])].join(", "),
        charges: run.slice(BEAT_WITHIN).map(({ turn }) => ({ turn, points: points.stuck })),
      };
    });
}

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
    const told = { ...mechanical("rushed", [record]), description: `One reply told ${further + 1} beats.` };
    const evidence = named.flatMap((issue) => issue.evidence);
    return [atOnce(first ? { ...first, evidence } : told, times * points.rushed)];
  });
}

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
      return missed.map(({ title }) =>
        atOnce(
          { ...mechanical("passed-over", [record]), description: `The beat "${title}" was passed over.` },
          cost,
        ),
      );
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
