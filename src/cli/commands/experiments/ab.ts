/** A against B from checkpoints, in pairs. */
import { newAb, plannedAb } from "../../../api/ab.ts";
import type { AbPlan } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  abOutlook,
  type AbOutlook,
  capText,
  completeAb,
  metricNames,
  requireAb,
  writeAbPlan,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { recordingFlags } from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, observerFlag, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag } from "../harness/playtest-harness.ts";
import { sayPromptIgnored } from "../harness/content-notes.ts";
import { dryExit, missingLines, problemLines, problemsOf, turnLimitText } from "../harness/dry-run-text.ts";
import { queueExperiment, queueFlags, refuseRecording } from "../engine/queue-experiment.ts";
import { concurrencyFlag, outFlag, playAb, recordAndPlay, withHarness } from "./play-experiment.ts";

export default defineCommand({
  name: "ab",
  summary: "Test A against B from checkpoints, in pairs",
  description:
    "Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, and says which is better, how sure that is, and for what it speaks. First, replays of the unchanged checkpoint tell how much the metric moves by itself.\n\n" +
    "With --until-decided it looks after every pair and stops as soon as the evidence is enough: the e-process allows for looking often.",
  flags: {
    checkpoint: {
      type: "list",
      value: "FILE",
      required: true,
      help: "turn-N.json files, one or many (repeat the flag, or separate them by commas).",
    },
    a: {
      type: "list",
      value: "K=V",
      help: "What A changes: prompt=NAME, guide=NAME, guide=notes|full, narrator=MODEL; without it A is the checkpoint as it was.",
    },
    b: { type: "list", value: "K=V", help: "What B changes." },
    ...allowNarratorFlag,
    aa: { type: "boolean", help: "A and B may be the same: to see what luck alone does." },
    metric: {
      type: "choice",
      choices: metricNames,
      default: "overall",
      help: "The metric that decides, named beforehand.",
    },
    turns: { type: "integer", value: "N", min: 1, default: 5, help: "Turns of each replay." },
    times: {
      type: "integer",
      value: "N",
      min: 1,
      max: 1000,
      help: "Pairs; with --until-decided the most. Default: 20; with --until-decided 100, or from six checkpoints on 20 or one each.",
    },
    untilDecided: { type: "boolean", help: "Stop as soon as the evidence is enough." },
    alpha: {
      type: "number",
      value: "0..1",
      min: 0.0001,
      max: 0.2,
      default: 0.05,
      help: "The chance of naming a winner when the arms are equal.",
    },
    noise: {
      type: "string",
      value: "DxR",
      default: "4x2",
      help: "Replays of the unchanged first checkpoint: D throws of the dice, R times each; 0: none.",
    },
    ...observerFlag,
    judge: { type: "string", value: "MODEL", help: "Who judges each replay; needed for a judge's metrics." },
    concurrency: concurrencyFlag("Replays played at once."),
    budget: budgetFlag("The most that the whole test may cost."),
    ...settingsFlags,
    ...recordingFlags,
    ...queueFlags,
    out: outFlag("test", "abs"),
    dryRun: {
      type: "boolean",
      help: "Show how much would be played, for how much, and what it could show; play nothing.",
    },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command:
        "rehearse ab --checkpoint sessions/abc123/turn-22.json --b prompt=pulse-aware --until-decided --budget 5",
      does: "Is the other prompt better from turn 22 on? For five dollars at most.",
    },
    {
      command:
        "rehearse ab --checkpoint sessions/a/turn-9.json,sessions/b/turn-14.json --a narrator=grok-4 --b narrator=deepseek-r2 --metric soundness",
      does: "Two narrators, from two checkpoints.",
    },
  ],
  async run({ flags, io, signal }) {
    const noise = readNoise(flags.noise);
    const config = await configFrom({ ...flags, seed: undefined });
    return withHarness("ab", { config, flags, io, signal }, async (harness) => {
      const { a, b, planned, states } = plannedAb(harness, {
        ...flags,
        checkpoints: flags.checkpoint,
        noise,
        budget: config.settings.budget,
      });
      if (a.wish.prompt !== undefined || b.wish.prompt !== undefined)
        sayPromptIgnored(
          io,
          [a, b].flatMap(({ wish }) => wish.narrator ?? states.map(({ config }) => config.narratorModel)),
        );
      if (flags.dryRun) {
        const outlook = await abOutlook(harness, planned, {
          states,
          checkpoints: flags.checkpoint,
        });
        const problems = await problemsOf(() => requireAb(harness, planned, states));
        if (flags.json) io.json({ ...outlook, problems });
        else io.out(terminalText([outlookText(planned, outlook), ...problemLines(problems)].join("\n")));
        return dryExit({ problems });
      }
      // Keys are the workers' business.
      if (flags.engine === undefined) await requireAb(harness, planned, states);
      else refuseRecording(flags);
      const { dir, plan, manifest } = newAb(harness, planned, flags);
      if (flags.engine !== undefined) {
        const read = await completeAb(harness, { plan, states, checkpoints: flags.checkpoint, signal });
        await writeAbPlan(dir, plan, read);
        return queueExperiment({
          io,
          engine: flags.engine,
          detach: flags.detach,
          signal,
          kind: "ab",
          dir,
          planned: 2 * plan.times + plan.noise.dice * plan.noise.repeats,
          cap: plan.budget,
          atOnce: flags.concurrency,
          print: () => playAb({ harness, io, dir, plan, concurrency: 1, engine: "none" }),
        });
      }
      return recordAndPlay(
        { harness, io, flags },
        {
          ...manifest,
          async writePlan() {
            const read = await completeAb(harness, { plan, states, checkpoints: flags.checkpoint, signal });
            await writeAbPlan(dir, plan, read);
          },
          play: () => playAb({ harness, io, dir, plan, concurrency: flags.concurrency, signal }),
        },
      );
    });
  },
});

function readNoise(text: string): { dice: number; repeats: number } {
  const [, dice, repeats] = /^(\d{1,3})x(\d{1,2})$/.exec(text) ?? [];
  if (text === "0") return { dice: 0, repeats: 1 };
  if (dice === undefined || Number(repeats) < 1)
    throw new HarnessError({
      code: "bad-noise",
      message: `--noise ${text} is not understood.`,
      remedy: "Write DxR, such as --noise 4x2 (four throws of the dice, twice each), or 0.",
    });
  return { dice: Number(dice), repeats: Number(repeats) };
}

function outlookText(
  plan: AbPlan,
  { pairs, unit, units, replays, reader, missing, usd, known, atTurnLimit, detectable, fewest }: AbOutlook,
): string {
  const { a, b, metric, turns, checkpoints, untilDecided, alpha } = plan;
  const dollars = ({ low, high }: { low: number; high: number }) =>
    `$${low.toFixed(2)} to $${high.toFixed(2)}`;
  return [
    `A: ${a.label}. B: ${b.label}. From ${checkpoints.map(({ sessionId, turn }) => `${sessionId} turn ${turn}`).join(", ")}.`,
    `${counted(pairs, "pair")} of ${counted(turns, "turn")}${untilDecided ? " at most" : ""}, ${replays - 2 * pairs} replays of the unchanged checkpoint first: ${counted(replays, "replay")} in all.`,
    ...(unit === "checkpoint"
      ? [
          `From six checkpoints on each counts once, by the mean of its pairs${untilDecided ? "; they are played one after the other" : ""}.`,
        ]
      : []),
    `Reader of both arms: ${reader}.`,
    ...missingLines(missing),
    `Cost: ${usd ? dollars(usd) : `at least ${dollars(known)}: not every price is known`}${untilDecided ? "; less where it is decided early" : ""}. An estimate.`,
    ...(atTurnLimit.known > known.high ? [turnLimitText(atTurnLimit, { what: "all replays run" })] : []),
    untilDecided
      ? fewest === null
        ? `So few ${unit}s cannot decide: with alpha ${alpha} the e-process needs more, even if one arm wins all.`
        : `To decide, one arm must win ${fewest} of ${units} ${unit}s (fewer, where it leads earlier). ${capText(plan)}`
      : detectable === null
        ? `So few ${unit}s can show nothing.`
        : `With ${counted(units, unit)}, a difference in ${metric} of ${detectable.toFixed(2)} standard deviations between ${unit}s can be shown (80 % power).`,
  ].join("\n");
}
