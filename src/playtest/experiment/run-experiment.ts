/**
 * The runner of all experiments. It owns the folder, its lock, the plan's budget, the playing of sessions (each is
 * resumed where it stopped, and retried once if it fails) and the files at the end. The strategy decides what to play
 * next, when it is decided and what the report says: see matrix/, ab/ and bisect/.
 */
import { join } from "node:path";
import type { NoteCount, SessionResult, Spent } from "../../contract/index.ts";
import { createBudget, type Budget } from "../../kernel/budget/index.ts";
import { runJobs, type JobEnd, type RunJobs } from "../../kernel/engine/index.ts";
import type { ErrorCode, HarnessError } from "../../kernel/errors/index.ts";
import { isRefusal } from "../../kernel/models/index.ts";
import { sumOf } from "../../kernel/journal/index.ts";
import { countNotes } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists, isRunFolder, lockFolder, makeFolder, midRun, namesIn } from "../../kernel/store/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import {
  lastResult,
  resumeSession,
  spentOnSession,
  lostCallsIn,
  type Played,
  type SharedBudget,
} from "../play/index.ts";
import { writeExperiment, type ExperimentFiles } from "./experiment-files.ts";
import type { PlanFile } from "./experiment-files.ts";

export type Experiment<Plan, Session, News, Found> = {
  planFile: PlanFile<Plan>;
  resultFile: string;
  open(at: {
    harness: Harness;
    dir: string;
    plan: Plan;
    tell: (news: Omit<News, "cost">) => void;
  }): Strategy<Session, Found>;
  files(found: Found, at: { dir: string; plan: Plan }): ExperimentFiles;
};

/** The decisions of one experiment, from what has been played so far. */
type Strategy<Session, Found> = {
  /** Folders that must have complete journals for the budget to hold. */
  metered: readonly string[];
  /** USD, at most. */
  spentBefore: number;
  /** Throws if something is missing to play under this budget. */
  checkSetup?(budget: number | undefined): Promise<void>;
  /** The sessions to play next, created lazily. Undefined: decided, or all played. */
  nextRound(): Iterable<Session> | undefined;
  /** The result of a session that needs no more playing. */
  finished?(session: Session): SessionResult | undefined;
  /** Plays a session that has no turns yet. */
  start(session: Session, watch: SessionWatch): Promise<Played>;
  onStart?(session: Session): void;
  onTurn?(session: Session): void;
  onEnd?(session: Session, end: SessionEnd): void;
  /** After each round. An error it returns ends the experiment. */
  onRoundEnd?(endedBy: HarnessError | undefined): HarnessError | undefined;
  found(ended: { endedBy?: HarnessError }): Found;
  close?(): Promise<void>;
};

type BudgetedPlan = { budget?: number };
type PlayedSession = { sessionId: string };
export type SessionWatch = Required<SharedBudget> & {
  signal: AbortSignal;
  onTurn: () => void;
};

/** A stopped session did not fail: it ended with all the others, or before its second attempt. */
type SessionEnd =
  | { how: "played"; result: SessionResult }
  | { how: "stopped" }
  | { how: "crashed"; error: HarnessError };

export type RunOptions<Plan, News> = {
  dir: string;
  plan: Plan;
  concurrency: number;
  /** For the whole experiment, including what is spent. Default: the plan's. */
  budget?: number;
  signal?: AbortSignal;
  engine?: RunJobs;
  onNews?: (news: News) => void;
};

/** The cause of a failure has often passed by the second attempt. */
const ATTEMPTS = 2;

/** Plays the remaining sessions. Everything is on disk, so that it can be stopped and resumed at any time. */
export async function runExperiment<
  Plan extends BudgetedPlan,
  Session extends PlayedSession,
  News extends { cost: number },
  Found,
>(
  experiment: Experiment<Plan, Session, News, Found>,
  harness: Harness,
  { budget, ...given }: RunOptions<Plan, News>,
): Promise<Found> {
  const options = { ...given, plan: { ...given.plan, budget: budget ?? given.plan.budget } };
  const { dir, plan } = options;
  makeFolder(sessionsFolder(dir));
  const lock = await lockFolder(dir, { clock: harness.clock });
  try {
    const found = await playAll(experiment, harness, options);
    await writeExperiment(dir, experiment.resultFile, experiment.files(found, { dir, plan }));
    return found;
  } catch (error) {
    throw midRun(error);
  } finally {
    await lock.release();
  }
}

async function playAll<
  Plan extends BudgetedPlan,
  Session extends PlayedSession,
  News extends { cost: number },
  Found,
>(
  experiment: Experiment<Plan, Session, News, Found>,
  harness: Harness,
  { dir, plan, concurrency, signal, engine = runJobs, onNews }: RunOptions<Plan, News>,
): Promise<Found> {
  let sharedBudget: Budget;
  const tell = (news: Omit<News, "cost">) => onNews?.({ ...news, cost: sharedBudget.spent() } as News);
  const strategy = experiment.open({ harness, dir, plan, tell });
  try {
    for (const lost of strategy.metered.map(lostCallsIn)) if (lost) throw lost;
    await strategy.checkSetup?.(plan.budget);
    await keepPlan(experiment.planFile, dir, plan);
    sharedBudget = createBudget({ cap: plan.budget, spent: strategy.spentBefore });
    const work = playOrResume(harness, { dir, strategy, sharedBudget });
    for (;;) {
      const round = strategy.nextRound();
      if (round === undefined) return strategy.found({});
      const ended = await engine(round, work, {
        concurrency,
        attempts: ATTEMPTS,
        isFinal: stopsAllSessions,
        signal,
        onStart: (session) => strategy.onStart?.(session),
        onEnd: (end) => strategy.onEnd?.(end.job, endOf(dir, end)),
      });
      const refused = strategy.onRoundEnd?.(ended.endedBy);
      const endedBy = ended.endedBy ?? refused;
      if (endedBy) return strategy.found({ endedBy });
    }
  } finally {
    await strategy.close?.();
  }
}

export const sessionsFolder = (dir: string): string => join(dir, "sessions");

/** Its own: not a branch that somebody put beside them. */
export const sessionsOf = (dir: string): string[] =>
  namesIn(sessionsFolder(dir))
    .filter((name) => !isRunFolder(name))
    .map((name) => join(sessionsFolder(dir), name));

export const spentOnSessions = (dir: string): Spent => sumOf(sessionsOf(dir).map(spentOnSession));

/** The notes of all sessions. */
export const notesIn = (dir: string): NoteCount[] =>
  countNotes(sessionsOf(dir).map((session) => lastResult(session)?.notes ?? []));

/** Who played its sessions. */
export const modelsIn = (dir: string): Array<SessionResult["models"]> =>
  sessionsOf(dir).flatMap((session) => lastResult(session)?.models ?? []);

/** The latest plan applies, also after the next stop: its budget, or more pairs or replays. */
async function keepPlan<Plan>(file: PlanFile<Plan>, dir: string, plan: Plan): Promise<void> {
  if (!file.isIn(dir) || JSON.stringify(plan) !== JSON.stringify(file.read(dir))) await file.write(dir, plan);
}

function playOrResume<Session extends PlayedSession>(
  harness: Harness,
  {
    dir,
    strategy,
    sharedBudget,
  }: Required<SharedBudget> & { dir: string; strategy: Strategy<Session, unknown> },
): (session: Session, signal: AbortSignal) => Promise<SessionResult> {
  return async (session, signal) => {
    const watch = { sharedBudget, signal, onTurn: () => strategy.onTurn?.(session) };
    return strategy.finished?.(session) ?? play(session, watch);
  };

  async function play(session: Session, watch: SessionWatch): Promise<SessionResult> {
    const folder = join(sessionsFolder(dir), session.sessionId);
    const begun = exists(folder) && turnsIn(folder).length > 0;
    const { result, stopped } = await (begun
      ? resumeSession(harness, folder, watch)
      : strategy.start(session, watch));
    if (stopped) throw stopped;
    return result;
  }
}

function endOf(dir: string, end: JobEnd<PlayedSession, SessionResult>): SessionEnd {
  if ("output" in end)
    return {
      how: "played",
      result: { ...end.output, dir: join(sessionsFolder(dir), end.job.sessionId) },
    };
  return end.attempts < ATTEMPTS || stopsAllSessions(end.error)
    ? { how: "stopped" }
    : { how: "crashed", error: end.error };
}

const SETUP_ERRORS = new Set<ErrorCode>([
  "missing-keys",
  "not-allowed",
  "unknown-name",
  "wrong-model",
  "budget-without-price",
  "request-changed",
  "recording-miss",
  "bad-recording",
]);

/** Stops all other sessions too: a spent budget, Ctrl+C or a wrong setup; not a bad request or an unreadable folder. */
export const stopsAllSessions = (error: HarnessError): boolean =>
  error.exit === 4 || error.exit === 130 || SETUP_ERRORS.has(error.code) || isRefusal(error);
