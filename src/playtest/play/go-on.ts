import type { SessionResult, TurnRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { markOf, type LostCalls } from "../../kernel/journal/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { midRun } from "../../kernel/store/index.ts";
import { allAnswers, writeCharacters } from "../agents/index.ts";
import { saveStart, saveTurn, type Chain } from "../checkpoint/index.ts";
import { CALIBRATIONS, judgeStored, readCalibrations, rubricOf, type JudgeWish } from "../judge/index.ts";
import { createNarrator } from "../narrator/index.ts";
import { openReader, storedReadings } from "../readings/index.ts";
import {
  applyTurn,
  endingByReadings,
  playTurn,
  withReadings,
  type Cast,
  type Narrator,
  type SessionState,
  type Step,
} from "../session/index.ts";
import { finishSession } from "./finish-session.ts";
import { truthLog } from "./truth-log.ts";

export type Played = {
  result: SessionResult;
  /** With what its reader found. */
  state: SessionState;
  /** Why it stopped before its end. */
  stopped?: HarnessError;
  /** It had ended before, and nothing was done. */
  wasOver?: true;
};

/** After which turn to stop, because only so many were asked for. */
export type Stop = { at: number; asked: number };

export type Watch = {
  signal?: AbortSignal;
  /** Told what is being done, and what the session has cost so far, in USD. */
  onStep?: (step: Step & { cost: number }) => void;
  onTurn?: (state: SessionState) => void;
  /** Told how much is judged, where a judge was asked for. */
  onWindow?: JudgeWish["onWindow"];
};

/** The last turn that was asked for, where a branch is to have only so many. */
export const lastAskedTurn = ({ branchedFrom }: Pick<SessionState, "branchedFrom">): number | undefined =>
  branchedFrom?.turns === undefined ? undefined : branchedFrom.turn + branchedFrom.turns;

export type GoOnOptions = Watch & {
  harness: Harness;
  run: Run;
  state: SessionState;
  chain: Chain;
  /** How long it was played before, in milliseconds. */
  before?: number;
  stop?: Stop;
  /** What the journal lacks of earlier lives. */
  lost?: LostCalls;
};

/** Plays until the session ends, is stopped, or runs out of money; then writes result and report, whatever happened. */
export async function goOn({
  harness,
  run,
  state: from,
  chain: start,
  before = 0,
  stop,
  lost,
  signal,
  onStep,
  onTurn,
  onWindow,
}: GoOnOptions): Promise<Played> {
  const { clock } = harness;
  const began = clock.now();
  /** What is on disk: a turn that could not be saved was not played. */
  let state = from;
  let chain = start;
  let saving = Promise.resolve();
  let stopped: HarnessError | undefined;
  const stoppedBy = (error: unknown) => {
    if (!(error instanceof HarnessError)) throw error;
    stopped ??= midRun(error);
  };
  const truth = truthLog(run.dir);
  const reader = openReader({
    dir: run.dir,
    gateway: run.gateway,
    catalog: harness.catalog,
    clock,
    config: state.config,
    stored: storedReadings(run.dir, state).readings,
    truth: truth.known,
    readWithinMs: harness.settings.readWithinMs,
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
      saving.catch(() => {}); // Told to who asks the narrator next, or below.
    }
  } catch (error) {
    stoppedBy(error);
  }
  await saving.catch(stoppedBy);
  if (state.turn > 0) onStep?.({ turn: state.turn, doing: "reading", cost: run.journal.totals().all.cost });
  await reader.join(state.turn).catch(stoppedBy);
  await truth.close().catch(stoppedBy);
  const read = withReadings(state, reader.readings());
  // A part of a session is not judged, unless it is all that was asked for.
  if (!stopped && (read.ending || read.turn === lastAskedTurn(read))) await judgeIt(read).catch(stoppedBy);
  const { result, unwritten } = await finishSession({
    harness,
    run,
    state: read,
    stopped,
    stop,
    lost,
    durationMs: before + Math.round(clock.now() - began),
  });
  return { result, state: read, stopped: stopped ?? (unwritten && midRun(unwritten)) };

  /** Of the readings, play waits for all but the last turn's: the reader has the time of a whole turn. */
  async function isOver(played: SessionState): Promise<boolean> {
    if (played.ending || played.turn >= (stop?.at ?? Infinity)) return true;
    await reader.join(played.turn - 1);
    return endingByReadings(played, reader.readings()) !== undefined;
  }

  async function save(played: SessionState, record: TurnRecord): Promise<void> {
    const journal = markOf(run.journal.all(), lost);
    // What was paid for, and what was planted, reaches the disk before what was made of it.
    await Promise.all([run.journal.sync(), truth.sync()]);
    chain = await saveTurn(run.dir, { state: played, record, chain, journal });
    state = played;
    reader.follow(state);
    onTurn?.(state);
  }

  /** Asks while the turn before is still on its way to the disk; nothing is made of the answer before it is there. */
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
    const classifier = catalog.resolve(config.classifierModel);
    const narrator = createNarrator({
      gateway: run.gateway,
      model: catalog.resolve(config.narratorModel),
      // Not the reader: who reads must not change what is played.
      summariser: classifier,
      config,
      permit: harness.permits.permit,
    });
    return {
      gateway: run.gateway,
      narrator: meanwhileSaved(narrator),
      classifier,
      classifyWithinMs: harness.settings.classifyWithinMs,
      players: config.group.players.map(({ model }) => catalog.resolve(model)),
      clock,
      signal,
      onStep: onStep && ((step) => onStep({ ...step, cost: run.journal.totals().all.cost })),
      onTruth: truth.keep,
    };
  }

  /** Where a judge was asked for. What it costs counts towards the session's budget. */
  async function judgeIt(state: SessionState): Promise<void> {
    const { judgeModel } = state.config;
    if (judgeModel === undefined) return;
    await judgeStored(harness, {
      dir: run.dir,
      session: `${run.session}/judge`,
      state,
      model: harness.catalog.resolve(judgeModel),
      rubric: rubricOf(state.config),
      calibrations: readCalibrations(CALIBRATIONS),
      budget: run.budget,
      signal,
      onWindow,
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
    const journal = markOf(run.journal.all(), lost);
    await run.journal.sync();
    return { state: filled, chain: await saveStart(run.dir, filled, journal) };
  }
}
