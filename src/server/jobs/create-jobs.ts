/** Operations that requests start: at most a few at once, each stoppable, with its progress for lists and listeners. */
import { dirname, relative, resolve, sep } from "node:path";
import type { JobView, SessionCard, Verdict } from "../../contract/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Declaration, Ran } from "../../operations/declaration.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Shared, Surface } from "../../operations/open-operation.ts";
import { runOperation } from "../../operations/run-operation.ts";
import { HOLDERS, type Playtests, sessionId, SESSIONS } from "../playtest/index.ts";
import { bodyStyle, busy, problemOf, Refusal, serverClosing } from "../problem.ts";

type Given = Readonly<Record<string, unknown>>;
/** A session or an experiment as the lists know it. */
type Played = { id?: string; of?: JobView["of"] | undefined };

export type Jobs = {
  /** Answers when nothing keeps it from starting any more, or throws what does. */
  start(declaration: Declaration, input: Given): Promise<JobView>;
  /** Works while the caller waits: stopped by the signal, and with the server. */
  during<Result>(declaration: Declaration, input: Given, signal: AbortSignal): Promise<Result>;
  /** Newest first. */
  list(): JobView[];
  get(id: string): JobView;
  /** Resolves when it has stopped. Everything so far is saved. */
  stop(id: string): Promise<JobView>;
  /** Whether a running job plays this session or experiment. */
  plays(played: Played): boolean;
  close(): Promise<void>;
};

type Job = { view: JobView; stopping: AbortController; ended: Promise<void> };

/** Each job calls models as fast as they answer; further jobs are refused. */
const MOST_AT_ONCE = 4;
const REMEMBERED = 100;
const MOST_NOTES = 20;

const isOpen = ({ view: { state } }: Job): boolean => state === "running" || state === "stopping";

export function createJobs({
  shared,
  command,
  playtests: { index, live },
  onBug,
}: {
  shared: Shared;
  command: string;
  playtests: Pick<Playtests, "index" | "live">;
  onBug: (error: unknown) => void;
}): Jobs {
  const { harness, workspace } = shared;
  const { clock } = harness;
  const jobs = new Map<string, Job>();
  const starting = new Set<Promise<unknown>>();
  const waiting = new Set<Promise<unknown>>();
  /** Folders that are being resumed, from planning on: they are locked only once their job has begun. */
  const resumed = new Set<unknown>();
  const closing = new AbortController();
  let started = 0;
  const open = () => [...jobs.values()].filter(isOpen);
  const now = () => clock.date().toISOString();

  const refuseWhenClosed = () => {
    if (closing.signal.aborted) throw serverClosing();
  };

  async function begin(declaration: Declaration, input: Given): Promise<JobView> {
    const { name: operation } = declaration;
    const stamp = now().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
    const job: Job = {
      stopping: new AbortController(),
      ended: Promise.resolve(),
      view: {
        id: `${operation.replaceAll(" ", "-")}-${stamp}-${++started}`,
        operation,
        state: "running",
        name: declaration.ciName?.(input as never) ?? operation,
        from: startOf(workspace, input["checkpoint"]),
        done: 0,
        total: null,
        cost: null,
        budget: input["budget"] as number | undefined,
        notes: [],
        startedAt: now(),
        endedAt: null,
      },
    };
    const isReady = Promise.withResolvers<void>();
    const change = (part: Partial<JobView>) => {
      job.view = { ...job.view, ...part };
      if (jobs.has(job.view.id)) live.job(job.view.id);
    };
    const surface: Surface = {
      shared,
      command,
      style: bodyStyle,
      signal: job.stopping.signal,
      on: followed(job, change),
      ready() {
        refuseWhenClosed();
        isReady.resolve();
      },
    };
    const work = runOperation(declaration, input, surface, (ran, checked) => ({
      ...(ran.stopped ? endedBy(ran.stopped, job, ran.resume?.budget) : { state: "done" as const }),
      verdict: verdictOf(declaration, ran, checked),
    }));
    await Promise.race([isReady.promise, work]);
    jobs.set(job.view.id, job);
    for (const [old] of [...jobs].filter(([, each]) => !isOpen(each)).slice(0, -REMEMBERED)) jobs.delete(old);
    live.job(job.view.id);
    job.ended = work
      .catch((error: unknown) => endedBy(error, job))
      .then(async (part) => {
        await tellPlace(job.view);
        change({ ...part, doing: undefined, endedAt: now() });
      })
      .catch(onBug);
    return job.view;
  }

  /** Its progress, in its view and for those who listen. */
  function followed(job: Job, change: (part: Partial<JobView>) => void): (event: RunEvent) => void {
    return (event) => {
      switch (event.type) {
        case "folder": {
          const { session, of } = placeOf(workspace, event.dir);
          index.touch();
          return change({
            dir: relative(workspace, event.dir),
            session,
            of: session === undefined ? of : undefined,
          });
        }
        case "note":
          return change({ notes: [...job.view.notes, event.text].slice(-MOST_NOTES) });
        case "heading":
        case "detail":
          return;
        default: {
          const { done = job.view.done, of: total = job.view.total, cost = job.view.cost } = event;
          const { session } = job.view;
          if (event.type === "progress" && event.turn !== undefined && session !== undefined) {
            index.touch();
            live.session(session, { turns: event.turn, outcome: "unfinished", live: true });
          }
          return change({ done, total, cost, doing: event.text });
        }
      }
    };
  }

  /** The watch may have missed a run that began and ended between two looks at the workspace. */
  async function tellPlace({ session, of }: JobView): Promise<void> {
    index.touch();
    if (session !== undefined) live.session(session, (await index.get(session)).card);
    if (of) live.experiment(of);
  }

  function endedBy(error: unknown, { view: { session, of } }: Job, budget?: number) {
    const id = session ?? of?.id;
    const resumable = id === undefined ? undefined : { id, budget, most: harness.settings.budget };
    const { body, isBug } = problemOf(error, { resumable });
    if (isBug) onBug(error);
    const state = body.error.code === "interrupted" ? ("stopped" as const) : ("failed" as const);
    return { state, error: body.error };
  }

  function jobOf(id: string): Job {
    const job = jobs.get(id);
    if (job) return job;
    throw new Refusal({
      status: 404,
      code: "unknown-job",
      message: `Job ${JSON.stringify(id.slice(0, 200))} not found.`,
      remedy: "GET /api/jobs lists the jobs since the server started.",
    });
  }

  async function stop(job: Job): Promise<JobView> {
    if (isOpen(job)) {
      job.view = { ...job.view, state: "stopping" };
      live.job(job.view.id);
      job.stopping.abort(new InterruptedError());
    }
    await job.ended;
    return job.view;
  }

  return {
    async start(declaration, input) {
      refuseWhenClosed();
      const folder = declaration.name === "resume" ? input["dir"] : undefined;
      if (folder !== undefined && resumed.has(folder))
        throw busy(
          409,
          "A job of this server is already resuming it.",
          "Wait until it ends, or stop it.",
          "dir",
        );
      if (starting.size + open().length >= MOST_AT_ONCE)
        throw busy(429, `${MOST_AT_ONCE} jobs are already running.`, "Wait until one ends, or stop one.");
      resumed.add(folder);
      const begun = begin(declaration, input);
      starting.add(begun);
      const release = () => resumed.delete(folder);
      begun.then(({ id }) => jobs.get(id)?.ended.then(release), release);
      return begun.finally(() => starting.delete(begun));
    },
    async during(declaration, input, signal) {
      refuseWhenClosed();
      const stopping = new AbortController();
      // A run that is stopped gets one reason, regardless of the source.
      const either = AbortSignal.any([closing.signal, signal]);
      const onAbort = () => stopping.abort(new InterruptedError());
      if (either.aborted) onAbort();
      either.addEventListener("abort", onAbort, { once: true });
      const surface: Surface = {
        shared,
        command,
        style: bodyStyle,
        signal: stopping.signal,
        on: () => {},
      };
      const work = runOperation(declaration, input, surface, ({ result, stopped }) => {
        if (stopped) throw stopped;
        return result as never;
      });
      waiting.add(work);
      return work.finally(() => waiting.delete(work));
    },
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    get: (id) => jobOf(id).view,
    stop: (id) => stop(jobOf(id)),
    plays: ({ id, of }) => open().some(({ view }) => isSame(view, { id, of })),
    async close() {
      closing.abort();
      await Promise.allSettled(starting);
      await Promise.allSettled([...open().map(stop), ...waiting]);
    },
  };
}

/** A session of an experiment is played by the job of that experiment. */
const isSame = ({ of, session }: JobView, played: Played): boolean =>
  of ? of.kind === played.of?.kind && of.id === played.of.id : session !== undefined && session === played.id;

/** The verdict that it shows; of one that shows text only, what its gates say. */
function verdictOf({ show }: Declaration, { result, ci }: Ran<unknown>, input: Given): JobView["verdict"] {
  const verdict = show(result, input as never).find((shown) => typeof shown !== "string");
  if (verdict) return shortened(verdict);
  if (!ci) return undefined;
  const failed = ci.gates.find(({ is }) => is === "failed");
  if (failed) return { ...shortened(ci.verdict), outcome: "failed", headline: failed.says };
  return { ...shortened(ci.verdict), outcome: ci.gates.length > 0 ? "passed" : "done" };
}

const shortened = ({ outcome, headline, cautions }: Verdict): NonNullable<JobView["verdict"]> => ({
  outcome,
  headline,
  cautions,
});

/** A folder of the workspace as the lists name it. */
function placeOf(
  workspace: string,
  dir: string,
): {
  session?: string | undefined;
  /** The experiment that it is, or that the session belongs to. */ of?: SessionCard["of"];
} {
  const [folder, name, inside, session] = relative(resolve(workspace), resolve(dir)).split(sep);
  if (folder === SESSIONS && name !== undefined) return { session: sessionId(name) };
  const kind = HOLDERS.find(([holder]) => holder === folder)?.[1];
  if (kind === undefined || name === undefined) return {};
  const of = { kind, id: name };
  return inside === SESSIONS && session !== undefined ? { session: sessionId(session, of), of } : { of };
}

/** Where a replay of this file starts. */
function startOf(workspace: string, checkpoint: unknown): { session: string; turn: number } | undefined {
  if (typeof checkpoint !== "string") return undefined;
  const [, turn] = /turn-(\d+)\.json$/.exec(checkpoint) ?? [];
  const { session } = placeOf(workspace, dirname(checkpoint));
  return turn === undefined || session === undefined ? undefined : { session, turn: Number(turn) };
}
