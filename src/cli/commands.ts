/** The commands, in the order of the help. A table, so that listing them loads none of them. */
import type { CommandEntry } from "./frame/index.ts";
import { operations } from "../operations/declared.ts";
import "../operations/library.ts";
import "../export/index.ts";

const fromOperations: readonly CommandEntry[] = operations.map(({ name, summary, load }) => ({
  name,
  summary,
  load: async () => {
    const [{ operationCommand }, declaration] = await Promise.all([
      import("./operation/operation-command.ts"),
      load(),
    ]);
    return { default: operationCommand(declaration, summary) };
  },
}));

export const commands: readonly CommandEntry[] = [
  ...fromOperations,
  { name: "demo", summary: "A first look; needs no key", load: () => import("./commands/play/demo.ts") },
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
    name: "compare",
    summary: "Compare sessions, branches or matrices",
    load: () => import("./commands/experiments/compare.ts"),
  },
  {
    name: "matrix",
    summary: "Many sessions: stories × prompts × narrators",
    load: () => import("./commands/experiments/matrix.ts"),
  },
  {
    name: "ab",
    summary: "Test A against B from checkpoints, in pairs",
    load: () => import("./commands/experiments/ab.ts"),
  },
  {
    name: "bisect",
    summary: "Find the turn after which a session no longer recovers",
    load: () => import("./commands/experiments/bisect.ts"),
  },
  {
    name: "story",
    summary: "Story guides: list, check, import",
    load: () => import("./commands/setup/story.ts"),
  },
  {
    name: "check",
    summary: "Test a RAG system with the retrieval banks, on a 100-point scale",
    load: () => import("./commands/retrieval/check.ts"),
  },
  {
    name: "calibrate",
    summary: "Let a strong model set the expectations of semantic tests",
    load: () => import("./commands/retrieval/calibrate.ts"),
  },
  {
    name: "override",
    summary: "Set the expectation of one test by hand",
    load: () => import("./commands/retrieval/override.ts"),
  },
  {
    name: "bank",
    summary: "Import banks from BEIR, TREC, promptfoo, CSV or JSON Lines",
    load: () => import("./commands/retrieval/bank.ts"),
  },
  {
    name: "migrate",
    summary: "Convert a V1 test bank to V2",
    load: () => import("./commands/retrieval/migrate.ts"),
  },
  {
    name: "serve",
    summary: "Viewer and HTTP API: sessions, matrices, checks",
    load: () => import("./commands/results/serve.ts"),
  },
  {
    name: "init",
    summary: "Create a workspace: config, a story, a prompt, a bank",
    load: () => import("./commands/setup/init.ts"),
  },
  {
    name: "ask",
    summary: "Make one call to one model, to try a key",
    load: () => import("./commands/setup/ask.ts"),
  },
  {
    name: "models",
    summary: "List models, prices, and which keys are set",
    load: () => import("./commands/setup/models.ts"),
  },
  {
    name: "config",
    summary: "Show every setting and where it comes from",
    load: () => import("./commands/setup/config.ts"),
  },
];
