/** Stores a person's scores of a session. */
import { z } from "zod";
import {
  HIGHEST_SCORE,
  type Label,
  label,
  type LabelResult,
  LOWEST_SCORE,
  type Rubric,
} from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  addLabel,
  loadLatest,
  loadRubric,
  metricsOf,
  metricTitles,
  readLabelFile,
} from "../../../playtest/index.ts";
import type { Context, Ran } from "../../declaration.ts";
import { operation } from "../../operation.ts";
import { file, folder, runOptions } from "../../options.ts";
import { rubricRef } from "../content-refs.ts";

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
    .optional()
    .meta({
      description: "The scores: coherence=7,pacing=5, …",
      value: "METRIC=N",
      also: "an object",
    }),
  file: file('The scores in a file, as JSON: {"coherence": 7, "pacing": 5, …}.').optional(),
  rubric: rubricRef.meta({
    description: "The rubric for the questions. Default: rubrics/default.json.",
    value: "FILE",
  }),
  config: runOptions.config,
});

export default operation({
  name: "judge label",
  description:
    "Adds a person's scores, whole numbers from 1 to 10, to the session's labels.jsonl. Earlier scores are kept; the latest of a person count. Score before you read a judge's verdict. On a terminal it asks for each metric and shows the rubric's levels.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123", by: "Ada" }, says: "Answer the questions on the terminal." },
    { input: { dir: "sessions/abc123", by: "Ada", file: "scores.json" }, says: "From a file." },
  ],
  plan({ dir, by, scores, file, rubric }) {
    about("dir", () => loadLatest(dir));
    const given = [
      ["scores", scores],
      ["file", file],
      ["rubric", rubric],
    ] as const;
    const [one, other] = given.flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (one && other)
      throw new HarnessError({
        code: "bad-combination",
        option: other,
        message: `${optionText(one)} and ${optionText(other)} cannot be combined.`,
        remedy: `Remove one of them. ${optionText("rubric")} is for the questions on a terminal.`,
      });
    return {
      dir,
      by,
      scores: file === undefined ? scores : about("file", () => readLabelFile(file)),
      rubric: typeof rubric === "object" ? rubric : about("rubric", () => loadRubric(rubric)),
    };
  },
  async run({ dir, by, rubric, ...given }, { harness, ask }): Promise<Ran<LabelResult>> {
    const scores = given.scores ?? (await askScores(rubric, ask));
    const added = await addLabel(dir, { by, at: harness.clock.date().toISOString(), scores });
    return { result: { dir, label: added } };
  },
  show: ({ label: { by, scores } }) => [`Saved: ${counted(Object.keys(scores).length, "score")} by ${by}.`],
});

/** Asks for one metric after another. An empty answer skips a metric. */
async function askScores(rubric: Rubric, ask: Context["ask"]): Promise<Scores> {
  const scores: Scores = {};
  let isAsked = false;
  const range = `${LOWEST_SCORE} to ${HIGHEST_SCORE}`;
  for (const metric of metricsOf(rubric)) {
    let text = questionText(rubric, metric);
    for (;;) {
      const answer = (await ask?.(`${text}\n${range}, or Enter to skip: `))?.trim();
      if (answer === undefined) throw isAsked ? leftOff() : noTerminal();
      isAsked = true;
      if (answer === "") break;
      const score = /^\d{1,2}$/.test(answer) ? Number(answer) : Number.NaN;
      if (score >= LOWEST_SCORE && score <= HIGHEST_SCORE) {
        scores[metric] = score;
        break;
      }
      text = `"${answer}" is not a whole number from ${range}.`;
    }
  }
  if (Object.keys(scores).length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: "Nothing was scored.",
      remedy: "Score at least one metric.",
    });
  return scores;
}

function questionText({ metrics }: Rubric, metric: keyof Rubric["metrics"]): string {
  const { question, levels } = metrics[metric]!;
  const title = metricTitles[metric];
  return [
    "",
    title === question ? question : `${title}: ${question}`,
    ...Object.entries(levels).map(([level, text]) => `  ${level.padStart(2)}  ${text}`),
  ].join("\n");
}

const noTerminal = () =>
  new HarnessError({
    code: "missing-option",
    option: "scores",
    message: "There is no terminal to ask for scores.",
    remedy: `Give them: ${optionText("scores")} or ${optionText("file", "scores.json")}.`,
  });

/** Partial scores would count as the person's latest. */
const leftOff = () =>
  new HarnessError({
    code: "interrupted",
    message: "Interrupted. These scores were not saved.",
    remedy: "Run the command again.",
    exit: 130,
  });
