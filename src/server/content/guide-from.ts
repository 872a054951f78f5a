import type { Story } from "../../contract/index.ts";
import { inspectGuide } from "../../playtest/index.ts";
import { invalid } from "../problem.ts";

const MOST_TOLD = 10;

/** A guide that a request contains. Its problems are told as those of a file would be, each with its place. */
export function guideFrom({ name, text, field }: { name: string; text: string; field: string }): Story {
  const { guide, problems } = inspectGuide({ name, text });
  const wrong = problems.filter(({ severity }) => severity === "error");
  if (guide && wrong.length === 0) return guide;
  throw invalid(field, ...wrong.slice(0, MOST_TOLD).map(({ problem }) => problem));
}
