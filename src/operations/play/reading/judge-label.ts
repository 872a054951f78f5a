/** Stores a person's scores of a session. */
import { z } from "zod";
import {
  HIGHEST_SCORE,
  type Label,
  label,
  type LabelResult,
  LOWEST_SCORE,
  qualityMetric,
} from "../../../contract/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { addLabel, loadLatest } from "../../../playtest/index.ts";
import { type Ran, operation } from "../../declaration.ts";
import { folder } from "../../options.ts";

type Scores = Label["scores"];

/** On the terminal `coherence=7,pacing=5`. */
const pairs = z.array(z.string()).transform((given) =>
  Object.fromEntries(
    given.map((pair) => {
      const [metric = "", score = ""] = pair.split("=");
      return [metric, Number(score || Number.NaN)];
    }),
  ),
);

const input = z.strictObject({
  dir: folder("The session's folder."),
  by: z.string().trim().min(1).meta({ description: "The name of the person.", value: "NAME" }),
  scores: z
    .union([pairs, z.custom<Scores>((value) => typeof value === "object" && !Array.isArray(value))])
    .pipe(label.shape.scores)
    .meta({
      description: `Scores from ${LOWEST_SCORE} to ${HIGHEST_SCORE} for some or all of ${qualityMetric.options.join(", ")}.`,
      value: "METRIC=N",
      also: "an object",
    }),
});

export default operation({
  name: "judge label",
  description:
    "Adds a person's scores, whole numbers from 1 to 10, to the session's labels folder. " +
    "Earlier scores are kept; the latest of a person count. The rubric (rubrics/default.json) says what the levels mean. " +
    "Score before you read a judge's verdict.",
  input,
  arguments: ["dir"],
  examples: [
    {
      input: { dir: "sessions/abc123", by: "Ada", scores: ["coherence=7", "pacing=5"] },
      says: "Two scores.",
    },
  ],
  plan(asked) {
    about("dir", () => loadLatest(asked.dir));
    return asked;
  },
  async run({ dir, by, scores }, { harness }): Promise<Ran<LabelResult>> {
    const added = await addLabel(dir, { by, at: harness.clock.date().toISOString(), scores });
    return { result: { dir, label: added } };
  },
  show: ({ label: { by, scores } }) => [`Saved: ${counted(Object.keys(scores).length, "score")} by ${by}.`],
});
