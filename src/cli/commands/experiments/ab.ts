/** Compares A with B in pairs of branches from checkpoints. */
import { newAb, plannedAb } from "../../../api/ab.ts";
import type { AbPlan } from "../../../contract/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  abMetrics,
  abOutlook,
  type AbOutlook,
  capText,
  completeAb,
  requireAb,
  writeAbPlan,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { commentFlag, markerName, timeoutFlag } from "../flags/ci-flags.ts";
import { recordingFlags } from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, observerFlag, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag } from "../harness/playtest-harness.ts";
import { sayPromptIgnored } from "../harness/content-notes.ts";
import { dryExit, missingLines, problemLines, turnLimitText } from "../harness/dry-run-text.ts";
import { concurrencyFlag, outFlag, playAb, recordAndPlay, withHarness } from "./play-experiment.ts";

export default defineCommand({
  name: "ab",
  summary: "Test A against B from checkpoints, in pairs",
  description:
    "Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, and reports which is better, with what certainty. First, replays of the unchanged checkpoint measure how much the metric varies by chance.\n\n" +
    "With --until-decided it tests after every pair and stops when there is enough evidence. Its test, an e-process, stays valid however often it looks.",
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
      help: "What A changes: prompt=NAME, guide=NAME, guide=notes|full, narrator=MODEL. Default: nothing, A is the unchanged checkpoint.",
    },
    b: { type: "list", value: "K=V", help: "What B changes." },
    ...allowNarratorFlag,
    aa: { type: "boolean", help: "Allow A and B to be the same, to measure chance differences." },
    metric: {
      type: "choice",
      choices: abMetrics,
      default: "overall",
      help: "The primary metric, which decides.",
    },
    turns: {
      type: "integer",
      value: "N",
      min: 1,
      default: 5,
      help: "Turns of each replay, counted from the checkpoint.",
    },
    times: {
      type: "integer",
      value: "N",
      min: 1,
      max: 1000,
      help: "The number of pairs; with --until-decided the maximum. Default: 20. With --until-decided: 100; with six or more checkpoints 20, or one per checkpoint if there are more.",
    },
    untilDecided: { type: "boolean", help: "Stop as soon as there is enough evidence." },
    alpha: {
      type: "number",
      value: "0..1",
      min: 0.0001,
      max: 0.2,
      default: 0.05,
      help: "The maximum chance of declaring a winner if A and B are equal.",
    },
    noise: {
      type: "string",
      value: "DxR",
      default: "4x2",
      help: "Replays of the unchanged first checkpoint, to measure noise: D sets of dice, R times each. 0: none.",
    },
    ...observerFlag,
    judge: {
      type: "string",
      value: "MODEL",
      help: "The model that judges each replay. Needed for the metrics of a judge.",
    },
    concurrency: concurrencyFlag("Replays played at once."),
    budget: budgetFlag("The maximum cost of the whole test."),
    ...settingsFlags,
    ...recordingFlags,
    ...commentFlag,
    ...timeoutFlag,
    out: outFlag("test", "abs"),
    dryRun: {
      type: "boolean",
      help: "Print replays, estimated cost and statistical power and stop.",
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
  async run({ flags, io, signal, ci }) {
    const arm = (words: readonly string[]) =>
      markerName(
        words.flatMap((word) => word.split("=", 2)),
        "unchanged",
      );
    ci.name = flags.name ?? `${arm(flags.a)} against ${arm(flags.b)}`;
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
        ci.silent = true;
        const outlook = await abOutlook(harness, planned, {
          states,
          checkpoints: flags.checkpoint,
        });
        const problems = await problemsOf(() => requireAb(harness, planned, states));
        if (flags.json) io.json({ ...outlook, problems });
        else io.out(terminalText([outlookText(planned, outlook), ...problemLines(problems)].join("\n")));
        return dryExit({ problems });
      }
      await requireAb(harness, planned, states);
      const { dir, plan, manifest } = newAb(harness, planned, { ...flags, states });
      return recordAndPlay(
        { harness, io, flags },
        {
          ...manifest,
          async writePlan() {
            const read = await completeAb(harness, { plan, states, checkpoints: flags.checkpoint, signal });
            await writeAbPlan(dir, plan, read);
          },
          play: () => playAb({ harness, io, dir, plan, concurrency: flags.concurrency, signal, ci }),
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
    high === 0 ? "nothing" : `$${low.toFixed(2)} to $${high.toFixed(2)}`;
  return [
    `A: ${a.label}. B: ${b.label}. From ${checkpoints.map(({ sessionId, turn }) => `${sessionId} turn ${turn}`).join(", ")}.`,
    `${untilDecided ? "At most " : ""}${counted(pairs, "pair")} (A and B from the same checkpoint with the same dice, ${counted(turns, "turn")} each)${replays > 2 * pairs ? `, after ${replays - 2 * pairs} replays of the unchanged checkpoint to measure noise` : ""}: ${counted(replays, "replay")} in all.`,
    ...(unit === "checkpoint"
      ? [
          `With six or more checkpoints, each checkpoint counts once, with the mean of its pairs${untilDecided ? "; checkpoints are played one after the other" : ""}.`,
        ]
      : []),
    `Reader of both arms: ${reader}.`,
    ...missingLines(missing),
    `Estimated cost: ${usd ? dollars(usd) : `at least ${dollars(known)}: not every price is known`}${untilDecided ? "; less if it is decided early" : ""}.`,
    ...(atTurnLimit.known > known.high ? [turnLimitText(atTurnLimit, { what: "all replays run" })] : []),
    untilDecided
      ? fewest === null
        ? `${counted(units, unit)} cannot decide: with alpha ${alpha} more are needed, even if one arm wins them all.`
        : `If all ${units} ${unit}s are played, an arm must win ${fewest} of them to be declared the winner. The test stops earlier if an arm is far enough ahead. ${capText(plan)}`
      : detectable === null
        ? `${counted(units, unit)} cannot show a difference: at least 6 are needed.`
        : `With ${counted(units, unit)}, a true difference in ${metric} of ${detectable.toFixed(2)} standard deviations of the paired differences would be detected with 80 % power.`,
  ].join("\n");
}
