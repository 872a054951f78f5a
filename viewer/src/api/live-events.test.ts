import { afterEach, expect, test, vi } from "vitest";
import type { LiveEvent } from "../../../src/contract/index.ts";
import { lastEventIn, lowest, touches, whyBroken } from "./live-events.ts";
import { applied } from "./apply-event.ts";

test("an answer, also in pages, carries the last event it includes", () => {
  expect(lastEventIn({ lastEvent: 7 })).toBe(7);
  expect(lastEventIn({ pages: [{ lastEvent: 9 }, { lastEvent: 8 }, {}] })).toBe(8);
  expect([undefined, null, {}, { pages: [] }, "7"].map(lastEventIn)).toEqual(Array.from({ length: 5 }));
});

test("the stream continues from the oldest of all answers", () => {
  expect(lowest([undefined, 4, 3, undefined, 5])).toBe(3);
  expect(lowest([undefined])).toBeUndefined();
});

const turn: LiveEvent = {
  type: "session",
  session: "b",
  turn: 3,
  outcome: "unfinished",
  live: true,
  issues: null,
  cost: null,
  overall: null,
};
const job: Extract<LiveEvent, { type: "job" }> = {
  type: "job",
  step: false,
  job: {
    id: "j",
    kind: "replay",
    name: "innsmouth, baseline, house",
    unit: "branch",
    turns: 0,
    playing: 1,
    failed: 0,
    startedAt: "2026-11-15T10:00:00Z",
    endedAt: null,
    leftMs: null,
    from: { session: "a", turn: 2 },
    status: "running",
    sessions: ["b"],
    done: 0,
    total: 1,
    cost: 0,
  },
};
const asked = (queryKey: unknown[], data?: unknown) => ({ queryKey, data });

test("a new turn refreshes its session, its transcript, the list, and pages that show it as a branch", () => {
  expect(touches(turn, asked(["session", "b"]))).toBe(true);
  expect(touches(turn, asked(["turns", "b", null, 1, 50]))).toBe(true);
  expect(touches(turn, asked(["sessions", {}]))).toBe(true);
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "b" }] }))).toBe(true);
  expect(touches(turn, asked(["compare", ["a", "b"]]))).toBe(true);
});

test("the first turn of a branch refreshes its parent session, which does not list it yet", () => {
  expect(touches({ ...turn, session: "a-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(true);
  expect(touches({ ...turn, session: "ab-t12-2026" }, asked(["session", "a"], { branches: [] }))).toBe(false);
});

test("a new turn refreshes nothing else", () => {
  expect(touches(turn, asked(["session", "a"], { branches: [{ id: "c" }] }))).toBe(false);
  expect(touches(turn, asked(["turns", "a", null, 1]))).toBe(false);
  expect(touches(turn, asked(["compare", ["a", "bb"]]))).toBe(false);
  expect(touches(turn, asked(["choices"]))).toBe(false);
});

test("a job refreshes the session where its branches start, before there is one", () => {
  expect(touches(job, asked(["session", "a"]))).toBe(true);
  expect(touches(job, asked(["runs"]))).toBe(true);
  expect(touches(job, asked(["session", "c"]))).toBe(false);
});

test("steps of a job fetch nothing: they are applied to the list of jobs", () => {
  const step = { ...job, step: true, job: { ...job.job, cost: 2 } };
  for (const key of [["session", "a"], ["jobs"], ["runs"], ["sessions"]])
    expect(touches(step, asked(key))).toBe(false);
  expect(applied(step, ["jobs"], { jobs: [job.job] })).toEqual({ jobs: [{ ...job.job, cost: 2 }] });
  expect(applied(step, ["jobs"], { jobs: [] })).toEqual({ jobs: [step.job] });
});

test("a turn of a matrix changes its row, without fetching the matrix again", () => {
  const of = { kind: "matrix", id: "m" } as const;
  const row = { session: "b", name: "x", state: "waiting", turn: 0, issues: null, cost: null, overall: null };
  const list = { sessions: [row, { ...row, session: "c" }] };
  const news: LiveEvent = { ...turn, of, issues: 2, cost: 0.5 };
  expect(applied(news, ["work-sessions", "matrix m"], list)).toEqual({
    sessions: [{ ...row, state: "playing", turn: 3, issues: 2, cost: 0.5 }, list.sessions[1]],
  });
  expect(applied(news, ["work-sessions", "matrix other"], list)).toBeUndefined();
  expect(touches(news, asked(["work-sessions", "matrix m"], list))).toBe(false);
  expect(touches(news, asked(["work-sessions", "matrix m"], { sessions: [] }))).toBe(true);
  expect(touches(news, asked(["runs"]))).toBe(false);
  const ended = { ...news, live: false, outcome: "completed" } as const;
  expect(applied(ended, ["work-sessions", "matrix m"], list)).toMatchObject({
    sessions: [{ state: "done" }, {}],
  });
});

test("work that another process plays moves on, and is fetched when it ends", () => {
  const list = { work: [{ kind: "session", id: "b", done: 1, cost: null }] };
  expect(applied(turn, ["runs"], list)).toEqual({
    work: [{ kind: "session", id: "b", done: 3, cost: null }],
  });
  expect(touches(turn, asked(["runs"], list))).toBe(false);
  expect(touches({ ...turn, live: false }, asked(["runs"], list))).toBe(true);
});

afterEach(() => void vi.unstubAllGlobals());

test("a broken stream: the server is away, is back after a restart, or has too many listeners", async () => {
  const broken = (answer: () => Promise<Response>) => {
    vi.stubGlobal("fetch", answer);
    return whyBroken();
  };
  expect(await broken(() => Promise.reject(new TypeError("fetch failed")))).toBe("lost");
  expect(await broken(async () => new Response("", { status: 503 }))).toBe("restarted");
  expect(await broken(async () => new Response("", { status: 200 }))).toBe("restarted");
  expect(await broken(async () => new Response("", { status: 429 }))).toBe("refused");
});
