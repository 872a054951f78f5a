/** The rubric a judge scores by: from a file, or the shipped one. */
import { fileURLToPath } from "node:url";
import { qualityMetric, rubric as shape, type QualityMetric, type Rubric } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { firstIssues, readJson } from "../../kernel/store/index.ts";
import { hashOf } from "./judged-transcript.ts";

/** Three folders up, from both src and dist. */
const SHIPPED = fileURLToPath(new URL("../../../rubrics/default.json", import.meta.url));

/** By path, or given itself. */
export function loadRubric(asked: string | Rubric = SHIPPED): Rubric {
  const isPath = typeof asked === "string";
  const bad = (problem: string) =>
    new HarnessError({
      code: isPath ? "bad-file" : "bad-value",
      message: `${isPath ? asked : "The given rubric"} is not a valid rubric: ${problem}.`,
      remedy: "docs/guide/score.md explains every field; rubrics/default.json is an example.",
    });
  const { data, error } = shape.safeParse(isPath ? readJson(asked, bad) : asked);
  if (data) return data;
  throw bad(firstIssues(error));
}

export const metricsOf = ({ metrics }: Rubric): QualityMetric[] =>
  qualityMetric.options.filter((name) => metrics[name] !== undefined);

/** Identifies a rubric by its content, regardless of its file's layout or name. */
export const rubricHash = (rubric: Rubric): string =>
  hashOf(
    metricsOf(rubric).map((name) => [
      name,
      rubric.metrics[name]!.question,
      Object.entries(rubric.metrics[name]!.levels),
    ]),
  );
