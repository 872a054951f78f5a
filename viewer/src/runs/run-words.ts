/** Jobs and stopped work in words. */
import type { JobView, WorkKind, WorkSession, WorkView } from "../../../src/contract/index.ts";
import { count, duration, money } from "../ui/format.ts";
import { editLink } from "../replay/edit-link.ts";
import { score } from "../ui/metric-value.ts";

export const kindWords: Record<JobView["kind"] | WorkKind, string> = {
  play: "Session",
  session: "Session",
  replay: "Replay",
  matrix: "Matrix",
  ab: "A/B test",
  bisect: "Bisection",
  check: "Check",
};

const units: Record<JobView["unit"], string> = {
  turn: "turn",
  branch: "branch",
  session: "session",
  pair: "pair",
  replay: "replay",
  test: "test",
};
const many = (unit: JobView["unit"]) => (unit === "branch" ? "branches" : `${units[unit]}s`);

/** "3 of 8 sessions"; a session may end before its last turn. */
const doneWords = ({
  done,
  total,
  unit,
}: {
  done: number;
  total: number | null;
  unit: JobView["unit"];
}): string =>
  total === null
    ? count(done, units[unit], many(unit))
    : unit === "turn"
      ? `turn ${done} of at most ${total}`
      : `${done} of ${count(total, units[unit], many(unit))}`;

/** "$0.12 of $4.00", or the cost alone without a budget. */
export const costWords = (cost: number | null, budget: number | null | undefined): string =>
  cost === null ? "" : budget == null ? money(cost) : `${money(cost)} of ${money(budget)}`;

export function jobFacts(job: JobView): string[] {
  const { unit, turns, playing, failed, issues, overall, cost, budget } = job;
  const { leftMs, status, doing, doingSince, startedAt, endedAt } = job;
  return [
    doneWords(job),
    // What a session waits for has a line of its own, with a clock.
    ...(doing === undefined || doingSince !== undefined ? [] : [doing]),
    ...(unit !== "turn" && turns > 0 ? [count(turns, "turn")] : []),
    ...(status === "running" && unit !== "turn" && playing > 0 ? [`${playing} playing now`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(issues == null ? [] : [count(issues, "finding")]),
    ...(overall == null ? [] : [`score ${score(overall)}`]),
    costWords(cost, budget),
    // A story may end at any turn, so a session has no time left that could be told.
    ...(status === "running" && leftMs !== null && unit !== "turn" ? [leftWords(leftMs)] : []),
    ...(endedAt === null ? [] : [`took ${duration(Date.parse(endedAt) - Date.parse(startedAt))}`]),
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
  const running = jobs.filter(({ status }) => status === "running");
  const played = new Set(running.flatMap(runsOf));
  const open = work.filter((each) => !played.has(runOf(each)));
  const resumable = new Set(open.map(runOf));
  const seen = new Set(played);
  const ended: JobView[] = [];
  for (const job of jobs.filter(({ status }) => status !== "running")) {
    const runs = runsOf(job);
    const isContinued = runs.length > 0 && runs.every((run) => seen.has(run));
    if (!isContinued && !runs.some((run) => resumable.has(run))) ended.push(job);
    for (const run of runs) seen.add(run);
  }
  return { running, open, ended };
}

const runOf = ({ kind, id }: { kind: WorkKind; id: string }): string => `${kind} ${id}`;
const runsOf = ({ of, sessions }: JobView): string[] =>
  of ? [runOf(of)] : sessions.map((id) => runOf({ kind: "session", id }));

/** The page of a job's result. */
export function pageOf({ id, kind, of, from, sessions }: JobView): string | null {
  if (of) return workPage(of);
  if (kind === "check") return "/retrieval";
  // The editor shows how far its branches are, and then how they compare.
  if (from) return editLink(from.session, { turn: from.turn + 1, job: id });
  return sessions[0] === undefined ? null : workPage({ kind: "session", id: sessions[0] });
}

const folders: Record<WorkKind, string> = {
  session: "sessions",
  matrix: "matrices",
  ab: "ab",
  bisect: "bisects",
};
export const workPage = ({ kind, id }: { kind: WorkKind; id: string }): string =>
  `/${folders[kind]}/${encodeURIComponent(id)}`;
export const resumePath = (work: { kind: WorkKind; id: string }): string => `/api${workPage(work)}/resume`;

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
