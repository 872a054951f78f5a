import {
  formatVersion,
  type Note,
  type Points,
  type SessionConfig,
  type SessionOutcome,
  type SessionResult,
  type Tally,
  type Totals,
  type TurnRecord,
  type JudgeVerdict,
} from "../../contract/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { UnknownModelError, type Catalog } from "../../kernel/models/index.ts";
import { counted, failedText, type Failed } from "../../kernel/report/index.ts";
import { inBrackets } from "../../kernel/verdict-words/index.ts";
import { guideFormOf } from "../agents/index.ts";
import { sessionNotes, type Asked } from "../notes/index.ts";
import { newestOf, NOT_ASKED, qualityOf, shownOf, whyVoid, type StoredVerdict } from "../judge/index.ts";
import { notLookedFor, measureSession, readingCoverage, unjudgedText } from "../metrics/index.ts";
import { sessionVerdict } from "../report/index.ts";
import { beatsMeasured, ownPart, toldPulses, type SessionState } from "../session/index.ts";

export type ResultOptions = {
  state: SessionState;
  dir: string;
  /** Of playing and judging. */
  totals: Totals;
  stopped?: HarnessError;
  /** The requested number of turns. Absent: play to the end. */
  turnLimit?: number;
  budget?: number;
  catalog: Catalog;
  /** What only the run knows. */
  notes: readonly Note[];
  points?: Points;
  /** The judge was asked in this run and failed, or had not been asked when the stored result was written. */
  unjudged?: Partial<Failed>;
  /** On the present turns. */
  verdicts?: readonly StoredVerdict[];
  /** Facts of a written result that the turns do not tell. */
  written?: Pick<SessionResult, "outcome" | "why" | "models" | "house">;
  /** How to call Rehearse where the result is read. */
  command?: string;
};

export function sessionResult({
  state,
  dir,
  totals,
  stopped,
  turnLimit,
  budget,
  catalog,
  notes,
  points,
  unjudged: failed,
  verdicts: stored = [],
  written,
  command,
}: ResultOptions): SessionResult {
  const { config, records, sessionId, turn, branchedFrom } = state;
  // Issues in a parent's turns belong to the parent.
  const own = ownPart(state);
  const known = knownIn(catalog);
  const label = (name: string) => known(name)?.label ?? name;
  const isHouse = (name: string) => known(name)?.provider === "house";
  const verdicts = stored.map(({ verdict }) => verdict);
  const judged = shownOf(stored);
  const unjudged = unjudgedIn(config, { verdicts, judged, failed });
  const counting = asksAll(newestOf(verdicts))
    ? state
    : { ...state, config: { ...config, judgeCounts: false } };
  const { metrics, episodes } = measureSession(counting, {
    points,
    quality: verdicts.length > 0 ? qualityOf(verdicts) : undefined,
    judge: judged && `judge: ${judged.key.model}`,
    whyUnjudged: unjudged && unjudgedText(unjudged),
  });
  const result: SessionResult = {
    version: formatVersion,
    sessionId,
    dir,
    story: config.story,
    prompt: config.prompt,
    guideForm: guideFormOf(config),
    narrator: config.narratorModel,
    at: records.find((record) => record.turn > (branchedFrom?.turn ?? 0))?.at,
    lastAt: records.findLast((record) => record.turn > (branchedFrom?.turn ?? 0))?.at,
    ...ended(state, { stopped, turnLimit }),
    turns: turn,
    pulses: {
      detected: metrics.pulses.detected,
      expected: own.config.expectedPulses,
      ownBeats: metrics.pulses.ownBeats ?? undefined,
      untold: untoldIn(state),
    },
    tangents: [...own.tangents],
    privateMoments: [...own.privateMoments],
    issues: episodes,
    hints: own.hints.length > 0 ? [...own.hints] : undefined,
    read: readingIn(own),
    metrics,
    judged,
    unjudged,
    overall: metrics.overall,
    cost: amountsOf(totals, ({ cost }) => cost),
    tokens: amountsOf(totals, ({ tokens }) => tokens.input + tokens.output),
    totals,
    models: {
      narrator: records.at(-1)?.narrator.model ?? label(config.narratorModel),
      players: config.group.players.map(({ name, archetype, model, seat }) => ({
        name,
        archetype: config.origin ? "unknown" : archetype,
        model: playedBy(records, seat) ?? label(model),
      })),
      spokesperson:
        records.findLast(({ relay }) => relay?.model !== undefined)?.relay?.model ??
        label(config.group.players[config.group.spokesperson]!.model),
      classifier:
        records.findLast(({ classification }) => classification.model !== undefined)?.classification.model ??
        label(config.classifierModel),
      observer: readBy(state) ?? label(config.observerModel),
    },
    house: isHouse(config.narratorModel),
    seed: config.seed,
    durationMs: own.records.reduce((sum, { ms }) => sum + ms, 0),
    budget,
    notes: sessionNotes(state, known, {
      verdicts,
      others: [
        ...notes,
        ...(state.ending && config.judgeModel !== undefined && verdicts.length === 0
          ? notJudged(config.judgeModel, failed, stopped)
          : []),
      ],
    }),
    branchedFrom,
    ...written,
  };
  return { ...result, verdict: sessionVerdict(result, { config, records, command }) };
}

/** A rubric with fewer questions gives facts beside the score, which has all seven or none. */
const asksAll = (verdict: JudgeVerdict | undefined): boolean =>
  Object.values(verdict?.scores ?? {}).every(({ missing }) => missing !== NOT_ASKED);

const amountsOf = ({ all, byRole }: Totals, amount: (tally: Tally) => number): SessionResult["cost"] => ({
  total: amount(all),
  byRole: Object.fromEntries(Object.entries(byRole).map(([role, tally]) => [role, amount(tally)])),
});

/** Beats of the guide that no turn told, as far as somebody named the beats. */
function untoldIn({ records, config: { storyGuide } }: SessionState): string[] | undefined {
  if (!beatsMeasured(records, storyGuide)) return undefined;
  const told = new Set(toldPulses(records));
  return storyGuide.pulses.filter(({ id }) => !told.has(id)).map(({ title }) => title);
}

/** The id that last answered for a seat. */
const playedBy = (records: readonly TurnRecord[], seat: number): string | undefined =>
  records.findLast(({ players }) => players[seat]?.model !== undefined)?.players[seat]?.model;

/** The id that read last. */
const readBy = ({ readings }: SessionState): string | undefined =>
  readings.flatMap((reading) => (reading.status === "read" ? [reading.answeredBy.reader] : [])).at(-1);

/** Who read which turns, which failed and why, and which kinds were not looked for. */
function readingIn(state: SessionState): SessionResult["read"] {
  const coverage = readingCoverage(state);
  return {
    asked: coverage.asked,
    source: coverage.source,
    turns: [...coverage.turns],
    of: coverage.of,
    unread: [...coverage.unread],
    notLookedFor: notLookedFor(coverage, state.config),
  };
}

function ended(
  { ending, turn, config }: SessionState,
  { stopped, turnLimit }: Pick<ResultOptions, "stopped" | "turnLimit">,
): { outcome: SessionOutcome; why: string } {
  if (ending) return { outcome: ending.outcome, why: ending.why };
  if (stopped?.exit === 4) return { outcome: "budget", why: stopped.message };
  if (stopped?.code === "interrupted")
    return { outcome: "interrupted", why: `stopped after turn ${turn}${reasonOf(stopped)}` };
  if (stopped) return { outcome: "interrupted", why: stopped.message };
  if (turnLimit !== undefined)
    return { outcome: "stopped", why: `reached its limit of ${counted(turnLimit, "turn")}` };
  if (config.origin && turn < config.maxTurns)
    return {
      outcome: "unfinished",
      why: `stored up to turn ${turn} of ${config.maxTurns}; repeat \`rehearse observe\``,
    };
  if (config.origin) return { outcome: "stopped", why: `the transcript ends after turn ${turn}` };
  return { outcome: "unfinished", why: `still playing, or killed, after turn ${turn}` };
}

/** A time limit says so. Nothing more is known of a request. */
const reasonOf = ({ message }: HarnessError): string =>
  message === "Interrupted." ? " on request" : inBrackets(message.replace(/\.$/, ""));

/** A report is also written if a session's models are not in the catalog: their names are enough. */
const knownIn =
  (catalog: Catalog): Asked =>
  (name) => {
    try {
      return catalog.resolve(name);
    } catch (error) {
      if (error instanceof UnknownModelError) return undefined;
      throw error;
    }
  };

/** A requested judge without a score: it failed, its answers could not be used, or it has not been asked yet. */
function unjudgedIn(
  { judgeModel }: SessionConfig,
  {
    verdicts,
    judged,
    failed = {},
  }: Pick<SessionResult, "judged"> & {
    verdicts: readonly JudgeVerdict[];
    failed: Partial<Failed> | undefined;
  },
): SessionResult["unjudged"] {
  const newest = newestOf(verdicts);
  if (newest) {
    const why = whyVoid(newest);
    return why === undefined ? undefined : { judge: newest.key.model, why };
  }
  return judged || judgeModel === undefined ? undefined : { judge: judgeModel, ...failed };
}

/** The finished session should have been judged: without this a report would read as if no judge was requested. */
function notJudged(
  judge: string,
  { why, attempts }: Partial<Failed> = {},
  stopped: HarnessError | undefined,
): Note[] {
  const text =
    why === undefined
      ? stopped && `${judge} gave no score: ${stopped.message}`
      : failedText(judge, { why, attempts });
  return text === undefined ? [] : [{ code: "not-scored", text: `the judge ${text}` }];
}
