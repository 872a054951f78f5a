/** A branch from a checkpoint, or pairs of branches: the same scene, with something changed. */
import { basename } from "node:path";
import { AB_FOLDER, plannedAb, wordsOf } from "../../../api/ab.ts";
import { USUAL_CONCURRENCY } from "../../../api/matrix.ts";
import { branchInputs, branchName, changesFrom, parentFolder } from "../../../api/play.ts";
import { recordedBranch } from "../../../contract/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import { seedIn } from "../../../kernel/dice/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  branchSession,
  branchState,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  readingsAt,
  requireSession,
} from "../../../playtest/index.ts";
import { defineCommand, kebab, terminalText } from "../../frame/index.ts";
import { timeoutFlag } from "../flags/ci-flags.ts";
import {
  recordedInputs,
  recordingFlags,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import {
  budgetFlag,
  classifierFlag,
  configFrom,
  guideFlag,
  judgeFlags,
  observerFlag,
  settingsFlags,
} from "../flags/settings-flags.ts";
import { allowNarratorFlag, playtestHarness } from "../harness/playtest-harness.ts";
import { dryExit, planText } from "../harness/dry-run-text.ts";
import { sayContent, sayPromptIgnored } from "../harness/content-notes.ts";
import { withHarness } from "../experiments/play-experiment.ts";
import { startAb } from "../experiments/start-ab.ts";
import { resultText, sayHowToResume, sessionProgress } from "./session-output.ts";

export default defineCommand({
  name: "replay",
  summary: "Branch from a checkpoint with something changed",
  description:
    "Starts from the state after a turn, changes the prompt, the guide or its form, a model or the seed, and continues from there. History, players and spokesperson stay. The parent is not changed, and the branch does not depend on it.\n\n" +
    "With --times 2 or more the unchanged prompt is replayed too, pair by pair with the same dice: an A/B test, as `rehearse ab` plays it.",
  flags: {
    checkpoint: {
      type: "string",
      value: "FILE",
      required: true,
      help: "A turn-N.json, or a file written by `rehearse export DIR --checkpoint N`.",
    },
    prompt: { type: "string", value: "NAME", help: "Another prompt, by name or path." },
    narrator: { type: "string", value: "MODEL", help: "Another narrator." },
    ...allowNarratorFlag,
    playerModel: { type: "string", value: "MODEL", help: "Another model for all players." },
    ...classifierFlag,
    storyGuide: { type: "string", value: "NAME", help: "Another guide, by name or path." },
    guide: {
      ...guideFlag.guide,
      help: "How the narrator gets the guide: notes or full. Default: as in the parent.",
    },
    turns: {
      type: "integer",
      value: "N",
      min: 1,
      help: "Stop after N more turns; `resume` continues from there. If the parent's --max-turns leaves fewer, it is raised. Default: to the end, or 5 with --times 2 or more.",
    },
    maxTurns: {
      type: "integer",
      value: "N",
      min: 3,
      help: "Maximum number of turns in all, including the parent's. Default: the parent's limit.",
    },
    times: {
      type: "integer",
      value: "K",
      min: 1,
      max: 1000,
      default: 1,
      help: "2 or more: at most K pairs of a changed and an unchanged branch; it stops when it is decided. 1: one branch, with the parent's dice.",
    },
    seed: { type: "string", value: "SEED", help: "Another seed." },
    budget: budgetFlag("The maximum cost of the branch, or of all pairs. Default: the parent's budget."),
    ...observerFlag,
    ...judgeFlags,
    ...settingsFlags,
    ...recordingFlags,
    out: {
      type: "string",
      value: "DIR",
      help: "The folder in which the branch's folder is created. Default: the parent's folder, or ab with --times 2 or more.",
    },
    dryRun: { type: "boolean", help: "Print config, group and estimated cost and stop." },
    ...timeoutFlag,
    json: {
      type: "boolean",
      help: "Print one JSON document: a list of one result, or ab.json with --times 2 or more.",
    },
  },
  examples: [
    {
      command: "rehearse replay --checkpoint sessions/abc123/turn-22.json --prompt pulse-aware",
      does: "The same scene with another prompt.",
    },
    {
      command:
        "rehearse replay --checkpoint sessions/abc123/turn-22.json --prompt my-prompt.md --turns 5 --times 40",
      does: "Did the edited prompt help? Up to 40 pairs of five turns.",
    },
  ],
  async run({ flags, io, signal, ci }) {
    if (flags.times > 1) {
      const { checkpoint, times, prompt, narrator, storyGuide, guide, out = AB_FOLDER } = flags;
      refuseForPairs(flags);
      const config = await configFrom({ ...flags, seed: undefined, guide: undefined });
      const b = [...wordsOf({ prompt, narrator, guide: storyGuide }), ...wordsOf({ guide })];
      return withHarness("ab", { config, flags, io, signal }, (harness) => {
        if (b.length === 0 && !harness.recordings.manifest) throw nothingChanged(times);
        const planned = plannedAb(harness, {
          ...flags,
          checkpoints: [checkpoint],
          a: [],
          b,
          pairs: times,
          seed: flags.seed === undefined ? undefined : seedIn(flags.seed),
          budget: config.settings.budget,
        });
        return startAb(
          { harness, io, flags: { ...flags, out, concurrency: USUAL_CONCURRENCY }, signal, ci },
          { ...planned, checkpoints: [checkpoint] },
        );
      });
    }
    const config = await configFrom({ ...flags, seed: undefined, budget: undefined, guide: undefined });
    const harness = playtestHarness(withRecordings(config, flags, { command: "replay" }), io, signal);
    harness.permits.allow([flags.narrator, ...flags.allowNarrator]);
    const { checkpoint } = flags;
    const { state: parent } = loadCheckpoint(checkpoint);
    const { prompt, storyGuide, budget } = flags;
    const seed = flags.seed === undefined ? undefined : seedIn(flags.seed);
    const changes = changesFrom({ ...flags, seed }, recordedInputs(harness, recordedBranch));
    const { turns } = changes;
    sayContent(io, harness, { stories: storyGuide, prompts: prompt });
    // Finds problems before a folder is created.
    const planned = branchState({ harness, parent, changes, replicate: 0, sessionId: "planned" });
    if (prompt !== undefined) sayPromptIgnored(io, [planned.config.narratorModel]);
    const limits = [parent.config.maxTurns, planned.config.maxTurns];
    if (flags.maxTurns === undefined && limits[0] !== limits[1])
      io.say(
        `The parent's limit of ${limits[0]} turns leaves fewer than --turns ${turns}: it is raised to ${limits[1]}.`,
      );
    if (flags.dryRun) {
      const readings = readingsAt(checkpoint, planned.config.observerModel);
      const plan = {
        config: planned.config,
        estimate: estimateCost(planned.config, harness.catalog, { from: planned, turns }),
        missing: estimateMissing(planned, harness.catalog, readings),
        problems: await problemsOf(() => requireSession(harness, planned.config)),
      };
      const { changed } = planned.branchedFrom!;
      const what = changed.length === 0 ? "Nothing is changed." : changed.join("; ");
      if (flags.json) io.json({ ...plan, from: planned.branchedFrom });
      else
        io.out(
          `${terminalText(`From turn ${parent.turn} of ${parent.sessionId}. ${what}`)}\n\n${planText(plan, harness)}`,
        );
      return dryExit(plan);
    }
    await requireSession(harness, planned.config);
    if (budget === undefined && planned.config.budget !== undefined)
      io.say(
        `Budget: $${planned.config.budget}, from ${parent.config.budget === undefined ? "the settings" : "its parent"}. Change it with --budget.`,
      );
    const out = flags.out ?? parentFolder(checkpoint);
    try {
      await startRecording(harness, flags, {
        command: "replay",
        inputs: () => branchInputs(changes, { parent, config: planned.config }),
        models: planned.config.pinned?.models,
      });
      const dir = newRunFolder(out, `${parent.sessionId}-t${parent.turn}`, harness.clock.date());
      const progress = sessionProgress(io, { config: planned.config, pulses: parent.pulses.length });
      const played = await branchSession(harness, {
        checkpoint,
        changes,
        replicate: 0,
        out,
        sessionId: basename(dir),
        plannedAs: branchName(0),
        signal,
        onStep: progress.onStep,
        onTurn: progress.onTurn,
        onWindow: progress.onWindow,
      }).finally(progress.done);
      if (flags.json) io.json([played.result]);
      else io.out(resultText(played.result, io));
      sayRecording(io, harness, flags);
      return sayHowToResume(io, played, { told: !flags.json, harness });
    } finally {
      await harness.close();
    }
  },
});

/** Flags of a single branch. */
function refuseForPairs(flags: {
  judge?: string | undefined;
  rubric?: string | undefined;
  maxTurns?: number | undefined;
}): void {
  const given = (["judge", "rubric", "maxTurns"] as const).filter((name) => flags[name] !== undefined);
  if (given.length === 0) return;
  const names = given.map((name) => `--${kebab(name)}`).join(" and ");
  throw new HarnessError({
    code: "bad-combination",
    message: `${names} cannot be combined with --times: pairs are compared by the points lost in their own turns.`,
    remedy: `Remove ${names}, or --times.`,
  });
}

const nothingChanged = (times: number) =>
  new HarnessError({
    code: "not-comparable",
    message: `--times ${times} compares a change with the unchanged checkpoint, but nothing is changed: there is nothing to compare.`,
    remedy: "Change --prompt, --narrator, --story-guide or --guide, or leave out --times.",
  });
