/** Operations that requests start: at most a few at once, each stoppable, with its progress for lists and listeners. */
import { relative } from "node:path";
import type { JobDetail, JobView, Problem } from "../../contract/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Declaration, Ran } from "../../operations/declaration.ts";
import type { RunEvent } from "../../operations/library-function.ts";
import type { Shared, Surface } from "../../operations/open-operation.ts";
import { plainResult, runOperation } from "../../operations/run-operation.ts";
import type { Playtests } from "../playtest/index.ts";
import { problemOf, Refusal, serverClosing } from "../problem.ts";
import { placeOf, startOf } from "./stored-place.ts";

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
  get(id: string): JobDetail;
  /** Resolves when it has stopped. Everything so far is saved. */
  stop(id: string): Promise<JobDetail>;
  /** Whether a running job plays this session or experiment. */
  plays(played: Played): boolean;
  close(): Promise<void>;
};

type Job = { view: JobView; result?: unknown; stopping: AbortController; ended: Promise<void> };

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
        leftMs: null,
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
      style: "property",
      signal: job.stopping.signal,
      on: followed(job, change),
      ready() {
        refuseWhenClosed();
        isReady.resolve();
      },
    };
    const work = runOperation(declaration, input, surface, (ran, checked) =>
      ended(declaration, ran, checked),
    );
    await Promise.race([isReady.promise, work]);
    jobs.set(job.view.id, job);
    for (const [old] of [...jobs].filter(([, each]) => !isOpen(each)).slice(0, -REMEMBERED)) jobs.delete(old);
    live.job(job.view.id);
    job.ended = work
      .catch((error: unknown) => endedBy(error))
      .then(async ({ result, ...part }: Ended) => {
        const { doing: _doing, doingSince: _since, ...view } = job.view;
        job.result = result;
        job.view = view;
        await tellPlace(job.view);
        change({ ...part, leftMs: null, endedAt: now() });
      })
      .catch(onBug);
    return job.view;
  }

  /** Its progress, in its view and for those who listen. */
  function followed(job: Job, change: (part: Partial<JobView>) => void): (event: RunEvent) => void {
    const began = clock.now();
    let first: number | undefined;
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
        case "detail":
          return;
        default: {
          const { done = job.view.done, of: total = job.view.total, cost = job.view.cost } = event;
          first ??= done;
          const pace = done > first ? (clock.now() - began) / (done - first) : null;
          const leftMs = pace === null || total === null ? null : Math.round(pace * (total - done));
          const doing = { doing: event.text, doingSince: now() };
          const { session } = job.view;
          if (event.type === "progress" && event.turn !== undefined && session !== undefined) {
            index.touch();
            live.session(session, { turns: event.turn, outcome: "unfinished", live: true });
          }
          return change({ done, total, cost, leftMs, ...doing });
        }
      }
    };
  }

  /** The watch may have missed a run that began and ended between two looks at the workspace. */
  async function tellPlace({ session, of, done, total }: JobView): Promise<void> {
    index.touch();
    if (session !== undefined) live.session(session, (await index.get(session)).card);
    if (of) live.experiment({ ...of, done, planned: total ?? done, live: false });
  }

  function endedBy(error: unknown): Ended {
    const { body, isBug } = problemOf(error);
    if (isBug) onBug(error);
    return { state: stateOf(body.error), error: body.error };
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

  const detailOf = ({ view, result }: Job): JobDetail => ({ ...view, result });

  async function stop(job: Job): Promise<JobDetail> {
    if (isOpen(job)) {
      job.view = { ...job.view, state: "stopping" };
      live.job(job.view.id);
      job.stopping.abort(new InterruptedError());
    }
    await job.ended;
    return detailOf(job);
  }

  return {
    async start(declaration, input) {
      refuseWhenClosed();
      const folder = declaration.name === "resume" ? input["dir"] : undefined;
      if (folder !== undefined && resumed.has(folder)) throw alreadyRunning();
      if (starting.size + open().length >= MOST_AT_ONCE) throw busy();
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
        style: "property",
        signal: stopping.signal,
        on: () => {},
      };
      const work = runOperation(declaration, input, surface, ({ result, stopped }) => {
        if (stopped) throw stopped;
        return result as never;
      });
      const settled = work.then(
        () => {},
        () => {},
      );
      waiting.add(settled);
      void settled.then(() => waiting.delete(settled));
      return work;
    },
    list: () => [...jobs.values()].map(({ view }) => view).toReversed(),
    get: (id) => detailOf(jobOf(id)),
    stop: (id) => stop(jobOf(id)),
    plays: ({ id, of }) => open().some(({ view }) => isSame(view, { id, of })),
    async close() {
      closing.abort();
      await Promise.allSettled(starting);
      await Promise.all([...open().map(stop), ...waiting]);
    },
  };
}

/** A session of an experiment is played by the job of that experiment. */
const isSame = ({ of, session }: JobView, played: Played): boolean =>
  of ? of.kind === played.of?.kind && of.id === played.of.id : session !== undefined && session === played.id;

type Ended = Pick<JobView, "state" | "verdict" | "error"> & { result?: unknown };

function ended(declaration: Declaration, ran: Ran<unknown>, input: Given): Ended {
  const error = ran.stopped && problemOf(ran.stopped).body.error;
  return {
    state: error ? stateOf(error) : "done",
    error,
    verdict: verdictOf(declaration, ran, input),
    // Where the folder has it as a file, it may be too large to be kept.
    result: ran.resultFile === undefined ? plainResult(ran.result) : undefined,
  };
}

const stateOf = ({ code }: Problem["error"]): JobView["state"] =>
  code === "interrupted" ? "stopped" : "failed";

/** The verdict that it shows; of one that shows text only, what its gates say. */
function verdictOf({ show }: Declaration, { result, ci }: Ran<unknown>, input: Given): JobView["verdict"] {
  const verdict = show(result, input as never).find((shown) => typeof shown !== "string");
  if (verdict) return { outcome: verdict.outcome, headline: verdict.headline };
  if (!ci) return undefined;
  const failed = ci.gates.find(({ is }) => is === "failed");
  if (failed) return { outcome: "failed", headline: failed.says };
  return { outcome: ci.gates.length > 0 ? "passed" : "done", headline: ci.about };
}

const alreadyRunning = () =>
  new Refusal({
    status: 409,
    code: "already-running",
    option: "dir",
    message: "A job of this server is already resuming it.",
    remedy: "GET /api/jobs lists the job. Wait until it ends, or stop it.",
  });

const busy = () =>
  new Refusal({
    status: 429,
    code: "busy",
    message: `${MOST_AT_ONCE} jobs are already running.`,
    remedy: "Wait until one ends, or stop one.",
  });
