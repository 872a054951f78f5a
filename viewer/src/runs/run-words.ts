/** Jobs and stopped work in words. */
import type { JobView, WorkKind, WorkSession, WorkView } from "../../../src/contract/index.ts";
import { count, duration, money } from "../ui/format.ts";
import { isOpen } from "./stop-job.tsx";
import { editLink } from "../replay/edit-link.ts";

const KINDS: Readonly<Record<string, string>> = {
  play: "Session",
  session: "Session",
  replay: "Replay",
  matrix: "Matrix",
  ab: "A/B test",
  bisect: "Bisection",
  check: "Check",
};

/** What a job or unfinished work is. A resumed run stays what it was. */
export const kindWords = (kind: string): string => KINDS[kind] ?? kind;
export const kindOf = ({ operation, of, session }: JobView): string =>
  of?.kind ?? (operation === "resume" && session !== undefined ? "session" : operation);

/** What tells it apart from others of its kind. */
export const nameOf = ({ name, from }: JobView): string =>
  from ? `${from.session} from turn ${from.turn + 1}` : name;

type Unit = WorkView["unit"] | "test" | "step";
const UNITS: Readonly<Record<string, Unit>> = {
  play: "turn",
  session: "turn",
  replay: "turn",
  matrix: "session",
  ab: "replay",
  bisect: "replay",
  check: "test",
};

/** "3 of 8 sessions"; a session may end before its last turn. */
function doneWords({ done, total, unit }: { done: number; total: number | null; unit: Unit }): string {
  if (total === null) return count(done, unit);
  return unit === "turn" ? `turn ${done} of at most ${total}` : `${done} of ${count(total, unit)}`;
}

/** "$0.12 of $4.00", or the cost alone without a budget. */
export const costWords = (cost: number | null, budget: number | null | undefined): string =>
  cost === null ? "" : budget == null ? money(cost) : `${money(cost)} of ${money(budget)}`;

export function jobFacts(job: JobView): string[] {
  const { verdict, cost, budget, leftMs, doing, doingSince, startedAt, endedAt } = job;
  const unit = UNITS[kindOf(job)] ?? "step";
  return [
    doneWords({ ...job, unit }),
    // What a session waits for has a line of its own, with a clock.
    doingSince === undefined ? (doing ?? "") : "",
    verdict?.headline ?? "",
    costWords(cost, budget),
    // A story may end at any turn, so a session has no time left that could be told.
    isOpen(job) && leftMs !== null && unit !== "turn" ? leftWords(leftMs) : "",
    endedAt === null ? "" : `took ${duration(Date.parse(endedAt) - Date.parse(startedAt))}`,
  ].filter((fact) => fact !== "");
}

const leftWords = (ms: number): string =>
  ms < 60_000
    ? "less than a minute left"
    : ms < 3_600_000
      ? `about ${Math.round(ms / 60_000)} min left`
      : `about ${(ms / 3_600_000).toFixed(1)} h left`;

export const workFacts = (work: WorkView): string[] =>
  [
    doneWords(work),
    ...(work.unit !== "turn" && work.turns > 0 ? [count(work.turns, "turn")] : []),
    costWords(work.cost, work.budget),
  ].filter((fact) => fact !== "");

export const stateWords: Record<WorkView["state"], string> = {
  playing: "playing elsewhere",
  stopped: "stopped",
  spent: "budget spent",
  crashed: "crashed",
};

/** One entry for each run: work that plays now, work that can be resumed, or the last job that played it. */
export function onePerRun(
  jobs: readonly JobView[],
  work: readonly WorkView[],
): { running: JobView[]; open: WorkView[]; ended: JobView[] } {
  const running = jobs.filter(isOpen);
  const played = new Set(running.flatMap(runsOf));
  const open = work.filter((each) => !played.has(runOf(each)));
  const resumable = new Set(open.map(runOf));
  const seen = new Set(played);
  const ended: JobView[] = [];
  for (const job of jobs.filter((each) => !isOpen(each))) {
    const runs = runsOf(job);
    const isContinued = runs.length > 0 && runs.every((run) => seen.has(run));
    if (!isContinued && !runs.some((run) => resumable.has(run))) ended.push(job);
    for (const run of runs) seen.add(run);
  }
  return { running, open, ended };
}

const runOf = ({ kind, id }: { kind: WorkKind; id: string }): string => `${kind} ${id}`;
const runsOf = ({ of, session }: JobView): string[] => {
  if (of) return [runOf(of)];
  return session === undefined ? [] : [runOf({ kind: "session", id: session })];
};

/** The page of a job's result. */
export function pageOf({ id, operation, of, from, session }: JobView): string | null {
  if (of) return workPage(of);
  if (operation === "check") return "/retrieval";
  // The editor shows how far its branch is, and then how it compares.
  if (from) return editLink(from.session, { turn: from.turn + 1, job: id });
  return session === undefined ? null : workPage({ kind: "session", id: session });
}

const folders: Record<WorkKind, string> = {
  session: "sessions",
  matrix: "matrices",
  ab: "ab",
  bisect: "bisects",
};
export const workPage = ({ kind, id }: { kind: WorkKind; id: string }): string =>
  `/${folders[kind]}/${encodeURIComponent(id)}`;

const order: Record<WorkSession["state"], number> = {
  playing: 0,
  failed: 1,
  stopped: 2,
  done: 3,
  waiting: 4,
};

/** What plays now first, what waits last. */
export const inOrder = (sessions: readonly WorkSession[]): WorkSession[] =>
  sessions.toSorted((a, b) => order[a.state] - order[b.state]);
