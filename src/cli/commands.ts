/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { CommandEntry } from "./frame/index.ts";

export const commands: readonly CommandEntry[] = [
  { name: "demo", summary: "A first look, without any key", load: () => import("./commands/play/demo.ts") },
  {
    name: "play",
    summary: "One session: simulated players play a narrator",
    load: () => import("./commands/play/play.ts"),
  },
  {
    name: "resume",
    summary: "Resume after a crash, a stop or a spent budget",
    load: () => import("./commands/play/resume.ts"),
  },
  {
    name: "replay",
    summary: "Branch from a checkpoint with something changed",
    load: () => import("./commands/play/replay.ts"),
  },
  {
    name: "checkpoint",
    summary: "The whole state after a turn",
    load: () => import("./commands/play/checkpoint.ts"),
  },
  {
    name: "report",
    summary: "Write a session's report again, or an excerpt of it",
    load: () => import("./commands/results/report.ts"),
  },
  {
    name: "compare",
    summary: "Sessions, branches or matrices side by side",
    load: () => import("./commands/experiments/compare.ts"),
  },
  {
    name: "matrix",
    summary: "Many sessions: stories × prompts × narrators",
    load: () => import("./commands/experiments/matrix.ts"),
  },
  {
    name: "ab",
    summary: "A against B from checkpoints, sampled in pairs",
    load: () => import("./commands/experiments/ab.ts"),
  },
  {
    name: "bisect",
    summary: "The turn after which a session no longer recovers",
    load: () => import("./commands/experiments/bisect.ts"),
  },
  {
    name: "judge",
    summary: "A model scores sessions by a rubric, with quotes",
    load: () => import("./commands/reading/judge.ts"),
  },
  {
    name: "label",
    summary: "A person's scores of a session, to hold judges against",
    load: () => import("./commands/reading/label.ts"),
  },
  {
    name: "sessions",
    summary: "List sessions, or archive old ones",
    load: () => import("./commands/results/sessions.ts"),
  },
  {
    name: "story",
    summary: "Story guides: list, check, import",
    load: () => import("./commands/setup/story.ts"),
  },
  {
    name: "observe",
    summary: "Find faults in a transcript from elsewhere, or reread a session",
    load: () => import("./commands/reading/observe.ts"),
  },
  {
    name: "bench",
    summary: "Measure how well the detectors, or a reader, find known faults",
    load: () => import("./commands/reading/bench.ts"),
  },
  {
    name: "check",
    summary: "Test a RAG system with the retrieval banks, on a 100-point scale",
    load: () => import("./commands/retrieval/check.ts"),
  },
  {
    name: "calibrate",
    summary: "Expectations of semantic tests, by a strong model",
    load: () => import("./commands/retrieval/calibrate.ts"),
  },
  {
    name: "override",
    summary: "A person's expectation for one test",
    load: () => import("./commands/retrieval/override.ts"),
  },
  { name: "migrate", summary: "A V1 test bank to V2", load: () => import("./commands/retrieval/migrate.ts") },
  {
    name: "serve",
    summary: "Viewer and HTTP API: sessions, matrices, checks",
    load: () => import("./commands/results/serve.ts"),
  },
  {
    name: "export",
    summary: "A session, matrix or check as one file to share",
    load: () => import("./commands/results/export.ts"),
  },
  {
    name: "init",
    summary: "A workspace of your own: config, a story, a prompt, a bank",
    load: () => import("./commands/setup/init.ts"),
  },
  {
    name: "ask",
    summary: "One call to one model, to try a key",
    load: () => import("./commands/setup/ask.ts"),
  },
  {
    name: "cost",
    summary: "What a run folder cost, folded from its journal",
    load: () => import("./commands/results/cost.ts"),
  },
  {
    name: "models",
    summary: "The catalog, prices, which keys are present",
    load: () => import("./commands/setup/models.ts"),
  },
  {
    name: "config",
    summary: "The settings in force and where each came from",
    load: () => import("./commands/setup/config.ts"),
  },
];
