/** Jobs and unfinished runs in words. */
import type { ExperimentCard, JobView, SessionCard, UnfinishedRuns } from "../../../src/contract/index.ts";
import { count, duration, money } from "../ui/format.ts";
import { isOpen } from "./stop-job.tsx";
import { editLink } from "../replay/edit-link.ts";

type Run = { kind: "session" | "matrix" | "ab" | "bisect"; id: string };

const session = { name: "Session", unit: "turn" };
/** By operation, or by the kind of an experiment. */
const KINDS: Readonly<Record<string, { name: string; unit: string }>> = {
  play: session,
  session,
  replay: { name: "Replay", unit: "turn" },
  matrix: { name: "Matrix", unit: "session" },
  ab: { name: "A/B test", unit: "replay" },
  bisect: { name: "Bisection", unit: "replay" },
  check: { name: "Check", unit: "test" },
};

/** What a job or an unfinished run is. A resumed run stays what it was. */
export const kindWords = (kind: string): string => KINDS[kind]?.name ?? kind;
export const kindOf = ({ operation, of, session }: JobView): string =>
  of?.kind ?? (operation === "resume" && session !== undefined ? "session" : operation);

/** What tells it apart from others of its kind. */
export const nameOf = ({ name, from }: JobView): string =>
  from ? `${from.session} after turn ${from.turn}` : name;

/** "3 of 8 sessions"; a session may end before its last turn. */
export function doneWords({ done, total, unit }: { done: number; total: number | null; unit: string }) {
  if (total === null) return count(done, unit);
  return unit === "turn" ? `turn ${done} of at most ${total}` : `${done} of ${count(total, unit)}`;
}

/** "$0.12 of $4.00", or the cost alone without a budget. */
export const costWords = (cost: number | null, budget?: number): string =>
  cost === null ? "" : budget === undefined ? money(cost) : `${money(cost)} of ${money(budget)}`;

export function jobFacts(job: JobView): string[] {
  const { verdict, cost, budget, doing, startedAt, endedAt } = job;
  const unit = KINDS[kindOf(job)]?.unit ?? "step";
  return [
    doneWords({ ...job, unit }),
    // Its turn is told already.
    doing?.replace(/^turn \d+(, |$)/, "").replace(/^pulse /, "beat ") ?? "",
    verdict?.headline ?? "",
    costWords(cost, budget),
    endedAt === null ? "" : `took ${duration(Date.parse(endedAt) - Date.parse(startedAt))}`,
  ].filter((fact) => fact !== "");
}

export type ListedRun = {
  /** Changes when the run is played on, so that it is listed again after it was dismissed. */ key: string;
  isPlaying: boolean;
  /** When it was last played, which is its place in the list. */ time: string;
  job?: JobView;
  session?: SessionCard;
  experiment?: ExperimentCard;
};

/** Each run once: as a running job, as a run that can be resumed, or with the last job that played it. Newest first. */
export function listRuns(jobs: readonly JobView[], { sessions, experiments }: UnfinishedRuns): ListedRun[] {
  const lastJob = new Map<string, JobView>();
  for (const job of jobs) if (!lastJob.has(playedBy(job))) lastJob.set(playedBy(job), job);
  const stopped = [
    ...sessions.map((session) => ({ run: runOf({ kind: "session", id: session.id }), session })),
    ...experiments.map((experiment) => ({ run: runOf(experiment), experiment })),
  ].filter(({ run }) => !isPlayed(lastJob.get(run)));
  const names = new Set(stopped.map(({ run }) => run));
  return [
    ...stopped.map(({ run, ...card }) => {
      const { live, at, done } =
        "session" in card
          ? { ...card.session, at: card.session.lastAt, done: card.session.turns }
          : { ...card.experiment, done: card.experiment.progress.done };
      return { ...card, key: `${run} ${done}`, isPlaying: live, time: lastJob.get(run)?.endedAt ?? at ?? "" };
    }),
    ...[...lastJob]
      .filter(([run]) => !names.has(run))
      .map(([, job]) => ({
        key: `job ${job.id}`,
        isPlaying: isOpen(job),
        job,
        time: job.endedAt ?? job.startedAt,
      })),
  ].toSorted((a, b) => Number(b.isPlaying) - Number(a.isPlaying) || b.time.localeCompare(a.time));
}

const isPlayed = (job: JobView | undefined): boolean => job !== undefined && isOpen(job);
const runOf = ({ kind, id }: Run): string => `${kind} ${id}`;
const playedBy = ({ id, of, session }: JobView): string =>
  of ? runOf(of) : session === undefined ? `job ${id}` : runOf({ kind: "session", id: session });

/** The page of a job's result. */
export function pageOf({ id, operation, of, from, session }: JobView): string | null {
  if (of) return runPage(of);
  if (operation === "check") return "/retrieval";
  // The editor shows how far its branch is, and then how it compares.
  if (from) return editLink(from.session, { turn: from.turn + 1, job: id });
  return session === undefined ? null : runPage({ kind: "session", id: session });
}

const FOLDERS = { session: "sessions", matrix: "matrices", ab: "ab", bisect: "bisects" } as const;

export const runDir = ({ kind, id }: Run): string => `${FOLDERS[kind]}/${id}`;
export const runPage = ({ kind, id }: Run): string => `/${FOLDERS[kind]}/${encodeURIComponent(id)}`;
