import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { JobView, WorkView } from "../../../src/contract/index.ts";
import { JobEntry } from "./job-entry.tsx";
import { jobFacts, kindOf, kindWords, nameOf, onePerRun, pageOf, workFacts } from "./run-words.ts";
import { waitingWords } from "./waiting.tsx";

const job = (id: string, part: Partial<JobView>): JobView => ({
  id,
  operation: "matrix",
  name: id,
  state: "stopped",
  done: 1,
  total: 4,
  cost: 0,
  notes: [],
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  leftMs: null,
  ...part,
});
const stopped: WorkView = {
  kind: "matrix",
  id: "m",
  dir: "matrices/m",
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
  expect(names([job("again", { of, state: "running" }), before], [stopped])).toEqual([["again"], [], []]);
  expect(names([job("again", { of, state: "done" }), before], [])).toEqual([[], [], ["again"]]);
  const checks = [
    job("c2", { operation: "check", state: "done" }),
    job("c1", { operation: "check", state: "done" }),
  ];
  expect(names(checks, [])).toEqual([[], [], ["c2", "c1"]]);
  const branch = { session: "b" };
  expect(
    names([job("on", { ...branch, operation: "resume" }), job("b", { ...branch, operation: "replay" })], []),
  ).toEqual([[], [], ["on"]]);
});

test("an ended session says what came of it, and stopped work its turns", () => {
  const verdict = { outcome: "done", headline: "Ended after 5 turns." };
  const facts = jobFacts(job("s", { operation: "play", state: "done", verdict }));
  expect(facts).toEqual(["turn 1 of at most 4", "Ended after 5 turns.", "$0"]);
  expect(jobFacts(job("c", { operation: "check", total: null }))[0]).toBe("1 test");
  const resumed = job("r", { operation: "resume", of });
  expect([kindWords(kindOf(resumed)), jobFacts(resumed)[0]]).toEqual(["Matrix", "1 of 4 sessions"]);
  expect(workFacts(stopped)).toEqual(["1 of 4 sessions", "7 turns", "$0"]);
});

test("a session that was played can be opened; one that is playing is linked by its name only", () => {
  const shown = (part: Partial<JobView>) =>
    renderToStaticMarkup(
      createElement(QueryClientProvider, {
        client: new QueryClient(),
        children: createElement(Router, {
          ssrPath: "/",
          children: createElement(JobEntry, {
            job: job("j", { operation: "play", ...part }),
            startsOpen: false,
          }),
        }),
      }),
    );
  const links = (part: Partial<JobView>) =>
    [...shown(part).matchAll(/<a[^>]*href="([^"]*)"[^>]*>([^<]*)</g)].map(
      ([, href, text]) => `${text} ${href}`,
    );
  expect(links({ state: "done", session: "a b" })).toEqual([
    "j /sessions/a%20b",
    "Open session /sessions/a%20b",
  ]);
  expect(links({ state: "running", session: "a b" })).toEqual(["j /sessions/a%20b"]);
  expect(links({ state: "failed" })).toEqual([]);
});

test("a replay leads to the editor with its progress; what it waits for counts on", () => {
  const replay = job("r1", {
    operation: "replay",
    from: { session: "s", turn: 9 },
    doing: "turn 11: the narrator is answering",
    doingSince: "2026-01-01T00:00:00.000Z",
  });
  expect(nameOf(replay)).toBe("s from turn 10");
  expect(pageOf(replay)).toBe("/sessions/s/edit?turn=10&job=r1");
  const at = (seconds: number) =>
    waitingWords(replay, Date.parse("2026-01-01T00:00:00.000Z") + seconds * 1_000);
  expect(at(0)).toBe("turn 11: the narrator is answering");
  expect(at(120)).toMatch(/^turn 11: the narrator is answering, 2.?m/);
  // Its line has a clock, so it is not among the facts too.
  expect(jobFacts(replay).join()).not.toContain("answering");
});
