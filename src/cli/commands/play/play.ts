/** Plays one session and writes its report. */
import { issueTypes, recordedSession } from "../../../contract/index.ts";
import { problemsOf } from "../../../kernel/errors/index.ts";
import { basename } from "node:path";
import { groupIn, PLANNED_AS, requestFrom, sessionInputs } from "../../../api/play.ts";
import { seedFor } from "../../../config.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  archetypeIds,
  estimateCost,
  planSession,
  playSession,
  requireSession,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import {
  classifierFlag,
  budgetFlag,
  configFrom,
  guideFlag,
  judgeFlags,
  observerFlag,
  settingsFlags,
} from "../flags/settings-flags.ts";
import { dryExit, planText } from "../harness/dry-run-text.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { ciFlags, markerName } from "../flags/ci-flags.ts";
import { gateFlags, readGates, requireMeasurable } from "../flags/gate-flags.ts";
import {
  recordedInputs,
  recordingFlags,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { sayContent, sayPromptIgnored } from "../harness/content-notes.ts";
import { judgeSession, sayResult, sessionProgress } from "./session-output.ts";

export default defineCommand({
  name: "play",
  summary: "One session: simulated players play a narrator",
  description:
    "A group of 2 to 5 simulated players plays the story; one of them speaks for the group. The seed chooses the players. Every turn is saved as a checkpoint, and the session ends with a report.\n\n" +
    "Without a key the embedded house cast plays. It plays from a script and seeded dice, so its results say nothing about a prompt.",
  flags: {
    story: {
      type: "string",
      value: "NAME",
      help: "Story name (from stories/ or built in), or path to a guide (.json, .md, .txt). Default: innsmouth.",
    },
    prompt: {
      type: "string",
      value: "NAME",
      help: "Prompt name (from prompts/ or built in), or path to a file. Default: baseline.",
    },
    ...guideFlag,
    narrator: {
      type: "string",
      value: "MODEL",
      help: "The narrator under test: a name of `rehearse models`, provider/model-id, an address or a module.",
    },
    players: {
      type: "integer",
      value: "2..5",
      min: 2,
      max: 5,
      help: "The number of players. Default: random.",
    },
    archetypes: {
      type: "list",
      choices: archetypeIds,
      value: "A,B",
      help: "The players' archetypes, in this order. Default: random.",
    },
    seed: {
      type: "string",
      value: "SEED",
      help: "The seed for everything random. Default: the settings' seed, or a new one, which is printed.",
    },
    maxTurns: {
      type: "integer",
      value: "N",
      min: 3,
      help: "Maximum number of turns. Default: 100.",
    },
    variation: {
      type: "number",
      value: "0..1",
      min: 0,
      max: 1,
      help: "How much backstories of one archetype differ.",
    },
    budget: budgetFlag("The maximum cost, including resumes."),
    playerModel: {
      type: "string",
      value: "MODEL",
      help: "One model for all players. Default: each archetype's own.",
    },
    ...classifierFlag,
    ...observerFlag,
    stopOn: {
      type: "list",
      value: "KIND,KIND",
      help: `End the session at the first finding of these kinds; each turn is then read before the next one is played. Kinds: ${issueTypes.join(", ")}, and your own. Most need a reader.`,
    },
    ...judgeFlags,
    ...settingsFlags,
    ...recordingFlags,
    ...gateFlags,
    out: {
      type: "string",
      value: "DIR",
      default: "sessions",
      help: "The folder in which the session folder is created.",
    },
    ...ciFlags,
    dryRun: { type: "boolean", help: "Print config, group and estimated cost and stop." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse play --story innsmouth --narrator house",
      does: "With the embedded cast: no key, no cost.",
    },
    {
      command: "rehearse play --story innsmouth --prompt baseline --narrator opus-4.5 --budget 5",
      does: "A real narrator, for at most five dollars.",
    },
    {
      command: "rehearse play --story innsmouth --narrator grok-4 --fail-under overall=70",
      does: "For CI: exit 1 if the score is below 70.",
    },
    {
      command: "rehearse play --story innsmouth --narrator grok-4 --stop-on contradiction,loop",
      does: "End the session at the first contradiction or loop.",
    },
    {
      command: "rehearse play --story innsmouth --narrator grok-4 --players 3 --dry-run",
      does: "Print the plan and its estimated cost.",
    },
    {
      command: "rehearse play --narrator grok-4 --seed 7 --record recordings/grok",
      does: "Record the session, to replay it without a key.",
    },
    {
      command: "rehearse play --recording recordings/grok --fail-under overall=70",
      does: "For CI: the recorded session, without requests.",
    },
  ],
  async run({ flags, io, signal, ci }) {
    ci.name =
      flags.name ??
      (flags.recording === undefined
        ? markerName([flags.story ?? "innsmouth", flags.prompt ?? "baseline"], "play")
        : markerName([flags.recording, flags.story, flags.prompt], "play"));
    const config = await configFrom(flags);
    const gates = readGates(flags, Object.keys(config.settings.findings ?? {}));
    const harness = playtestHarness(withRecordings(config, flags, { command: "play" }), io, signal);
    harness.permits.allow([flags.narrator]);
    const before = recordedInputs(harness, recordedSession);
    const { seed, drawn } = seedFor(config, flags.seed === undefined ? before?.seed : undefined);
    const request = requestFrom(flags, before);
    sayContent(io, harness, { stories: fileOf(request.story), prompts: fileOf(request.prompt) });
    const plan = planSession(harness, {
      ...request,
      guide: flags.guide ?? before?.guide ?? config.settings.guide,
      seed,
    });
    if (flags.prompt !== undefined) sayPromptIgnored(io, [plan.narratorModel]);
    requireMeasurable(gates, { judge: plan.judgeModel });
    if (flags.dryRun) {
      ci.silent = true;
      const dry = {
        config: plan,
        estimate: estimateCost(plan, harness.catalog),
        problems: await problemsOf(() => requireSession(harness, plan)),
      };
      if (flags.json) io.json(dry);
      else io.out(planText(dry, harness));
      return dryExit(dry);
    }
    await requireSession(harness, plan);
    for (const { code, text } of plan.castingNotes)
      if (code === "no-classifier" && request.maxTurns === undefined)
        io.say(terminalText(`No classifier: ${text}`));
    if (drawn) io.say(`Seed ${seed} (random). To repeat the same group and dice: --seed ${seed}.`);
    const progress = sessionProgress(io, { config: plan });
    try {
      await startRecording(harness, flags, {
        command: "play",
        inputs: () => sessionInputs(plan, groupIn(request)),
        models: plan.pinned?.models,
      });
      const dir = newRunFolder(flags.out, plan.story, harness.clock.date());
      const played = await playSession(harness, {
        config:
          gates.length > 0 || flags.comment !== undefined
            ? {
                ...plan,
                ci: { name: ci.name, failUnder: [...flags.failUnder], failOver: [...flags.failOver] },
              }
            : plan,
        out: flags.out,
        sessionId: basename(dir),
        plannedAs: PLANNED_AS,
        signal,
        onStep: progress.onStep,
        onTurn: progress.onTurn,
        onWindow: progress.onWindow,
      });
      progress.done();
      const exit = sayResult(io, played, { asJson: flags.json, harness, gates });
      sayRecording(io, harness, flags);
      return judgeSession(io, played, { gates, exit, ci });
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

/** The content of a recording has no file. */
const fileOf = (asked: string | object): string | undefined =>
  typeof asked === "string" ? asked : undefined;
