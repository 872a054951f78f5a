/** Resumes a session or an experiment that was stopped. */
import { join } from "node:path";
import { z } from "zod";
import type { AbResult, BisectResult, MatrixResult, SessionResult } from "../../contract/index.ts";
import { about } from "../../kernel/errors/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import {
  type Gate,
  loadLatest,
  readGates,
  REPORT_FILE,
  resumeSession,
  type SessionState,
} from "../../playtest/index.ts";
import { type Context, type Ran, operation } from "../declaration.ts";
import { allowNarrator, folder, runOptions, USUAL_CONCURRENCY, whole } from "../options.ts";
import { refuseIdle } from "../read-input.ts";
import { exitOf } from "../run-operation.ts";
import { decidedAb, runAbIn } from "./replays/ab-run.ts";
import { runBisectIn } from "./replays/bisect.ts";
import { narratorNamed, narratorRef } from "./content-refs.ts";
import { runMatrixIn } from "./matrix/matrix-run.ts";
import { experimentShown } from "./replays/replays.ts";
import { previewExperiment, previewSession } from "./resume-preview.ts";
import { ranSession, sessionShown, watchSession } from "./session-run.ts";
import {
  experimentIn,
  longer,
  plannedAs,
  requireLive,
  storedCiName,
  type StoredExperiment,
} from "./stored-run.ts";

const input = z.strictObject({
  dir: folder("The folder of a session, matrix, A/B test or bisection."),
  pairs: whole(1, 1_000).optional().meta({
    description: "For an A/B test: the new maximum number of pairs, including the earlier ones.",
    value: "N",
  }),
  turns: whole(1)
    .optional()
    .meta({ description: "For a single session: play at most N more turns.", value: "N" }),
  narrator: narratorRef("The session's narrator again: its whole address, or in the library its function."),
  allowNarrator,
  config: runOptions.config,
  budget: runOptions.budget.meta({
    description: "The most the whole run may cost, including what is already spent. Default: its budget.",
  }),
});

type Input = z.output<typeof input>;
type Result = SessionResult | MatrixResult | AbResult | BisectResult;
type Plan = Pick<Input, "dir" | "budget" | "turns"> &
  ({ stored: StoredExperiment } | { stored: undefined; state: SessionState; gates: Gate[] });

export default operation({
  name: "resume",
  surfaces: ["http", "mcp"],
  description:
    "Plays a stopped session or experiment to its end. A finished one is left unchanged. " +
    "Answered calls are not repeated; calls in flight at the stop may be, and are reported. " +
    "Prompt, guide, models, prices and budget stay as they were when the session started, " +
    "even if you have edited them since. If a provider's address has changed, resume refuses.",
  input,
  arguments: ["dir"],
  examples: [
    {
      input: { dir: "sessions/innsmouth-2026-11-15-081500", budget: 10 },
      says: "Resume with a larger budget.",
    },
    { input: { dir: "ab/ab-2026-11-15-090000", pairs: 80 }, says: "Add pairs to an A/B test." },
  ],
  ciName: ({ dir }) => storedCiName(dir) ?? "resume",
  ciCommand: ({ dir }) => experimentIn(dir)?.kind ?? "play",
  harness({ dir }) {
    const stored = about("dir", () => experimentIn(dir));
    // Undefined: nothing had to be pinned.
    const pinned = stored ? stored.plan.pinned : about("dir", () => loadLatest(dir)).state.config.pinned;
    return { pinned, shards: stored?.kind === "matrix" ? stored.plan.shard?.of : undefined };
  },
  plan(asked, { harness, on }): Plan {
    const { dir, pairs } = asked;
    const stored = experimentIn(dir);
    if (stored) refuseIdle({ turns: asked.turns }, `${dir} is ${KINDS[stored.kind]}`);
    if (stored?.kind !== "ab") refuseIdle({ pairs }, `${dir} is not an A/B test`);
    requireLive(dir);
    narratorNamed(harness, asked.narrator);
    harness.permits.allow(asked.allowNarrator ?? []);
    for (const text of harness.notes) on({ type: "note", level: "warning", text });
    if (stored) return { ...asked, stored: longer(stored, pairs) };
    const { state } = loadLatest(dir);
    return { ...asked, stored, state, gates: gatesOf(state) };
  },
  preview: (plan, context) =>
    plan.stored ? previewExperiment(plan.stored, plan) : previewSession(plan.state, plan, context),
  run: (plan, context): Promise<Ran<Result>> =>
    plan.stored ? resumeExperiment(plan.stored, plan, context) : resumeOne(plan, context),
  show: (result) => ("outcome" in result ? sessionShown(result) : experimentShown(result)),
  stopIsResult: (result) => "outcome" in result,
});

const KINDS = { matrix: "a matrix", ab: "an A/B test", bisect: "a bisection" } as const;
/** Those that it started with. A branch has the config of its parent, but no gates. */
const gatesOf = ({ config: { ci, findings = {} }, branchedFrom }: SessionState): Gate[] =>
  branchedFrom || !ci ? [] : readGates(ci, Object.keys(findings));

async function resumeOne(
  plan: Extract<Plan, { stored: undefined }>,
  context: Context,
): Promise<Ran<SessionResult>> {
  const { dir, budget, turns, state, gates } = plan;
  const { harness, on } = context;
  const { config, pulses } = state;
  on({ type: "folder", dir });
  const played = await resumeSession(harness, dir, {
    budget,
    turns,
    plannedAs: plannedAs(state),
    ...watchSession(context, { config, sessionId: state.sessionId, told: pulses.length }),
    onNotes: (notes) => notes.forEach((note) => on({ type: "note", level: "warning", text: noteLine(note) })),
  });
  if (played.wasOver) on({ type: "note", text: `${dir} was already finished: nothing was played.` });
  return ranSession(played, gates);
}

async function resumeExperiment(
  stored: StoredExperiment,
  { dir, budget }: Plan,
  context: Context,
): Promise<Ran<Result>> {
  const { harness } = context;
  const concurrency = stored.plan.pinned?.concurrency ?? USUAL_CONCURRENCY;
  const decided =
    stored.kind === "ab" ? decidedAb({ dir, plan: stored.plan, concurrency, budget }) : undefined;
  if (decided) return decided;
  const ran = await playRest(stored, { dir, budget, concurrency }, context);
  // No model was called, so nothing was left to play.
  if (exitOf(ran) > 1 || harness.heard.size > 0) return ran;
  const report = join(dir, REPORT_FILE);
  const hint = `${dir} was already finished: nothing was played. Report: ${report}`;
  return { ...ran, hints: [...(ran.hints ?? []), hint] };
}

function playRest(
  stored: StoredExperiment,
  run: { dir: string; concurrency: number; budget: number | undefined },
  context: Context,
): Promise<Ran<MatrixResult | AbResult | BisectResult>> {
  switch (stored.kind) {
    case "matrix":
      return runMatrixIn(context, { ...run, plan: stored.plan });
    case "ab":
      return runAbIn(context, { ...run, plan: stored.plan });
    case "bisect":
      return runBisectIn(context, { ...run, plan: stored.plan });
  }
}
