/**
 * Work that is not finished, from the files of the workspace: what another process plays, and what was stopped by Ctrl+C,
 * a crash or a spent budget. A restarted server finds all of it again.
 */
import { requireLive, type StoredExperiment } from "../../operations/play/stored-run.ts";
import { shellWord } from "../../config/started-by.ts";
import type { WorkKind, WorkSession, WorkView } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { isInUse } from "../../kernel/store/index.ts";
import { isOver, lastResult, readSessionHeader, replaysOf } from "../../playtest/index.ts";
import { AB, BISECTS, holdersIn, MATRICES, sessionId, type IndexedSession } from "../playtest/index.ts";
import { Refusal } from "../problem.ts";
import { abName } from "./ab-job.ts";
import type { Jobs } from "./job-runner.ts";
import type { JobTools } from "./job-tools.ts";
import { matrixName } from "./matrix-job.ts";
import type { StoredPlan } from "./stored-plans.ts";

type Tools = Pick<JobTools, "index" | "workspace" | "harness" | "plans">;
type Experiment = Exclude<WorkKind, "session">;

export type FoundWork = {
  id: string;
  dir: string;
  /** Undefined: it is finished. */ view: WorkView | undefined;
};

const FOLDERS: Readonly<Record<Experiment, string>> = { matrix: MATRICES, ab: AB, bisect: BISECTS };
/** The newest are shown; older ones are on the pages of sessions and experiments. */
const MOST_SESSIONS = 50;

/** Newest first. Work that a job of this server plays is left out. */
export async function listWork(tools: Tools, jobs: Jobs): Promise<WorkView[]> {
  const sessions = await tools.index.all();
  const own = sessions
    .filter((session) => session.of === undefined && isOpen(session) && !jobs.plays(session))
    .toSorted((a, b) => newestFirst(a.card, b.card))
    .slice(0, MOST_SESSIONS)
    .flatMap((session) => sessionWork(tools, session) ?? []);
  const byHolder = groupByHolder(sessions);
  const held: WorkView[] = [];
  for (const kind of ["matrix", "ab", "bisect"] as const)
    for (const [id, dir] of holdersIn(tools.workspace, FOLDERS[kind])) {
      if (jobs.playsExperiment({ kind, id })) continue;
      const view = await experimentWork(tools, { kind, id, dir }, byHolder.get(`${kind} ${id}`) ?? []);
      if (view) held.push(view);
    }
  return [...held, ...own].toSorted(newestFirst);
}

const newestFirst = (a: { at: string | null }, b: { at: string | null }): number =>
  (b.at ?? "").localeCompare(a.at ?? "");

const groupByHolder = (sessions: readonly IndexedSession[]) =>
  Map.groupBy(sessions, ({ of }) => (of === undefined ? "" : `${of.kind} ${of.id}`));

const isOpen = ({ card }: IndexedSession): boolean =>
  card.unreadable === undefined &&
  (card.live || ["budget", "interrupted", "unfinished"].includes(card.outcome));

/** Throws for unknown work. */
export async function findWork(
  tools: Tools,
  { kind, id }: { kind: WorkKind; id: string },
  /** `pairs`: to extend an A/B test to. */ { pairs }: { pairs?: number | undefined } = {},
): Promise<FoundWork> {
  if (kind === "session") {
    const session = await tools.index.get(id);
    refusePart(tools, session);
    return { id, dir: session.dir, view: isOpen(session) ? sessionWork(tools, session) : undefined };
  }
  const dir = holdersIn(tools.workspace, FOLDERS[kind]).get(id);
  if (dir === undefined)
    throw new Refusal({
      status: 404,
      code: "not-found",
      message: `${{ matrix: "Matrix", ab: "A/B test", bisect: "Bisection" }[kind]} ${JSON.stringify(id.slice(0, 200))} not found.`,
      remedy: "GET /api/runs lists what can be resumed.",
    });
  const sessions = groupByHolder(await tools.index.all()).get(`${kind} ${id}`) ?? [];
  return { id, dir, view: await experimentWork(tools, { kind, id, dir }, sessions, { pairs }) };
}

const LISTS: Readonly<Record<Experiment, string>> = {
  matrix: "/api/matrices",
  ab: "/api/ab",
  bisect: "/api/bisects",
};

/** A session that an experiment planned shares its budget, so only the experiment resumes it. */
function refusePart(tools: Tools, session: IndexedSession): void {
  const { of, id } = session;
  const dir = of && holdersIn(tools.workspace, FOLDERS[of.kind]).get(of.id);
  const stored = dir === undefined ? undefined : tools.plans.in(dir)?.stored;
  if (of === undefined || stored === undefined || ownOf(stored, of.id, [session]).length === 0) return;
  const what = { matrix: "matrix", ab: "A/B test", bisect: "bisection" }[of.kind];
  throw new Refusal({
    status: 409,
    code: "not-resumable",
    message: `${id} belongs to the ${what} ${of.id}, whose budget it shares.`,
    remedy: `Resume the ${what}: POST ${LISTS[of.kind]}/${encodeURIComponent(of.id)}/resume.`,
  });
}

function sessionWork(tools: Tools, { id, dir, card }: IndexedSession): WorkView {
  const { story, prompt, narrator, outcome, turns, live, cost, why, at } = card;
  const state = live
    ? "playing"
    : outcome === "budget"
      ? "spent"
      : outcome === "interrupted"
        ? "stopped"
        : "crashed";
  const { budget, maxTurns } = limitsOf(dir);
  return {
    kind: "session",
    id,
    name: `${story}, ${prompt}, ${narrator}`,
    at,
    state,
    why: state === "crashed" ? `Its process ended after turn ${turns}.` : why,
    unit: "turn",
    done: turns,
    total: maxTurns,
    turns,
    cost,
    budget,
    ...suggested({ state, budget, cost }),
    ...notResumable(dir, state),
    command: resumeCommand(tools, dir),
  };
}

function limitsOf(dir: string): { budget: number | null; maxTurns: number | null } {
  try {
    const { config } = readSessionHeader(dir);
    return { budget: lastResult(dir)?.budget ?? config.budget ?? null, maxTurns: config.maxTurns };
  } catch (error) {
    // Its first file is unreadable: resuming it says so.
    if (!(error instanceof HarnessError || error instanceof SyntaxError)) throw error;
    return { budget: null, maxTurns: null };
  }
}

async function experimentWork(
  tools: Tools,
  { kind, id, dir }: { kind: Experiment; id: string; dir: string },
  inside: readonly IndexedSession[],
  /** With more `pairs`, an A/B test that has ended counts too. */
  { pairs }: { pairs?: number | undefined } = {},
): Promise<WorkView | undefined> {
  const found = tools.plans.in(dir);
  if (found?.stored.kind !== kind) return undefined;
  const { stored } = found;
  const live = await isInUse(dir);
  const sessions = ownOf(stored, id, inside);
  const { done, total, ended } = progressOf(found, sessions);
  const isExtended = kind === "ab" && pairs !== undefined && pairs !== total;
  if (ended && !live && !isExtended) return undefined;
  const cost = sessions.reduce((sum, { card }) => sum + (card.cost ?? 0), 0);
  const budget = stored.plan.budget ?? null;
  const isSpent = sessions.some(({ card }) => card.outcome === "budget");
  const state = live ? "playing" : isSpent ? "spent" : "stopped";
  return {
    kind,
    id,
    name: nameOf(stored),
    at: sessions.flatMap(({ card }) => card.at ?? []).toSorted()[0] ?? null,
    state,
    why: live ? "" : (found.result?.endedBy ?? ""),
    unit: ({ matrix: "session", ab: "pair", bisect: "replay" } as const)[kind],
    done,
    total,
    turns: sessions.reduce((sum, { card }) => sum + card.turns, 0),
    cost,
    budget,
    ...suggested({ state, budget, cost }),
    ...notResumable(dir, state),
    command: resumeCommand(tools, dir),
  };
}

const nameOf = (stored: StoredExperiment): string =>
  stored.kind === "matrix"
    ? matrixName(stored.plan)
    : stored.kind === "ab"
      ? abName(stored.plan)
      : `${stored.plan.sessionId}, ${stored.plan.changed.label}`;

/** Without branches of its sessions, which are kept beside them. */
function ownOf(
  stored: StoredExperiment,
  id: string,
  sessions: readonly IndexedSession[],
): readonly IndexedSession[] {
  if (stored.kind !== "matrix") return sessions;
  const planned = new Set(
    stored.plan.sessions.map((each) => sessionId(each.sessionId, { kind: "matrix", id })),
  );
  return sessions.filter((session) => planned.has(session.id));
}

function progressOf(
  { stored, result }: Pick<StoredPlan, "stored" | "result">,
  sessions: readonly IndexedSession[],
): { done: number; total: number; ended: boolean } {
  if (stored.kind !== "matrix")
    return { done: result?.done ?? 0, total: totalOf(stored), ended: result?.endedBy === null };
  const { length: total } = stored.plan.sessions;
  const done = sessions.filter(({ card }) => isOver(card)).length;
  return { done, total, ended: done === total };
}

/** At most, if it may be decided earlier. */
export function totalOf({ kind, plan }: StoredExperiment): number {
  switch (kind) {
    case "matrix":
      return plan.sessions.length;
    case "ab":
      return plan.pairs;
    case "bisect":
      return replaysOf(plan).most;
  }
}

/** Twice as much, as the command line suggests. */
const suggested = ({
  state,
  budget,
  cost,
}: Pick<WorkView, "state" | "budget" | "cost">): Pick<WorkView, "suggestedBudget"> =>
  state === "spent" ? { suggestedBudget: Number((Math.max(budget ?? 1, cost ?? 0) * 2).toPrecision(2)) } : {};

function notResumable(dir: string, state: WorkView["state"]): Pick<WorkView, "notResumable"> {
  if (state === "playing")
    return {
      notResumable: "Another process is playing it. Press Ctrl+C there to stop it; played turns are kept.",
    };
  try {
    requireLive(dir);
    return {};
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { notResumable: `It was played from a recording. ${error.remedy}` };
  }
}

const resumeCommand = ({ harness: { command }, workspace }: Tools, dir: string): string =>
  `${command} resume ${shellWord(dir.startsWith(`${workspace}/`) ? dir.slice(workspace.length + 1) : dir)}`;

/** Every planned session of a matrix, or the replays so far of an A/B test or bisection. */
export async function sessionsOfWork(
  tools: Tools,
  { kind, id }: { kind: Experiment; id: string },
): Promise<WorkSession[]> {
  const dir = holdersIn(tools.workspace, FOLDERS[kind]).get(id);
  const stored = dir === undefined ? undefined : tools.plans.in(dir)?.stored;
  const sessions = groupByHolder(await tools.index.all()).get(`${kind} ${id}`) ?? [];
  const known = new Map(sessions.map((session) => [session.id, session]));
  const planned =
    stored?.kind === "matrix"
      ? stored.plan.sessions.map((each) => ({
          id: sessionId(each.sessionId, { kind: "matrix", id }),
          // The round tells sessions of one combination apart.
          name: `${each.story}, ${each.prompt}, ${each.narrator}, group ${each.pair.split("/").at(-1)}`,
        }))
      : sessions.map((session) => ({ id: session.id, name: session.sessionId }));
  return planned.map(({ id: session, name }) => {
    const card = known.get(session)?.card;
    return {
      session,
      name,
      state: card === undefined ? "waiting" : stateOf(card),
      turn: card?.turns ?? 0,
      issues: card?.issues ?? null,
      cost: card?.cost ?? null,
      overall: card?.overall ?? null,
    };
  });
}

const stateOf = ({ live, outcome }: Pick<IndexedSession["card"], "live" | "outcome">): WorkSession["state"] =>
  live
    ? "playing"
    : outcome === "failed"
      ? "failed"
      : ["completed", "timeout", "stopped"].includes(outcome)
        ? "done"
        : "stopped";
