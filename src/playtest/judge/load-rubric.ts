import { fileURLToPath } from "node:url";
import { rubric as shape, type Rubric } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { jsonFile } from "./json-file.ts";
import { metricsOf } from "./judge-prompt.ts";
import { hashOf } from "./transcript.ts";

/** The rubric that comes with the package: three folders up, from src and from dist alike. */
const SHIPPED = fileURLToPath(new URL("../../../rubrics/default.json", import.meta.url));

/** A rubric by its path; the shipped one where none is given. */
export function loadRubric(path = SHIPPED): Rubric {
  const { data, error } = shape.safeParse(jsonFile(path, (problem) => badRubric(path, [problem])));
  if (data) return data;
  throw badRubric(
    path,
    error.issues.slice(0, 5).map(({ path: at, message }) => `${at.join(".") || "the rubric"}: ${message}`),
  );
}

const badRubric = (path: string, problems: string[]) =>
  new HarnessError({
    code: "bad-rubric",
    message: [`${path} is no rubric:`, ...problems.map((problem) => `  ${problem}`)].join("\n"),
    remedy: "docs/guide/judge.md explains every field; rubrics/default.json is an example.",
  });

/** Of what a rubric asks for, not of how its file is laid out or called. */
export const rubricHash = (rubric: Rubric): string =>
  hashOf(
    metricsOf(rubric).map((name) => [
      name,
      rubric.metrics[name]!.question,
      Object.entries(rubric.metrics[name]!.levels),
    ]),
  );
