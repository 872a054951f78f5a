/** Events that carry all a page needs change its cached answers, so that nothing is fetched again at each turn. */
import type { JobList, LiveEvent, WorkList, WorkSession, WorkSessions } from "../../../src/contract/index.ts";

type SessionEvent = Extract<LiveEvent, { type: "session" }>;

/** The answer after the event; undefined: it does not change this one. */
export function applied(event: LiveEvent, [what, which]: readonly unknown[], data: unknown): unknown {
  if (data === undefined) return undefined;
  if (event.type === "job" && what === "jobs") return withJob(data as JobList, event.job);
  if (event.type === "session" && what === "work-sessions")
    return event.of && which === `${event.of.kind} ${event.of.id}`
      ? withSession(data as WorkSessions, event)
      : undefined;
  if (event.type === "session" && what === "runs" && event.live && !event.of)
    return withWork(data as WorkList, "session", event.session, { done: event.turn, cost: event.cost });
  if (event.type === "matrix" && what === "runs")
    return withWork(data as WorkList, "matrix", event.matrix, { done: event.done });
  if (event.type === "experiment" && what === "runs")
    return withWork(data as WorkList, event.kind, event.id, { done: event.done });
  return undefined;
}

export const withJob = (list: JobList, job: JobList["jobs"][number]): JobList => ({
  ...list,
  jobs: list.jobs.some(({ id }) => id === job.id)
    ? list.jobs.map((each) => (each.id === job.id ? job : each))
    : [job, ...list.jobs],
});

function withSession(list: WorkSessions, event: SessionEvent): WorkSessions | undefined {
  // A replay that has just begun is not in the list yet: it is fetched.
  if (!list.sessions.some(({ session }) => session === event.session)) return undefined;
  return {
    ...list,
    sessions: list.sessions.map((each) => (each.session === event.session ? after(each, event) : each)),
  };
}

const after = (
  session: WorkSession,
  { turn, issues, cost, overall, live, outcome }: SessionEvent,
): WorkSession => ({
  ...session,
  turn,
  issues,
  cost,
  overall,
  state: live
    ? "playing"
    : outcome === "failed"
      ? "failed"
      : ["completed", "timeout", "stopped"].includes(outcome)
        ? "done"
        : "stopped",
});

function withWork(
  list: WorkList,
  kind: WorkList["work"][number]["kind"],
  id: string,
  part: Partial<WorkList["work"][number]>,
): WorkList | undefined {
  if (!list.work.some((work) => work.kind === kind && work.id === id)) return undefined;
  return {
    ...list,
    work: list.work.map((work) => (work.kind === kind && work.id === id ? { ...work, ...part } : work)),
  };
}
