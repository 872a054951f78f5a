/** `ab`: A against B from checkpoints, in pairs. */
import { basename, join } from "node:path";
import { abPlan, type AbDecision, type AbPair, type AbPlan, type formatVersion } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { newRunFolder, readText } from "../kernel/store/index.ts";
import {
  type ArmComparison,
  completeAb,
  houseCast,
  type MetricName,
  planAb,
  readArm,
  requireAb,
  runAb,
  type SessionState,
  writeAbPlan,
} from "../playtest/index.ts";
import {
  configOf,
  plainResult,
  requireOptions,
  runNames,
  stoppedIn,
  withHarness,
  type OptionNames,
  type RunOptions,
} from "./harness.ts";
import { USUAL_CONCURRENCY } from "./matrix.ts";
import { checkpointInput } from "./play.ts";
import { recordedInputs, startRecording, type RecordedCommand } from "./recorded.ts";

/** What an arm changes. `guide` is another story, or the form in which the narrator gets it: `notes` or `full`. */
type Arm = { prompt?: string; guide?: string; narrator?: string };

export type AbOptions = RunOptions & {
  /** One `turn-N.json`, or several. */
  checkpoint: string | readonly string[];
  /** Default: the checkpoint as it was. */
  a?: Arm;
  b?: Arm;
  /** The primary metric. Default: `overall`. */
  metric?: MetricName;
  /** Turns of each replay. Default: 5. */
  turns?: number;
  /** Pairs; with `untilDecided` the maximum. Default: 20. */
  times?: number;
  /** Stop as soon as the evidence is enough. */
  untilDecided?: boolean;
  /** The chance of naming a winner when the arms are equal. Default: 0.05. */
  alpha?: number;
  /** Replays of the unchanged first checkpoint, which come first. Default: 4 dice, 2 repeats each. */
  noise?: { dice: number; repeats: number };
  /** A and B may be the same, to see what chance alone does. */
  aa?: boolean;
  observer?: string;
  judge?: string;
  /** Replays played at once. Default: 10. */
  concurrency?: number;
  /** Modules or addresses that the stored session names as its narrator, and that you trust. */
  allowNarrator?: readonly string[];
  /** The folder in which the folder of the test is created. Default: `abs`. */
  out?: string;
};

const abNames: OptionNames<AbOptions> = {
  ...runNames,
  checkpoint: true,
  a: true,
  b: true,
  metric: true,
  turns: true,
  times: true,
  untilDecided: true,
  alpha: true,
  noise: true,
  aa: true,
  observer: true,
  judge: true,
  concurrency: true,
  allowNarrator: true,
  out: true,
};

/** `ab.json`, and what `ab --json` prints. */
export type AbResult = {
  version: typeof formatVersion;
  dir: string;
  /** The answer in one sentence. */
  says: string;
  decision: AbDecision;
  pairs: AbPair[];
  comparison: ArmComparison | null;
  plan: Record<string, unknown>;
  [more: string]: unknown;
};

/**
 * Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice. Returns what
 * `rehearse ab --json` prints. A test that is stopped rejects with a `HarnessError`; `rehearse resume` continues it.
 *
 * @example
 * import { ab, play } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 6 });
 * const { says, decision } = await ab({
 *   checkpoint: `${dir}/turn-3.json`,
 *   b: { narrator: "house/looping" },
 *   turns: 2,
 *   times: 2,
 *   noise: { dice: 0, repeats: 1 },
 * });
 * console.log(says, decision.winner);
 */
export async function ab(options: AbOptions): Promise<AbResult> {
  requireOptions("ab", options, abNames);
  const { checkpoint, budget, signal, out = "abs", concurrency = USUAL_CONCURRENCY } = options;
  const checkpoints = typeof checkpoint === "string" ? [checkpoint] : checkpoint;
  const config = await configOf(options, { budget });
  return withHarness(
    config,
    { command: "ab", options, house: houseCast, settings: config.settings },
    async (harness) => {
      const { planned, states } = plannedAb(harness, {
        metric: "overall",
        turns: 5,
        untilDecided: false,
        alpha: 0.05,
        noise: { dice: 4, repeats: 2 },
        ...options,
        checkpoints,
        a: wordsOf(options.a),
        b: wordsOf(options.b),
        budget: config.settings.budget,
      });
      await requireAb(harness, planned, states);
      const { dir, plan, manifest } = newAb(harness, planned, { ...options, out, concurrency, states });
      await startRecording(harness, options, manifest);
      await writeAbPlan(dir, plan, await completeAb(harness, { plan, states, checkpoints, signal }));
      const { endedBy } = await runAb(harness, { dir, plan, concurrency, signal });
      if (endedBy) throw stoppedIn(dir, endedBy);
      return plainResult(JSON.parse(readText(join(dir, "ab.json"))) as AbResult);
    },
  );
}

const wordsOf = (arm: Arm = {}): string[] =>
  Object.entries(arm).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));

type AbRequest = Omit<Parameters<typeof planAb>[1], "a" | "b" | "aa"> & {
  /** `key=value`. */
  a: readonly string[];
  b: readonly string[];
  aa?: boolean;
  allowNarrator?: readonly string[];
};

export function plannedAb(harness: Harness, { aa, allowNarrator = [], ...request }: AbRequest) {
  // Without arms of its own, a replay has those of the recording, with their content.
  const isNamed = request.a.length + request.b.length > 0;
  const recorded = isNamed ? undefined : recordedInputs(harness, abPlan.pick({ a: true, b: true }));
  if (request.b.length === 0 && !aa && !recorded)
    throw new HarnessError({
      code: "same-arms",
      message: "--b is missing: B changes nothing.",
      remedy:
        "Say what B changes, such as --b prompt=my-prompt.md; --aa plays two equal arms, to measure chance differences.",
    });
  const { a, b } = recorded ?? { a: readArm(request.a, harness), b: readArm(request.b, harness) };
  harness.permits.allow(allowNarrator);
  const { checkpoints, metric, turns, times, untilDecided, alpha, noise, observer, judge, budget } = request;
  const { plan: planned, states } = planAb(harness, {
    checkpoints,
    a,
    b,
    metric,
    turns,
    times,
    untilDecided,
    alpha,
    noise,
    observer,
    judge: judge === "none" ? undefined : judge,
    budget,
    ...(aa && { aa: true }),
  });
  return { a, b, planned, states };
}

/** The folder of a planned test, the plan that is written to it, and what a recording keeps of it. */
export function newAb(
  harness: Harness,
  planned: AbPlan,
  {
    out,
    concurrency,
    observer,
    judge,
    states,
  }: {
    out: string;
    concurrency: number;
    observer?: string;
    judge?: string;
    /** Of the checkpoints. */
    states: readonly SessionState[];
  },
): { dir: string; plan: AbPlan; manifest: RecordedCommand & { command: "ab" } } {
  const dir = newRunFolder(out, "ab", harness.clock.date());
  const { a, b, metric, turns, times, untilDecided, noise, pinned } = planned;
  return {
    dir,
    plan: { ...planned, abId: basename(dir), ...(pinned && { pinned: { ...pinned, concurrency } }) },
    manifest: {
      command: "ab",
      inputs: () => ({
        checkpoints: states.map(checkpointInput),
        a,
        b,
        turns,
        observer,
        judge,
        metric,
        times,
        untilDecided,
        noise,
      }),
      models: pinned?.models,
    },
  };
}
