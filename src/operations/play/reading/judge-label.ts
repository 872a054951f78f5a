/** Stores a person's scores of a session. */
import { z } from "zod";
import {
  HIGHEST_SCORE,
  type Label,
  label,
  type LabelResult,
  LOWEST_SCORE,
  qualityMetric,
  qualityScore,
} from "../../../contract/index.ts";
import { about, kebab, suggestion } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { addLabel, loadLatest } from "../../../playtest/index.ts";
import { type Ran, operation } from "../../declaration.ts";
import { folder } from "../../options.ts";

type Scores = Label["scores"];

/** As gates spell them: `player-agency`. */
const metrics = new Map(qualityMetric.options.map((metric) => [kebab(metric), metric]));

/** On the terminal `coherence=7,pacing=5`. */
const pairs = z.array(z.string()).transform((given) =>
  Object.fromEntries(
    given.map((pair) => {
      const [metric = "", score = ""] = pair.split("=");
      const number = Number(score || Number.NaN);
      return [metric, Number.isNaN(number) ? score : number];
    }),
  ),
);

const input = z.strictObject({
  dir: folder("The session's folder."),
  by: z.string().trim().min(1).meta({ description: "The name of the person.", value: "NAME" }),
  scores: z
    .union([pairs, z.custom<Scores>((value) => typeof value === "object" && !Array.isArray(value))])
    .transform((given, { issues }) => {
      const scores = Object.entries(given).map(([name, score]) => [kebab(name), score] as const);
      for (const [name] of scores.filter(([each]) => !metrics.has(each)))
        issues.push({
          code: "custom",
          input: name,
          message: `is not a metric. ${suggestion(name, [...metrics.keys()])}`.trimEnd(),
        });
      return Object.fromEntries(scores);
    })
    .pipe(z.record(z.string(), qualityScore))
    .transform((scores) =>
      Object.fromEntries(Object.entries(scores).map(([name, score]) => [metrics.get(name)!, score])),
    )
    .pipe(label.shape.scores)
    .meta({
      description: `Scores from ${LOWEST_SCORE} to ${HIGHEST_SCORE} for some or all of ${[...metrics.keys()].join(", ")}.`,
      value: "METRIC=N",
      also: "an object",
    }),
});

export default operation({
  name: "judge label",
  description:
    "Adds a person's scores, whole numbers from 1 to 10, to the session's labels folder. " +
    "Earlier scores are kept; a person's latest scores count. The rubric (rubrics/default.json) says what the levels mean. " +
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
