/** `ab`: A against B from checkpoints, in pairs. */
import { basename, join } from "node:path";
import { abPlan, type AbPlan, type AbResult } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { newRunFolder, readText } from "../kernel/store/index.ts";
import {
  completeAb,
  houseCast,
  planAb,
  readArm,
  requireAb,
  runAb,
  type AbRequest,
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
import { checkpointInput } from "../operations/play/checkpoint-input.ts";
import { recordedInputs, startRecording, type RecordedCommand } from "./recorded.ts";

/** The folder in which the folders of tests are created. */
export const AB_FOLDER = "ab";

/** What an arm changes. `guide` is another story, or the form in which the narrator gets it: `notes` or `full`. */
type Arm = { prompt?: string; guide?: string; narrator?: string };

export type AbOptions = RunOptions & {
  /** One `turn-N.json`, or several. */
  checkpoint: string | readonly string[];
  /** Default: the checkpoint as it was. */
  a?: Arm;
  b?: Arm;
  /** The id of a finding, such as `t23-forced-segue`: the arm in which it comes back less often wins. */
  finding?: string;
  /** Turns of each replay. Default: 5; with `finding`, to two turns after it. */
  turns?: number;
  /** The maximum number of pairs. Default: 40. */
  pairs?: number;
  observer?: string;
  /** Replays played at once. Default: 10. */
  concurrency?: number;
  /** Modules or addresses that the stored session names as its narrator, and that you trust. */
  allowNarrator?: readonly string[];
  /** The folder in which the folder of the test is created. Default: `ab`. */
  out?: string;
};

const abNames: OptionNames<AbOptions> = {
  ...runNames,
  checkpoint: true,
  a: true,
  b: true,
  finding: true,
  turns: true,
  pairs: true,
  observer: true,
  concurrency: true,
  allowNarrator: true,
  out: true,
};

/**
 * Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, until one is better.
 * Returns what `rehearse ab --json` prints. A test that is stopped rejects with a `HarnessError`; `rehearse resume`
 * continues it.
 *
 * @example
 * import { ab, play } from "rehearse";
 *
 * const { dir } = await play({ narrator: "house", seed: 7, maxTurns: 6 });
 * const { verdict, decision } = await ab({
 *   checkpoint: `${dir}/turn-3.json`,
 *   b: { narrator: "house/looping" },
 *   turns: 2,
 *   pairs: 2,
 * });
 * console.log(verdict.headline, decision.winner);
 */
export async function ab(options: AbOptions): Promise<AbResult> {
  requireOptions("ab", options, abNames);
  const { checkpoint, budget, signal, out = AB_FOLDER, concurrency = USUAL_CONCURRENCY } = options;
  const checkpoints = typeof checkpoint === "string" ? [checkpoint] : checkpoint;
  const config = await configOf(options, { budget });
  return withHarness(
    config,
    { command: "ab", options, house: houseCast, settings: config.settings },
    async (harness) => {
      const { plan: planned, states } = plannedAb(harness, {
        ...options,
        checkpoints,
        a: wordsOf(options.a),
        b: wordsOf(options.b),
        budget: config.settings.budget,
      });
      await requireAb(harness, planned, states);
      const { dir, plan, manifest } = newAb(harness, planned, { out, concurrency, states });
      await startRecording(harness, options, manifest);
      await writeAbPlan(dir, plan, await completeAb(harness, { plan, states, checkpoints, signal }));
      const { endedBy } = await runAb(harness, { dir, plan, concurrency, signal });
      if (endedBy) throw stoppedIn(dir, endedBy);
      return plainResult(JSON.parse(readText(join(dir, "ab.json"))) as AbResult);
    },
  );
}

/** As `--a` and `--b` have them. */
export const wordsOf = (arm: Arm = {}): string[] =>
  Object.entries(arm).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]));

type PlannedRequest = Omit<AbRequest, "a" | "b"> & {
  /** `key=value`. */
  a: readonly string[];
  b: readonly string[];
  allowNarrator?: readonly string[];
};

export function plannedAb(
  harness: Harness,
  { a, b, allowNarrator = [], ...request }: PlannedRequest,
): ReturnType<typeof planAb> {
  // Without arms of its own, a replay has those of the recording, with their content.
  const recorded =
    a.length + b.length > 0 ? undefined : recordedInputs(harness, abPlan.pick({ a: true, b: true }));
  if (b.length === 0 && !recorded)
    throw new HarnessError({
      code: "not-comparable",
      message: "--b is missing: B changes nothing.",
      remedy: "Say what B changes, such as --b prompt=my-prompt.md.",
    });
  const arms = recorded ?? { a: readArm(a, harness), b: readArm(b, harness) };
  harness.permits.allow(allowNarrator);
  const { checkpoints, finding, turns, pairs, observer, playerModel, classifier, seed, budget } = request;
  return planAb(harness, {
    ...arms,
    checkpoints,
    finding,
    turns,
    pairs,
    observer,
    playerModel,
    classifier,
    seed,
    budget,
  });
}

/** The folder of a planned test, the plan that is written to it, and what a recording keeps of it. */
export function newAb(
  harness: Harness,
  planned: AbPlan,
  {
    out,
    concurrency,
    states,
  }: {
    out: string;
    concurrency: number;
    /** Of the checkpoints. */
    states: readonly SessionState[];
  },
): { dir: string; plan: AbPlan; manifest: RecordedCommand & { command: "ab" } } {
  const dir = newRunFolder(out, "ab", harness.clock.date());
  const { a, b, turns, pairs, finding, observer, playerModel, classifier, seed, pinned } = planned;
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
        pairs,
        finding,
        observer,
        playerModel,
        classifier,
        seed,
      }),
      models: pinned?.models,
    },
  };
}
