/** `play`, `replay` and `resume`: one session, branches from one of its checkpoints, and its rest after a stop. */
import { basename, dirname, join } from "node:path";
import {
  type GuideForm,
  recordedBranch,
  type RecordedBranch,
  type SessionConfig,
  type SessionResult,
} from "../contract/index.ts";
import { portableName } from "../kernel/addresses/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { noteLine } from "../kernel/report/index.ts";
import { newRunFolder } from "../kernel/store/index.ts";
import {
  lastResult,
  type BranchChanges,
  branchSession,
  branchState,
  houseCast,
  loadCheckpoint,
  loadLatest,
  type Played,
  requireSession,
  resumeSession,
  type SessionState,
} from "../playtest/index.ts";
import {
  configOf,
  plainResult,
  requireOptions,
  runNames,
  settingsNames,
  stoppedIn,
  withHarness,
  type OptionNames,
  type RunOptions,
  type SettingsOptions,
} from "./harness.ts";
import { PLANNED_AS } from "../operations/play/session-run.ts";
import { recordedInputs, startRecording } from "./recorded.ts";
import { checkpointInput } from "../operations/play/checkpoint-input.ts";
import { requireSessionFolder } from "../operations/play/open-session.ts";

type ReaderOptions = {
  /** The reader, which finds mistakes in each turn: a model, `none`, or `house`. */
  observer?: string;
  /**
   * The model that judges the session at its end, or `none`. Default: if a model reads the session, the settings' judge,
   * whose scores do not count.
   */
  judge?: string;
  /** The judge's rubric, if you have your own. */
  rubric?: string;
};

export type ReplayOptions = RunOptions &
  ReaderOptions & {
    /** A `turn-N.json` of a session folder. */
    checkpoint: string;
    /** Another prompt, narrator, guide, form of the guide or seed. */
    prompt?: string;
    narrator?: string;
    storyGuide?: string;
    guide?: GuideForm;
    seed?: string | number;
    /** Another model for all players. */
    playerModel?: string;
    /** Another model that classifies the narrator's output. */
    classifier?: string;
    /** Stop after so many more turns. If the parent's limit leaves too few, it is raised. */
    turns?: number;
    /** Maximum number of turns in all. Default: the parent's, or more if `turns` needs it. */
    maxTurns?: number;
    /** Modules or addresses that the stored session names as its narrator, and that you trust. */
    allowNarrator?: readonly string[];
    /** The folder in which branch folders are created. Default: the parent's. */
    out?: string;
  };

const replayNames: OptionNames<ReplayOptions> = {
  ...runNames,
  observer: true,
  judge: true,
  rubric: true,
  checkpoint: true,
  prompt: true,
  narrator: true,
  playerModel: true,
  classifier: true,
  storyGuide: true,
  guide: true,
  seed: true,
  turns: true,
  maxTurns: true,
  allowNarrator: true,
  out: true,
};

/**
 * Branches once from a checkpoint with something changed, with the parent's dice. Returns what `rehearse replay --json`
 * prints. One branch cannot tell cause from luck: `ab` replays the unchanged prompt too, in pairs.
 *
 * @example
 * import { play, replay } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 5 });
 * const branches = await replay({ checkpoint: `${dir}/turn-3.json`, narrator: "house/looping", turns: 2 });
 * console.log(branches.map(({ outcome, turns }) => `${outcome} after ${turns} turns`));
 */
export async function replay(options: ReplayOptions): Promise<SessionResult[]> {
  requireOptions("replay", options, replayNames);
  const { checkpoint, out = parentFolder(options.checkpoint), signal } = options;
  const config = await configOf(options);
  return withHarness(
    config,
    { command: "replay", options, house: houseCast, settings: config.settings },
    async (harness) => {
      harness.permits.allow([options.narrator, ...(options.allowNarrator ?? [])]);
      const { state: parent } = loadCheckpoint(checkpoint);
      const changes = changesFrom(options, recordedInputs(harness, recordedBranch));
      // Finds problems before a folder is created.
      const planned = branchState({ harness, parent, changes, replicate: 0, sessionId: "planned" });
      await requireSession(harness, planned.config);
      await startRecording(harness, options, {
        command: "replay",
        inputs: () => branchInputs(changes, { parent, config: planned.config }),
        models: planned.config.pinned?.models,
      });
      const dir = newRunFolder(out, `${parent.sessionId}-t${parent.turn}`, harness.clock.date());
      const played = await branchSession(harness, {
        checkpoint,
        changes,
        replicate: 0,
        out,
        signal,
        sessionId: basename(dir),
        plannedAs: branchName(0),
      });
      return [resultOf(played)];
    },
  );
}

export type ResumeOptions = SettingsOptions &
  Pick<RunOptions, "signal" | "onNote"> & {
    /** The maximum cost of the whole session, including what is already spent. Default: the stored budget. */
    budget?: number;
    /** Stop after so many more turns. */
    turns?: number;
    /** Modules or addresses that the stored session names as its narrator, and that you trust. */
    allowNarrator?: readonly string[];
  };

const resumeNames: OptionNames<ResumeOptions> = {
  ...settingsNames,
  signal: true,
  onNote: true,
  budget: true,
  turns: true,
  allowNarrator: true,
};

/**
 * Resumes a session after a crash, a stop or a spent budget, and returns its result. No answered call is repeated. A
 * finished session is left as it is.
 *
 * @example
 * import { play, resume } from "rehearse";
 *
 * const stopped = await play({ narrator: "house", seed: 7, maxTurns: 5, signal: AbortSignal.timeout(500) });
 * const { outcome, turns } = await resume(stopped.dir);
 * console.log(outcome, turns);
 */
export async function resume(dir: string, options: ResumeOptions = {}): Promise<SessionResult> {
  requireOptions("resume", options, resumeNames);
  const { budget, turns, allowNarrator = [], signal, onNote } = options;
  requireSessionFolder(dir, "`rehearse resume` resumes a matrix, an A/B test or a bisect.");
  requireLive(dir);
  const config = await configOf(options);
  const { state } = loadLatest(dir);
  return withHarness(
    { ...config, pinned: state.config.pinned },
    { command: "resume", options, house: houseCast, settings: config.settings },
    async (harness) => {
      harness.permits.allow(allowNarrator);
      for (const note of harness.notes) onNote?.(note);
      return resultOf(
        await resumeSession(harness, dir, {
          budget,
          turns,
          plannedAs: plannedAs(state),
          signal,
          onNotes: (notes) => notes.forEach((note) => onNote?.(noteLine(note))),
        }),
      );
    },
  );
}

/** A session played from a recording must not be resumed with real models. */
export function requireLive(dir: string): void {
  // An unreadable result is ignored: resuming does not need it.
  if (!lastResult(dir)?.notes.some(({ code }) => code === "recording")) return;
  throw new HarnessError({
    code: "not-resumable",
    message: `${dir} was played from a recording; resuming it would call the models.`,
    remedy: "Play it again with --recording, or branch from its last turn with `rehearse replay`.",
  });
}

/** The name of a single session in recordings. */
export const plannedAs = ({ branchedFrom }: Pick<SessionState, "branchedFrom">): string =>
  branchedFrom === undefined ? PLANNED_AS : branchName(branchedFrom.replicate);

/** Out of budget and stopped by the caller are outcomes; everything else that stops a session is an error. */
function resultOf({ result, stopped }: Played): SessionResult {
  if (stopped && stopped.exit !== 4 && stopped.exit !== 130) throw stoppedIn(result.dir, stopped);
  return plainResult(result);
}

/** The flags; if one is missing, the change of the recorded branch. */
export const changesFrom = (flags: BranchChanges, before: RecordedBranch | undefined): BranchChanges => {
  const { checkpoint: _, ...recorded } = before ?? {};
  const { checkpoint: __, ...changes } = recordedBranch.shape;
  const given = Object.entries(flags).filter(
    ([name, value]) => (name === "budget" || name in changes) && value !== undefined,
  );
  return { ...recorded, ...Object.fromEntries(given) };
};

/** What a recording keeps of a branch: its changes, with their content. */
export const branchInputs = (
  { prompt, storyGuide, narrator, rubric, budget: _budget, ...changes }: BranchChanges,
  { parent, config }: { parent: SessionState; config: SessionConfig },
) => ({
  checkpoint: checkpointInput(parent),
  prompt: prompt && { name: config.prompt, text: config.systemPrompt },
  storyGuide: storyGuide && config.storyGuide,
  narrator: narrator && portableName(config.narratorModel),
  ...changes,
  rubric: rubric && config.judgeRubric,
});

/** The name of a branch in recordings. */
export const branchName = (replicate: number): string => `branch-${replicate + 1}`;

/** A branch goes next to its parent's folder. */
export const parentFolder = (checkpoint: string): string =>
  /^turn-\d+\.json$/.test(basename(checkpoint)) ? join(dirname(checkpoint), "..") : "sessions";
