/** Branches from a checkpoint: the same scene, with something changed. */
import { problemsOf } from "../../../kernel/errors/index.ts";
import { basename } from "node:path";
import { branchInputs, branchName, changesFrom, parentFolder } from "../../../api/play.ts";
import { recordedBranch } from "../../../contract/index.ts";
import { seedIn } from "../../../kernel/dice/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  branchSession,
  branchState,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  type Played,
  readingsAt,
  requireSession,
} from "../../../playtest/index.ts";
import { defineCommand, table, terminalText } from "../../frame/index.ts";
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
import { resultText, sayHowToResume, sessionProgress } from "./session-output.ts";

export default defineCommand({
  name: "replay",
  summary: "Branch from a checkpoint with something changed",
  description:
    "Starts from the state after a turn, changes the prompt, the guide or its form, a model or the seed, and continues from there. History, players and spokesperson stay. The parent is not changed, and the branch does not depend on it.",
  flags: {
    checkpoint: {
      type: "string",
      value: "FILE",
      required: true,
      help: "A turn-N.json, or a file written by `rehearse checkpoint --out`.",
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
      help: "Stop after N more turns; `resume` continues from there. If the parent's --max-turns leaves fewer, it is raised.",
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
      help: "Number of branches. The first uses the parent's dice, the others their own.",
    },
    seed: { type: "string", value: "SEED", help: "Another seed." },
    budget: budgetFlag("The maximum cost of each branch. Default: the parent's budget."),
    ...observerFlag,
    ...judgeFlags,
    ...settingsFlags,
    ...recordingFlags,
    out: {
      type: "string",
      value: "DIR",
      help: "The folder in which branch folders are created. Default: the parent's.",
    },
    dryRun: { type: "boolean", help: "Print config, group and estimated cost and stop." },
    ...timeoutFlag,
    json: { type: "boolean", help: "Print one JSON document: a list with one result per branch." },
  },
  examples: [
    {
      command: "rehearse replay --checkpoint sessions/abc123/turn-22.json --prompt pulse-aware",
      does: "The same scene with another prompt.",
    },
    {
      command:
        "rehearse replay --checkpoint sessions/abc123/turn-22.json --narrator deepseek-r2 --turns 5 --times 3",
      does: "Another narrator, five turns, three different dice.",
    },
  ],
  async run({ flags, io, signal }) {
    const config = await configFrom({ ...flags, seed: undefined, budget: undefined, guide: undefined });
    const harness = playtestHarness(withRecordings(config, flags, { command: "replay" }), io, signal);
    harness.permits.allow([flags.narrator, ...flags.allowNarrator]);
    const { checkpoint, times } = flags;
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
        times,
      };
      const { changed } = planned.branchedFrom!;
      if (flags.json) io.json({ ...plan, from: planned.branchedFrom });
      else
        io.out(
          [
            terminalText(
              `From turn ${parent.turn} of ${parent.sessionId}, ${times === 1 ? "once" : `${times} times`}. ${changed.length === 0 ? "Nothing is changed." : changed.join("; ")}`,
            ),
            "",
            planText(plan, harness),
          ].join("\n"),
        );
      return dryExit(plan);
    }
    await requireSession(harness, planned.config);
    if (budget === undefined && planned.config.budget !== undefined)
      io.say(
        `Budget: $${planned.config.budget} for ${times === 1 ? "the branch" : "each branch"}, from ${parent.config.budget === undefined ? "the settings" : "its parent"}. Change it with --budget.`,
      );
    const out = flags.out ?? parentFolder(checkpoint);
    const played: Played[] = [];
    try {
      await startRecording(harness, flags, {
        command: "replay",
        inputs: () => branchInputs(changes, { parent, config: planned.config }),
        models: planned.config.pinned?.models,
      });
      for (let replicate = 0; replicate < times; replicate++) {
        const dir = newRunFolder(out, `${parent.sessionId}-t${parent.turn}`, harness.clock.date());
        const branch = times === 1 ? undefined : `branch ${replicate + 1}/${times}`;
        const progress = sessionProgress(io, {
          config: planned.config,
          pulses: parent.pulses.length,
          branch,
        });
        const one = await branchSession(harness, {
          checkpoint,
          changes,
          replicate,
          out,
          sessionId: basename(dir),
          plannedAs: branchName(replicate),
          signal,
          onStep: progress.onStep,
          onTurn: progress.onTurn,
          onWindow: progress.onWindow,
        }).finally(progress.done);
        played.push(one);
        if (!flags.json)
          io.out(
            `${branch === undefined ? "" : `${replicate > 0 ? "\n" : ""}${io.style("bold", `${branch}: ${terminalText(one.result.dir)}`)}\n`}${resultText(one.result, { notice: replicate === 0 })}`,
          );
        if (one.stopped) break;
      }
    } finally {
      await harness.close();
    }
    if (flags.json) io.json(played.map(({ result }) => result));
    else if (times > 1) io.out(`\n${branchTable(played)}`);
    sayRecording(io, harness, flags);
    if (played.length < times)
      io.say(
        `Not started: ${played.length + 1 === times ? `branch ${times}` : `branches ${played.length + 1} to ${times}`} of ${times}. Run the command again to play more.`,
      );
    const exits = played.map((each) => sayHowToResume(io, each, { told: !flags.json, harness }));
    return exits.at(-1)!;
  },
});

const branchTable = (played: readonly Played[]): string =>
  table(
    ["branch", "outcome", "turns", "pulses", "issues", "USD"],
    played.map(({ result: { sessionId, outcome, turns, pulses, issues, cost } }) => [
      sessionId,
      outcome,
      String(turns),
      pulses.expected === undefined ? "-" : `${pulses.detected ?? "?"}/${pulses.expected}`,
      String(issues.length),
      cost.total.toFixed(4),
    ]),
    { right: [2, 3, 4, 5] },
  );
