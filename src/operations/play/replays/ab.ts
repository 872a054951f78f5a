/** Compares A with B in pairs of branches from checkpoints. */
import { z } from "zod";
import { optionText } from "../../../kernel/errors/index.ts";
import { requireAb } from "../../../playtest/index.ts";
import { markerName } from "../../marker-name.ts";
import { operation } from "../../declaration.ts";
import {
  allowNarrator,
  concurrency,
  folder,
  modelOptions,
  path,
  runOptions,
  USUAL_CONCURRENCY,
  whole,
} from "../../options.ts";
import { AB_FOLDER, plannedAb, previewAb, sayArmsIgnored, startAb } from "./ab-run.ts";
import { aboutArm, type ArmInput, armRef, experimentShown } from "./replays.ts";

export default operation({
  name: "ab",
  surfaces: ["http", "mcp"],
  description:
    "Plays short replays of the same checkpoints with A and with B, pair by pair with the same dice, " +
    "and stops when one is better. A pair is won by the arm that lost fewer points; " +
    "with --finding, by the arm in which that finding did not come back. Ties do not count.\n\n" +
    "The result is checked after every pair; even so, if the arms are equally good, " +
    "a winner is named in at most 5 % of tests. `rehearse resume DIR --pairs N` adds pairs.",
  input: z.strictObject({
    checkpoint: z.array(path()).min(1).meta({
      description: "turn-N.json files, one or several. Pairs alternate between them.",
      value: "FILE",
    }),
    a: armRef(
      "What A changes: prompt=NAME, guide=NAME, guide=notes|full, narrator=MODEL. NAME may be a turn-N.json of a session. Default: nothing.",
    ),
    b: armRef("What B changes, as for A."),
    finding: z
      .string()
      .min(1)
      .optional()
      .meta({
        description:
          "Test whether this finding of the session, such as t23-forced-segue, comes back. " +
          `Replays run to two turns after it, so ${optionText("turns")} does not apply.`,
        value: "ID",
      }),
    pairs: whole(1, 1_000).default(40).meta({ description: "The maximum number of pairs.", value: "N" }),
    turns: whole(1).optional().meta({
      description: "Turns of each replay, counted from the checkpoint. Default: 5.",
      value: "N",
    }),
    observer: modelOptions.observer,
    concurrency: concurrency(USUAL_CONCURRENCY),
    allowNarrator,
    out: folder("Where the test's folder is created.").default(AB_FOLDER),
    ...runOptions,
  }),
  examples: [
    {
      input: { checkpoint: ["sessions/abc123/turn-22.json"], b: { prompt: "pulse-aware" }, budget: 5 },
      says: "Is the other prompt better from turn 22 on? For five dollars at most.",
    },
    {
      input: {
        checkpoint: ["sessions/abc123/turn-22.json"],
        b: { prompt: "my-prompt.md" },
        finding: "t23-forced-segue",
      },
      says: "Does the edited prompt avoid the forced segue of turn 23?",
    },
  ],
  ciName: ({ a, b }) => `${armName(a)} against ${armName(b)}`,
  plan({ checkpoint: checkpoints, ...request }, context) {
    const { harness } = context;
    const planned = plannedAb(harness, { ...request, checkpoints, budget: harness.settings.budget });
    sayArmsIgnored(context, planned);
    return { ...planned, ...request };
  },
  ready({ plan, states }, { harness }) {
    const arm = (["b", "a"] as const).find((name) => plan[name].wish.narrator !== undefined);
    return requireAb(harness, plan, states).catch(aboutArm(arm ?? "checkpoint"));
  },
  preview: (planned, { harness }) => previewAb(planned, harness),
  run: (planned, context) => startAb(planned, { ...planned, label: context.ciName }, context),
  show: (result) => experimentShown(result),
});

const armName = (arm: ArmInput): string => {
  const changes = Array.isArray(arm) ? arm.map((word) => word.split("=", 2)) : Object.entries(arm ?? {});
  return markerName(changes.flat(), "unchanged");
};
