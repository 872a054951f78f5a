/**
 * Plays a session turn by turn until it ends, is stopped or runs out of money. Each turn is saved as a checkpoint, and
 * turns are read five at a time while the next ones are played. At the end come the last readings, the judge, the result
 * and the report. New, resumed and branched sessions all run through `runSession`.
 */
import { join } from "node:path";
import type { Reading, SessionConfig, SessionResult, TurnRecord } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { markOf } from "../../kernel/journal/index.ts";
import { lastFailure } from "../../kernel/models/index.ts";
import type { Failed } from "../../kernel/report/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { midRun, openLineLog, type LineLog } from "../../kernel/store/index.ts";
import { allAnswers, writeCharacters } from "../agents/index.ts";
import { saveStart, saveTurn, type Chain } from "../checkpoint/index.ts";
import { readTruth, TRUTH_FILE, type Truth } from "../house/index.ts";
import { judgeStored, rubricOf } from "../judge/index.ts";
import { createNarrator } from "../narrator/index.ts";
import { asRead, isComplete, loadReadings, NONE, openReader } from "../readings/index.ts";
import {
  applyTurn,
  newSession,
  playTurn,
  withReadings,
  type Cast,
  type Narrator,
  type SessionState,
  type Step,
} from "../session/index.ts";
import { requireSession } from "./cast-session.ts";
import { failedBefore, finishSession, lastResult } from "./result-files.ts";

export type Played = {
  result: SessionResult;
  /** With its reader's findings. */
  state: SessionState;
  stopped?: HarnessError;
  /** It had already ended, and nothing was done. */
  wasOver?: true;
};

export type Watch = {
  signal?: AbortSignal;
  onStep?: (step: Step & { cost: number }) => void;
  onTurn?: (state: SessionState) => void;
  onJudging?: () => void;
};

/** One budget for many sessions. It already counts what each of them has spent before. */
export type SharedBudget = { sharedBudget?: Budget };

/** The session's name in recordings, for sessions with a varying id. */
export type PlannedAs = { plannedAs?: string };

/** Plays a session from its beginning, in its own folder below `out`. */
export async function playSession(
  harness: Harness,
  {
    config,
    out,
    sessionId,
    sharedBudget,
    plannedAs = sessionId,
    ...watch
  }: Watch & SharedBudget & PlannedAs & { config: SessionConfig; out: string; sessionId: string },
): Promise<Played> {
  await requireSession(harness, config);
  const run = await harness.openRun(join(out, sessionId), {
    seed: diceSeed(config),
    session: plannedAs,
    cap: config.budget,
    budget: sharedBudget,
  });
  try {
    const state = newSession({ sessionId, config });
    const chain = await saveStart(run.dir, state);
    return await runSession({ harness, run, state, chain, ...watch });
  } finally {
    await run.close();
  }
}

/** The turn at which --turns stops it. */
export type TurnLimit = { lastTurn: number; turns: number };

type RunOptions = Watch & {
  harness: Harness;
  run: Run;
  state: SessionState;
  chain: Chain;
  limit?: TurnLimit;
};

/** Result and report are written in every case. */
export async function runSession({
  harness,
  run,
  state: from,
  chain: start,
  limit,
  signal,
  onStep,
  onTurn,
  onJudging,
}: RunOptions): Promise<Played> {
  const { clock } = harness;
  /** As saved on disk: an unsaved turn was not played. */
  let state = from;
  let chain = start;
  let saving = Promise.resolve();
  let stopped: HarnessError | undefined;
  let judgeFailed = failedBefore(from.config, lastResult(run.dir));
  const stoppedBy = (error: unknown) => {
    if (!(error instanceof HarnessError)) throw error;
    stopped ??= midRun(error);
  };
  const truth = openTruthLog(run.dir);
  const reader = openReader({
    dir: run.dir,
    gateway: run.gateway,
    catalog: harness.catalog,
    config: state.config,
    stored: loadReadings(run.dir, state, state.config.observerModel),
    truth: truth.known,
    signal,
  });
  try {
    if (state.config.charactersPending) ({ state, chain } = await fillCharacters(state));
    reader.follow(state);
    const cast = castOf(state);
    let played = state;
    while (!(await isOver(played))) {
      const record = await playTurn(played, cast);
      played = applyTurn(played, record);
      saving = save(played, record);
      saving.catch(() => {}); // Thrown at the next narrator call, or below.
    }
  } catch (error) {
    stoppedBy(error);
  }
  await saving.catch(stoppedBy);
  if (state.turn > 0) onStep?.({ turn: state.turn, doing: "reading", cost: run.journal.totals().all.cost });
  await reader.join().catch(stoppedBy);
  await truth.close().catch(stoppedBy);
  const read = asRead(state, { dir: run.dir, known: reader.readings() });
  if (!stopped && read.config.stopOn && read.ending?.outcome !== "failed")
    try {
      requireDecided(read, reader.readings().at(-1));
    } catch (error) {
      stoppedBy(error);
    }
  // Part of a session is not judged, unless only that part was planned.
  if (!stopped && !judgeFailed && (read.ending || read.turn === lastTurnOfBranch(read)))
    await judgeIfAsked(read).catch((error: unknown) => {
      judgeFailed = failedJudge(error, read.config);
      // The session does not need a judge that nobody named.
      if (judgeFailed === undefined || read.config.judgeCounts !== false) stoppedBy(error);
    });
  const { result, unwritten } = await finishSession(
    { harness, run, state: read },
    { stopped, turnLimit: limit?.turns, unjudged: judgeFailed },
  );
  return { result, state: read, stopped: stopped ?? (unwritten && midRun(unwritten)) };

  /** With --stop-on each turn is read before the next one is played. */
  async function isOver(played: SessionState): Promise<boolean> {
    if (played.ending || played.turn >= (limit?.lastTurn ?? Infinity)) return true;
    if (!played.config.stopOn) return false;
    await saving;
    await reader.join();
    if (withReadings(played, reader.readings()).ending) return true;
    requireDecided(played, reader.readings().at(-1));
    return false;
  }

  async function save(played: SessionState, record: TurnRecord): Promise<void> {
    const journal = markOf(run.journal.all());
    // Paid calls and planted faults reach the disk before the turn that uses them.
    await Promise.all([run.journal.sync(), truth.sync()]);
    chain = await saveTurn(run.dir, { state: played, record, chain, journal });
    state = played;
    reader.follow(state);
    onTurn?.(state);
  }

  /** Asks while the previous turn is being saved; the answer is not used before that is done. */
  function meanwhileSaved(narrator: Narrator): Narrator {
    return {
      ...narrator,
      async tell(...asked) {
        const telling = narrator.tell(...asked);
        await allAnswers<unknown>([saving, telling]);
        return telling;
      },
    };
  }

  function castOf({ config }: SessionState): Cast {
    const { catalog } = harness;
    const classifier = config.classifierModel === NONE ? undefined : catalog.resolve(config.classifierModel);
    const model = catalog.resolve(config.narratorModel);
    const narrator = createNarrator({
      gateway: run.gateway,
      model,
      // Not the reader: summaries are part of the play, and another reader must not change them.
      summariser: classifier ?? model,
      config,
      harness,
    });
    return {
      gateway: run.gateway,
      narrator: meanwhileSaved(narrator),
      classifier,
      players: config.group.players.map(({ model }) => catalog.resolve(model)),
      clock,
      signal,
      onStep: onStep && ((step) => onStep({ ...step, cost: run.journal.totals().all.cost })),
      onTruth: truth.keep,
    };
  }

  /** The judge's cost counts towards the session's budget. */
  async function judgeIfAsked(state: SessionState): Promise<void> {
    const { judgeModel } = state.config;
    if (judgeModel === undefined) return;
    onJudging?.();
    await judgeStored(harness, {
      dir: run.dir,
      session: `${run.session}/judge`,
      state,
      model: harness.catalog.resolve(judgeModel),
      rubric: rubricOf(state.config),
      budget: run.budget,
      signal,
    });
  }

  async function fillCharacters({ config }: SessionState): Promise<{ state: SessionState; chain: Chain }> {
    const models = config.group.players.map(({ model }) => harness.catalog.resolve(model));
    const { group, notes } = await writeCharacters({
      gateway: run.gateway,
      guide: config.storyGuide,
      group: config.group,
      models,
      signal,
    });
    const filled = {
      ...from,
      config: {
        ...config,
        group,
        castingNotes: [...config.castingNotes, ...notes],
        charactersPending: false,
      },
    };
    const journal = markOf(run.journal.all());
    await run.journal.sync();
    return { state: filled, chain: await saveStart(run.dir, filled, journal) };
  }
}

/** An interruption is not the judge's; nor is a spent budget, unless nobody named the judge. */
const failedJudge = (error: unknown, { judgeCounts }: SessionConfig): Failed | undefined =>
  error instanceof HarnessError && error.exit !== 130 && (error.exit !== 4 || judgeCounts === false)
    ? lastFailure(error)
    : undefined;

/** With --stop-on nothing is played beyond a turn that could not be decided. */
function requireDecided({ turn, config, branchedFrom }: SessionState, last: Reading | undefined): void {
  const isOwn = turn > (branchedFrom?.turn ?? 0);
  if (config.observerModel === NONE || !isOwn || (last?.turn === turn && isComplete(last))) return;
  const why = last?.status === "read" ? last.content.unconfirmedWhy : last?.why;
  const reason = why === undefined ? "" : `: ${why.replace(/\.$/, "")}`;
  throw new HarnessError({
    code: "no-result",
    option: "stopOn",
    message: `${optionText("stopOn")}: the reader could not decide turn ${turn}${reason}.`,
    remedy: "`rehearse resume DIR` asks again.",
    exit: 3,
  });
}

/** The seed of the house cast: replicates of one seed differ, replicate 0 is the parent's. */
export const diceSeed = ({ seed, replicate }: SessionConfig): string => `${seed}/${replicate}`;

/** The last turn of a branch that was planned with a number of turns. */
export const lastTurnOfBranch = ({ branchedFrom }: Pick<SessionState, "branchedFrom">): number | undefined =>
  branchedFrom?.turns === undefined ? undefined : branchedFrom.turn + branchedFrom.turns;

type TruthLog = {
  /** Records what was planted in a turn, once: a turn replayed after a stop already has its line. */
  keep(line: { turn: number; truth: unknown }): void;
  /** What was planted so far. */
  readonly known: Truth;
  /** Must resolve before the turn is saved. */
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** The file is created with its first line, because most sessions plant nothing. */
function openTruthLog(dir: string): TruthLog {
  const known = readTruth(dir);
  let log: LineLog | undefined;
  return {
    keep(line) {
      // Opened even if nothing is appended: that cuts off a torn line.
      log ??= openLineLog(join(dir, TRUTH_FILE)).log;
      if (known.has(line.turn)) return;
      log.append(line);
      known.set(line.turn, line);
    },
    known,
    sync: async () => log?.sync(),
    close: async () => log?.close(),
  };
}
