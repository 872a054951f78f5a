/**
 * Work that is not finished, from the files of the workspace: what another process plays, and what was stopped by Ctrl+C,
 * a crash or a spent budget. A restarted server finds all of it again.
 */
import { relative } from "node:path";
import { requireLive, type StoredExperiment } from "../../operations/play/stored-run.ts";
import { shellWord } from "../../config/started-by.ts";
import type { MatrixPlan, WorkKind, WorkSession, WorkView } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { isInUse } from "../../kernel/store/index.ts";
import { isOver, lastResult, readSessionHeader, replaysOf } from "../../playtest/index.ts";
import { HOLDERS, holdersIn, sessionId, type IndexedSession, type Playtests } from "../playtest/index.ts";
import { Refusal } from "../problem.ts";
import type { Jobs } from "./create-jobs.ts";
import { placeOf } from "./stored-place.ts";
import type { StoredPlan, StoredPlans } from "./stored-plans.ts";

export type WorkTools = Pick<Playtests, "index" | "workspace"> & {
  harness: Pick<Harness, "settings" | "command">;
  plans: StoredPlans;
};
type Tools = WorkTools;
type Experiment = Exclude<WorkKind, "session">;

const folderOf = (kind: Experiment): string => HOLDERS.find(([, each]) => each === kind)![0];
/** The newest are shown; older ones are on the pages of sessions and experiments. */
const MOST_SESSIONS = 50;

/** Newest first. Work that a job of this server plays is left out. */
export async function listWork(tools: Tools, jobs: Jobs): Promise<WorkView[]> {
  const sessions = await tools.index.all();
  const own = sessions
    .filter((session) => session.of === undefined && isOpen(session) && !jobs.plays({ id: session.id }))
    .toSorted((a, b) => newestFirst(a.card, b.card))
    .slice(0, MOST_SESSIONS)
    .flatMap((session) => sessionWork(tools, session) ?? []);
  const byHolder = groupByHolder(sessions);
  const held: WorkView[] = [];
  for (const kind of ["matrix", "ab", "bisect"] as const)
    for (const [id, dir] of holdersIn(tools.workspace, folderOf(kind))) {
      if (jobs.plays({ of: { kind, id } })) continue;
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

const NAMES = { matrix: "matrix", ab: "A/B test", bisect: "bisection" } as const;

/** The budget for resuming what is in a folder: as stored, but at most the server's. Throws if only a larger run can resume it. */
export async function budgetToResume(
  tools: Tools,
  dir: string,
  asked: number | undefined,
): Promise<number | undefined> {
  const { session: id, of } = placeOf(tools.workspace, dir);
  const holder = of && holdersIn(tools.workspace, folderOf(of.kind)).get(of.id);
  const stored = holder === undefined ? undefined : tools.plans.in(holder)?.stored;
  if (id !== undefined && of && stored && ownOf(stored, of.id, [{ id }]).length > 0)
    throw new Refusal({
      status: 409,
      code: "not-resumable",
      option: "dir",
      message: `${id} belongs to the ${NAMES[of.kind]} ${of.id}, whose budget it shares.`,
      remedy: `Resume the ${NAMES[of.kind]}: ${optionText("dir", `${folderOf(of.kind)}/${of.id}`)}.`,
    });
  const { budget: most } = tools.harness.settings;
  const before = id === undefined ? stored?.plan.budget : (limitsOf(dir).budget ?? undefined);
  const budget = asked ?? before;
  return most !== undefined && (budget === undefined || budget > most) ? most : asked;
}

/** The folder of a session or an experiment. Undefined: there is none of this id. */
export async function folderOfId({ index, workspace }: Tools, id: string): Promise<string | undefined> {
  const held = HOLDERS.flatMap(([folder]) => holdersIn(workspace, folder).get(id) ?? []);
  return held[0] ?? (await index.all()).find((session) => session.id === id)?.dir;
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
    dir: relative(tools.workspace, dir),
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
): Promise<WorkView | undefined> {
  const found = tools.plans.in(dir);
  if (found?.stored.kind !== kind) return undefined;
  const { stored } = found;
  const live = await isInUse(dir);
  const sessions = ownOf(stored, id, inside);
  const { done, total, ended } = progressOf(found, sessions);
  if (ended && !live) return undefined;
  const cost = sessions.reduce((sum, { card }) => sum + (card.cost ?? 0), 0);
  const budget = stored.plan.budget ?? null;
  const isSpent = sessions.some(({ card }) => card.outcome === "budget");
  const state = live ? "playing" : isSpent ? "spent" : "stopped";
  return {
    kind,
    id,
    dir: relative(tools.workspace, dir),
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

function nameOf(stored: StoredExperiment): string {
  switch (stored.kind) {
    case "matrix":
      return matrixName(stored.plan);
    case "ab":
      return `A: ${stored.plan.a.label}; B: ${stored.plan.b.label}`;
    case "bisect":
      return `${stored.plan.sessionId}, ${stored.plan.changed.label}`;
  }
}

function matrixName({ config }: Pick<MatrixPlan, "config">): string {
  const some = (names: readonly string[], what: string) =>
    names.length <= 2 ? names.join(" and ") : `${names.length} ${what}`;
  return [
    some(config.stories, "stories"),
    some(Object.keys(config.systemPrompts), "prompts"),
    some(config.narratorModels, "narrators"),
  ].join(", ");
}

/** Without branches of its sessions, which are kept beside them. */
function ownOf<Session extends { id: string }>(
  stored: StoredExperiment,
  id: string,
  sessions: readonly Session[],
): readonly Session[] {
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
function totalOf({ kind, plan }: StoredExperiment): number {
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
  const dir = holdersIn(tools.workspace, folderOf(kind)).get(id);
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
