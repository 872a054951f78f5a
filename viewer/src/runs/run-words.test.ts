import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import type { ExperimentCard, JobView } from "../../../src/contract/index.ts";
import { ResumeForm } from "./resume-form.tsx";
import { jobFacts, kindOf, kindWords, nameOf, listRuns, pageOf } from "./run-words.ts";

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
  ...part,
});
const stopped = { kind: "matrix", id: "m", progress: { done: 1 } } as ExperimentCard;
const of = { kind: "matrix", id: "m" } as const;

test("a run is listed once, what is playing first and then what ended or stopped last", () => {
  const before = job("before", { of });
  const names = (jobs: JobView[], experiments: ExperimentCard[] = []) =>
    listRuns(jobs, { sessions: [], experiments }).map(({ job, experiment }) => job?.id ?? experiment?.id);
  expect(names([before], [stopped])).toEqual(["m"]);
  expect(names([job("again", { of, state: "running" }), before])).toEqual(["again"]);
  expect(names([job("again", { of, state: "done" }), before])).toEqual(["again"]);
  const [early, late] = ["2026-01-01T00:01:00.000Z", "2026-01-01T00:09:00.000Z"];
  expect(
    names(
      [
        job("c1", { operation: "check", state: "done", endedAt: early }),
        before,
        job("c2", { operation: "check", state: "done", endedAt: late }),
        job("playing", { operation: "check", state: "running", startedAt: early }),
      ],
      [{ ...stopped, at: "2025-01-01T00:00:00.000Z" }],
    ),
  ).toEqual(["playing", "c2", "c1", "m"]);
});

test("an ended session says what came of it", () => {
  const verdict = { outcome: "done", headline: "Ended after 5 turns.", cautions: [] };
  const facts = jobFacts(job("s", { operation: "play", state: "done", verdict }));
  expect(facts).toEqual(["turn 1 of at most 4", "Ended after 5 turns.", "$0.00"]);
  expect(jobFacts(job("c", { operation: "check", total: null }))[0]).toBe("1 test");
  const resumed = job("r", { operation: "resume", of });
  expect([kindWords(kindOf(resumed)), jobFacts(resumed)[0]]).toEqual(["Matrix", "1 of 4 sessions"]);
});

test("a replay leads to the editor with its progress", () => {
  const replay = job("r1", {
    operation: "replay",
    from: { session: "s", turn: 9 },
    doing: "turn 11, pulse 8/20, narrator",
  });
  expect(nameOf(replay)).toBe("s after turn 9");
  expect(pageOf(replay)).toBe("/sessions/s/edit?turn=10&job=r1");
  expect(jobFacts(replay)).toContain("beat 8/20, narrator");
});

test("a run is playing while its job is open; one that could not be resumed says why", () => {
  const client = new QueryClient();
  const page = (state: JobView["state"]) => {
    const error = { code: "not-allowed", message: "A module.", remedy: "Allow it." };
    client.setQueryData(["jobs"], {
      jobs: [job("r", { operation: "resume", dir: "sessions/s", state, error })],
    });
    const children = createElement(ResumeForm, { dir: "sessions/s" });
    const form = createElement(Router, { ssrPath: "/runs", children });
    return renderToStaticMarkup(createElement(QueryClientProvider, { client }, form));
  };
  expect(page("running")).toMatch(/Playing/);
  expect(page("failed")).toMatch(/A module. Allow it./);
  expect(page("failed")).not.toMatch(/Playing/);
});
