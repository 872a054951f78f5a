/** Resumes a session or an experiment that was stopped. */
import { join } from "node:path";
import { z } from "zod";
import type {
  AbResult,
  BisectResult,
  MatrixResult,
  RecordingManifest,
  SessionResult,
} from "../../contract/index.ts";
import { about, HarnessError, optionText } from "../../kernel/errors/index.ts";
import { readManifest } from "../../kernel/recording/index.ts";
import { noteLine } from "../../kernel/report/index.ts";
import {
  type Gate,
  loadLatest,
  readGates,
  REPORT_FILE,
  resumeSession,
  type SessionState,
} from "../../playtest/index.ts";
import type { Context, Ran } from "../declaration.ts";
import { operation } from "../operation.ts";
import { allowNarrator, folder, runOptions, USUAL_CONCURRENCY, whole } from "../options.ts";
import { exitOf } from "../run-operation.ts";
import { runAbIn } from "./replays/ab-run.ts";
import { bisectShown, runBisectIn } from "./replays/bisect.ts";
import { narratorNamed, narratorRef } from "./content-refs.ts";
import { gateOptions } from "./gate-options.ts";
import { runMatrixIn } from "./matrix/matrix-run.ts";
import { experimentShown } from "./replays/replays.ts";
import { ranSession, requireMeasurable, sessionShown, watchSession } from "./session-run.ts";
import {
  experimentIn,
  longer,
  notLonger,
  plannedAs,
  requireLive,
  storedCiName,
  type StoredExperiment,
} from "./stored-run.ts";

const input = z.strictObject({
  dir: folder("The folder of a session, matrix, A/B test or bisect."),
  pairs: whole(1, 1_000).optional().meta({
    description: "For an A/B test: the new maximum number of pairs, including the earlier ones.",
    value: "N",
  }),
  turns: whole(1)
    .optional()
    .meta({ description: "For a single session: play at most N more turns.", value: "N" }),
  concurrency: whole(1, 500).optional().meta({
    description: "For an experiment: how many sessions run at once. Default: as before.",
    value: "N",
  }),
  narrator: narratorRef("The session's narrator again: its whole address, or in the library its function."),
  allowNarrator,
  ...gateOptions,
  config: runOptions.config,
  budget: runOptions.budget.meta({
    description: "The most the whole run may cost, including what is already spent. Default: its budget.",
  }),
  record: runOptions.record.meta({
    description: "Complete the recording that the run was started with: its folder.",
  }),
});

type Input = z.output<typeof input>;
type Result = SessionResult | MatrixResult | AbResult | BisectResult;
type Plan = Pick<Input, "dir" | "budget" | "turns" | "concurrency" | "record"> &
  ({ stored: StoredExperiment } | { stored: undefined; state: SessionState; gates: Gate[] });

export default operation({
  name: "resume",
  surfaces: ["http"],
  description:
    "Plays the session to its end. A finished session is left unchanged. Answered calls are not repeated; calls in flight at the stop may be, and are reported. Prompt, guide, models, prices and budget stay as they were when the session started, even if you have edited them since. If a provider's address has changed, resume refuses.",
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
    const pinned = stored ? stored.pinned : about("dir", () => loadLatest(dir)).state.config.pinned;
    return { pinned, shards: stored?.kind === "matrix" ? stored.plan.shard?.of : undefined };
  },
  plan(asked, { harness, on }): Plan {
    const { dir, pairs } = asked;
    const stored = experimentIn(dir);
    if (stored) refuseForExperiment(stored.kind, asked);
    else if (pairs !== undefined) throw notLonger(dir, pairs);
    requireLive(dir);
    narratorNamed(harness, asked.narrator);
    harness.permits.allow(asked.allowNarrator ?? []);
    for (const text of harness.notes) on({ type: "note", level: "warning", text });
    if (stored) return { ...asked, stored: longer(stored, dir, pairs) };
    const { state } = loadLatest(dir);
    return { ...asked, stored, state, gates: gatesOf(state, asked) };
  },
  run: (plan, context): Promise<Ran<Result>> =>
    plan.stored ? resumeExperiment(plan.stored, plan, context) : resumeOne(plan, context),
  show(result) {
    if ("outcome" in result) return sessionShown(result);
    return "probes" in result ? bisectShown(result) : experimentShown(result);
  },
  stopIsResult: (result) => "outcome" in result,
});

const KINDS = { matrix: "a matrix", ab: "an A/B test", bisect: "a bisect" } as const;

/** The gates of a matrix are in its plan. An A/B test and a bisect have none. */
function refuseForExperiment(kind: StoredExperiment["kind"], { dir, ...asked }: Input): void {
  const refused = (["turns", "failUnder", "failOver"] as const).filter((name) => asked[name] !== undefined);
  if (refused.length === 0) return;
  const names = refused.map((name) => optionText(name)).join(" and ");
  const isGated = kind === "matrix" && refused.some((name) => name !== "turns");
  const gates = isGated ? " The gates of a matrix are those that it started with." : "";
  throw new HarnessError({
    code: "bad-combination",
    option: refused[0],
    message: `${dir} is ${KINDS[kind]}: ${names} ${refused.length === 1 ? "does" : "do"} not apply.`,
    remedy: `Remove ${names}.${gates}`,
  });
}

/** Those that are given, or else those that it started with. A branch has the config of its parent, but no gates. */
function gatesOf({ config, branchedFrom }: SessionState, { failUnder, failOver }: Input): Gate[] {
  const isGiven = failUnder !== undefined || failOver !== undefined;
  const stored = branchedFrom ? undefined : config.ci;
  const { failUnder: under = [], failOver: over = [] } = isGiven ? { failUnder, failOver } : { ...stored };
  const gates = readGates({ failUnder: under, failOver: over }, Object.keys(config.findings ?? {}));
  requireMeasurable(gates, { judge: config.judgeModel });
  return gates;
}

async function resumeOne(
  plan: Extract<Plan, { stored: undefined }>,
  context: Context,
): Promise<Ran<SessionResult>> {
  const { dir, budget, turns, record, state, gates } = plan;
  const { harness, on } = context;
  const { config, branchedFrom, pulses } = state;
  on({ type: "folder", dir });
  if (record !== undefined)
    // A branch that did not change its seed has that of its parent.
    await completeRecording(record, plan, {
      command: branchedFrom ? "replay" : "play",
      seed: config.seed,
      usualSeed: branchedFrom ? config.seed : undefined,
      harness,
    });
  const played = await resumeSession(harness, dir, {
    budget,
    turns,
    plannedAs: plannedAs(state),
    ...watchSession(context, { config, sessionId: state.sessionId, told: pulses.length }),
    onNotes: (notes) => notes.forEach((note) => on({ type: "note", level: "warning", text: noteLine(note) })),
  });
  return ranSession(played, { harness, gates });
}

async function resumeExperiment(
  stored: StoredExperiment,
  { dir, budget, record, concurrency = stored.pinned?.concurrency ?? USUAL_CONCURRENCY }: Plan,
  context: Context,
): Promise<Ran<Result>> {
  const { harness } = context;
  if (record !== undefined)
    await completeRecording(record, { dir }, { command: stored.kind, seed: stored.seed, harness });
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

type Recorded = {
  /** What the run was started by. */
  command: string;
  seed?: string | number | undefined;
  /** If the recording names none. */
  usualSeed?: string | number | undefined;
} & Pick<Context, "harness">;

/** A recording can be completed only by the run that started it: earlier calls are recorded nowhere else. */
async function completeRecording(
  record: string,
  { dir }: Pick<Plan, "dir">,
  { command, seed, usualSeed, harness }: Recorded,
): Promise<void> {
  const manifest: RecordingManifest = about("record", () => readManifest(record));
  const refuse = (what: string) =>
    new HarnessError({
      code: "bad-recording",
      option: "record",
      message: `This recording does not belong to ${dir}: ${what}.`,
      remedy: `Name the folder that the run was recorded in from its start, or resume without ${optionText("record")}.`,
    });
  if (manifest.command !== command) throw refuse(`it was made by \`rehearse ${manifest.command}\``);
  const recorded = manifest.inputs["seed"] ?? usualSeed;
  if (recorded !== seed) throw refuse(`its seed is ${String(recorded)}, not ${String(seed)}`);
  await harness.recordings.start(manifest, record);
}
