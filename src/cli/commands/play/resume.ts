/** Resumes a session or an experiment that was stopped. */
import { join } from "node:path";
import { USUAL_CONCURRENCY } from "../../../operations/options.ts";
import { plannedAs, requireLive } from "../../../api/play.ts";
import { experimentIn, longer, notLonger } from "../../../api/stored-experiment.ts";
import type { RecordingManifest } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { readManifest } from "../../../kernel/recording/index.ts";
import { noteLine } from "../../../kernel/report/index.ts";
import { loadLatest, REPORT_FILE, resumeSession } from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { ciFlags } from "../flags/ci-flags.ts";
import { playStored } from "../experiments/play-experiment.ts";
import { gateFlags, readGates, requireMeasurable } from "../flags/gate-flags.ts";
import { recordFlag, sayRecording } from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag, playtestHarness } from "../harness/playtest-harness.ts";
import { judgeSession, sayResult, sessionProgress } from "./session-output.ts";

export default defineCommand({
  name: "resume",
  summary: "Resume after a crash, a stop or a spent budget",
  description:
    "Plays the session to its end. A finished session is left unchanged. Answered calls are not repeated; calls in flight at the stop may be, and are reported. Prompt, guide, models, prices and budget stay as they were when the session started, even if you have edited them since. If a provider's address has changed, resume refuses.",
  args: {
    positionals: [
      {
        name: "dir",
        help: "The folder of a session, matrix, A/B test or bisect.",
        required: true,
      },
    ],
  },
  flags: {
    budget: budgetFlag(
      "The most the whole session may cost, including what is already spent. Default: the stored budget.",
    ),
    concurrency: {
      type: "integer",
      value: "N",
      min: 1,
      max: 500,
      help: "For a matrix or an A/B test: sessions played at once. Default: as before.",
    },
    turns: { type: "integer", value: "N", min: 1, help: "For a single session: play at most N more turns." },
    pairs: {
      type: "integer",
      value: "N",
      min: 1,
      max: 1000,
      help: "For an A/B test: the new maximum number of pairs. Earlier pairs count.",
    },
    ...allowNarratorFlag,
    config: settingsFlags.config,
    ...recordFlag,
    ...gateFlags,
    ...ciFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse resume sessions/innsmouth-2026-11-15-081500 --budget 10",
      does: "Resume with a larger budget.",
    },
    { command: "rehearse resume ab/ab-2026-11-15-090000 --pairs 80", does: "Add pairs to an A/B test." },
  ],
  async run({ flags, positionals: [dir], io, signal, ci }) {
    const experiment = experimentIn(dir);
    refuseForCi(dir, experiment?.kind, flags);
    // A bisect has no report for CI.
    ci.silent = experiment?.kind === "bisect";
    ci.command = experiment?.kind ?? "play";
    if (flags.turns !== undefined && experiment)
      throw new HarnessError({
        code: "bad-combination",
        message: `${dir} is not a single session: --turns ${flags.turns} does not apply.`,
        remedy: "Remove --turns, or name the folder of one session.",
      });
    const { pairs } = flags;
    if (pairs !== undefined && experiment === undefined) throw notLonger(dir, pairs);
    const stored = experiment && longer(experiment, dir, pairs);
    requireLive(dir);
    const gated = experiment ? undefined : storedCi(dir);
    const given = flags.failUnder.length + flags.failOver.length > 0;
    const session = experiment ? undefined : loadLatest(dir).state.config;
    const gates = readGates(given ? flags : (gated ?? flags), Object.keys(session?.findings ?? {}));
    if (session) requireMeasurable(gates, { judge: session.judgeModel });
    const config = await configFrom({ config: flags.config });
    // Undefined: an earlier version wrote the folder.
    const pinned = experiment ? experiment.pinned : loadLatest(dir).state.config.pinned;
    const shards = experiment?.kind === "matrix" ? experiment.plan.shard?.of : undefined;
    const harness = playtestHarness({ ...config, pinned, shards }, io, signal);
    harness.permits.allow(flags.allowNarrator);
    for (const note of harness.notes) io.warn(terminalText(note));
    if (flags.record !== undefined)
      await harness.recordings.start(recordingOf(flags.record, dir, experiment), flags.record);
    if (stored) {
      const { budget } = flags;
      const concurrency = flags.concurrency ?? pinned?.concurrency ?? USUAL_CONCURRENCY;
      const exit = await playStored(stored, { harness, io, dir, concurrency, budget, signal, ci }).finally(
        () => harness.close(),
      );
      // No model was called, so nothing was left to play.
      if (exit < 2 && harness.heard.size === 0)
        io.say(
          terminalText(`${dir} was already finished: nothing was played. Report: ${join(dir, REPORT_FILE)}`),
        );
      return exit;
    }
    const { state } = loadLatest(dir);
    const { story, prompt } = state.config;
    ci.name = gated?.name ?? `${story} ${prompt}`;
    const progress = sessionProgress(io, { config: state.config, pulses: state.pulses.length });
    try {
      const played = await resumeSession(harness, dir, {
        budget: flags.budget,
        turns: flags.turns,
        plannedAs: plannedAs(state),
        signal,
        onStep: progress.onStep,
        onTurn: progress.onTurn,
        onWindow: progress.onWindow,
        onNotes: (notes) => notes.forEach((note) => io.warn(terminalText(noteLine(note)))),
      });
      progress.done();
      sayRecording(io, harness, flags);
      const exit = sayResult(io, played, { asJson: flags.json, harness, gates });
      return judgeSession(io, played, { gates, exit, ci });
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

/** What `play` was given. A branch has the config of its parent, but no gates. */
function storedCi(dir: string) {
  const { branchedFrom, config } = loadLatest(dir).state;
  return branchedFrom ? undefined : config.ci;
}

/** Gates of a matrix are in its plan. An A/B test and a bisect have no gates, and a bisect no report for CI. */
function refuseForCi(
  dir: string,
  kind: "matrix" | "ab" | "bisect" | undefined,
  flags: {
    failUnder: readonly string[];
    failOver: readonly string[];
    junit?: string | undefined;
    comment?: string | undefined;
  },
): void {
  if (kind === undefined) return;
  const refused = [
    ...(flags.failUnder.length > 0 ? ["--fail-under"] : []),
    ...(flags.failOver.length > 0 ? ["--fail-over"] : []),
    ...(flags.junit !== undefined && kind !== "matrix" ? ["--junit"] : []),
    ...(flags.comment !== undefined && kind === "bisect" ? ["--comment"] : []),
  ];
  if (refused.length > 0)
    throw new HarnessError({
      code: "bad-combination",
      message: `${dir} is ${{ matrix: "a matrix", ab: "an A/B test", bisect: "a bisect" }[kind]}: ${refused.join(" and ")} ${refused.length === 1 ? "does" : "do"} not apply.`,
      remedy: `Remove ${refused.join(" and ")}.${kind === "matrix" ? " The gates of a matrix are those that it started with." : ""}`,
    });
}

/** A recording can be completed only by the run that started it: earlier calls are recorded nowhere else. */
function recordingOf(
  record: string,
  dir: string,
  experiment: ReturnType<typeof experimentIn>,
): RecordingManifest {
  const manifest = readManifest(record);
  const { command, inputs } = manifest;
  const refuse = (what: string) =>
    new HarnessError({
      code: "bad-recording",
      message: `This recording does not belong to ${dir}: ${what}.`,
      remedy: "Name the folder that the run was recorded in from its start, or resume without --record.",
    });
  const session = experiment ? undefined : loadLatest(dir).state;
  const made = experiment?.kind ?? (session?.branchedFrom ? "replay" : "play");
  if (command !== made) throw refuse(`it was made by \`rehearse ${command}\``);
  // A branch that did not change its seed has that of its parent.
  const seed = experiment ? experiment.seed : session?.config.seed;
  const recorded = inputs["seed"] ?? (session?.branchedFrom ? seed : undefined);
  if (recorded !== seed) throw refuse(`its seed is ${String(recorded)}, not ${String(seed)}`);
  return manifest;
}
