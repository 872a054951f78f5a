/** Compares A with B in pairs of branches from checkpoints. */
import { AB_FOLDER, plannedAb } from "../../../api/ab.ts";
import { defineCommand } from "../../frame/index.ts";
import { commentFlag, markerName, timeoutFlag } from "../flags/ci-flags.ts";
import { recordingFlags } from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, observerFlag, settingsFlags } from "../flags/settings-flags.ts";
import { allowNarratorFlag } from "../harness/playtest-harness.ts";
import { concurrencyFlag, outFlag, withHarness } from "./play-experiment.ts";
import { startAb } from "./start-ab.ts";

export default defineCommand({
  name: "ab",
  summary: "Test A against B from checkpoints, in pairs",
  description:
    "Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, and stops when one is better. A pair is won by the arm that lost fewer points; with --finding, by the arm in which that finding did not come back. Ties do not count.\n\n" +
    "The result is checked after every pair; even so, if the arms are equally good, a winner is named in at most 5 % of tests. `rehearse resume DIR --pairs N` adds pairs.",
  flags: {
    checkpoint: {
      type: "list",
      value: "FILE",
      required: true,
      help: "turn-N.json files, one or many (repeat the flag, or separate them by commas). Pairs alternate between them.",
    },
    a: {
      type: "list",
      value: "K=V",
      help: "What A changes: prompt=NAME, guide=NAME, guide=notes|full, narrator=MODEL. Default: nothing, A is the unchanged checkpoint.",
    },
    b: { type: "list", value: "K=V", help: "What B changes." },
    ...allowNarratorFlag,
    finding: {
      type: "string",
      value: "ID",
      help: "A finding of the checkpoint's session, such as t23-forced-segue: does it come back? Replays run to two turns after it.",
    },
    pairs: {
      type: "integer",
      value: "N",
      min: 1,
      max: 1000,
      default: 40,
      help: "The maximum number of pairs.",
    },
    turns: {
      type: "integer",
      value: "N",
      min: 1,
      help: "Turns of each replay, counted from the checkpoint. Default: 5.",
    },
    ...observerFlag,
    concurrency: concurrencyFlag("Replays played at once."),
    budget: budgetFlag("The maximum cost of the whole test."),
    ...settingsFlags,
    ...recordingFlags,
    ...commentFlag,
    ...timeoutFlag,
    out: outFlag("test", AB_FOLDER),
    dryRun: { type: "boolean", help: "Print replays, estimated cost and what the test can show, and stop." },
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    {
      command: "rehearse ab --checkpoint sessions/abc123/turn-22.json --b prompt=pulse-aware --budget 5",
      does: "Is the other prompt better from turn 22 on? For five dollars at most.",
    },
    {
      command:
        "rehearse ab --checkpoint sessions/abc123/turn-22.json --b prompt=my-prompt.md --finding t23-forced-segue",
      does: "Does the edited prompt avoid the forced segue of turn 23?",
    },
  ],
  async run({ flags, io, signal, ci }) {
    const arm = (words: readonly string[]) =>
      markerName(
        words.flatMap((word) => word.split("=", 2)),
        "unchanged",
      );
    ci.name = flags.name ?? `${arm(flags.a)} against ${arm(flags.b)}`;
    const config = await configFrom({ ...flags, seed: undefined });
    const { checkpoint: checkpoints } = flags;
    const { budget } = config.settings;
    return withHarness("ab", { config, flags, io, signal }, (harness) =>
      startAb(
        { harness, io, flags, signal, ci },
        { ...plannedAb(harness, { ...flags, checkpoints, budget }), checkpoints },
      ),
    );
  },
});
