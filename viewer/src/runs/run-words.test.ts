import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { JobView, WorkView } from "../../../src/contract/index.ts";
import { JobEntry } from "./job-entry.tsx";
import { jobFacts, onePerRun, pageOf, workFacts } from "./run-words.ts";
import { waitingWords } from "./waiting.tsx";

const job = (id: string, part: Partial<JobView>): JobView => ({
  id,
  kind: "matrix",
  name: id,
  status: "stopped",
  sessions: [],
  unit: "session",
  done: 1,
  total: 4,
  turns: 3,
  playing: 0,
  failed: 0,
  cost: 0,
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  leftMs: null,
  ...part,
});
const stopped: WorkView = {
  kind: "matrix",
  id: "m",
  name: "m",
  at: null,
  state: "stopped",
  why: "",
  unit: "session",
  done: 1,
  total: 4,
  turns: 7,
  cost: 0,
  budget: null,
  command: "rehearse resume m",
};
const of = { kind: "matrix", id: "m" } as const;

test("a run is listed once: as playing, as resumable, or with its last job", () => {
  const before = job("before", { of });
  const names = (jobs: JobView[], work: WorkView[]) => {
    const { running, open, ended } = onePerRun(jobs, work);
    return [running, open, ended].map((each) => each.map(({ id }) => id));
  };
  expect(names([before], [stopped])).toEqual([[], ["m"], []]);
  expect(names([job("again", { of, status: "running" }), before], [stopped])).toEqual([["again"], [], []]);
  expect(names([job("again", { of, status: "done" }), before], [])).toEqual([[], [], ["again"]]);
  const checks = [job("c2", { kind: "check", status: "done" }), job("c1", { kind: "check", status: "done" })];
  expect(names(checks, [])).toEqual([[], [], ["c2", "c1"]]);
  // One of two branches was resumed: the job of both stays.
  const branches = job("both", { kind: "replay", sessions: ["a", "b"] });
  expect(names([job("b", { kind: "replay", sessions: ["b"], status: "done" }), branches], [])).toEqual([
    [],
    [],
    ["b", "both"],
  ]);
});

test("an ended session names its findings and score, and stopped work its turns", () => {
  const facts = jobFacts(job("s", { kind: "play", unit: "turn", status: "done", issues: 2, overall: 71.5 }));
  expect(facts).toEqual(expect.arrayContaining(["2 findings", "score 71.5"]));
  expect(workFacts(stopped)).toEqual(["1 of 4 sessions", "7 turns", "$0"]);
});

test("a session that was played can be opened; one that is playing is linked by its name only", () => {
  const shown = (part: Partial<JobView>) =>
    renderToStaticMarkup(
      createElement(QueryClientProvider, {
        client: new QueryClient(),
        children: createElement(Router, {
          ssrPath: "/",
          children: createElement(JobEntry, { job: job("j", { kind: "play", ...part }), startsOpen: false }),
        }),
      }),
    );
  const links = (part: Partial<JobView>) =>
    [...shown(part).matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, href, text]) => `${text} ${href}`,
    );
  expect(links({ status: "done", sessions: ["a b"] })).toEqual([
    "j /sessions/a%20b",
    "Open session /sessions/a%20b",
  ]);
  expect(links({ status: "running", sessions: ["a b"] })).toEqual(["j /sessions/a%20b"]);
  expect(links({ status: "failed" })).toEqual([]);
});

test("a replay leads to the editor with its progress; what it waits for counts on", () => {
  const replay = job("r1", {
    kind: "replay",
    from: { session: "s", turn: 9 },
    doing: "turn 11: the narrator is answering",
    doingSince: "2026-01-01T00:00:00.000Z",
  });
  expect(pageOf(replay)).toBe("/sessions/s/edit?turn=10&job=r1");
  const at = (seconds: number) =>
    waitingWords(replay, Date.parse("2026-01-01T00:00:00.000Z") + seconds * 1_000);
  expect(at(0)).toBe("turn 11: the narrator is answering");
  expect(at(120)).toMatch(/^turn 11: the narrator is answering, 2.?m/);
  // Its line has a clock, so it is not among the facts too.
  expect(jobFacts(replay).join()).not.toContain("answering");
});
