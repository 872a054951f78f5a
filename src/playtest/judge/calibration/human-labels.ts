/** People's scores of a session: read from a file they wrote, and kept beside the session. */
import { join } from "node:path";
import {
  HIGHEST_SCORE,
  label as shape,
  formatVersion,
  LOWEST_SCORE,
  qualityMetric,
  type Label,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import {
  exists,
  firstIssues,
  openLineLog,
  readJson,
  readLineLog,
  requireFormat,
} from "../../../kernel/store/index.ts";

const FILE = "labels.jsonl";

export async function addLabel(dir: string, given: Pick<Label, "by" | "at" | "scores">): Promise<Label> {
  const added: Label = { type: "label", version: formatVersion, ...given };
  const path = join(dir, FILE);
  const { log } = openLineLog(path, { shared: true, onLine: ({ value }) => requireFormat(value, path) });
  try {
    log.append(added);
  } finally {
    await log.close();
  }
  return added;
}

/** Every label of a session, oldest first. */
export function readLabels(dir: string): Label[] {
  const path = join(dir, FILE);
  if (!exists(path)) return [];
  const labels: Label[] = [];
  readLineLog(path, ({ value }) => labels.push(labelIn(value, path)), { shared: true });
  return labels;
}

function labelIn(value: unknown, path: string): Label {
  requireFormat(value, path);
  const { data } = shape.safeParse(value);
  if (data) return data;
  throw new HarnessError({
    code: "damaged-file",
    message: `${path} contains an invalid line: ${JSON.stringify(value).slice(0, 120)}`,
    remedy: "Correct the line, or remove the file to start again.",
  });
}

/** Each person's scores of a session. The last score of a metric counts. */
export function opinionsOf(labels: readonly Label[]): Map<string, Label["scores"]> {
  const people = new Map<string, Label["scores"]>();
  for (const { by, scores } of labels) people.set(by, { ...people.get(by), ...scores });
  return people;
}

/** A file of scores, written by hand. */
export function readLabelFile(path: string): Label["scores"] {
  const refused = (problem: string) =>
    new HarnessError({
      code: "bad-file",
      message: `${path} cannot be used: ${problem}.`,
      remedy: `Write {"coherence": 7, …}: whole numbers from ${LOWEST_SCORE} to ${HIGHEST_SCORE} for ${qualityMetric.options.join(", ")}.`,
    });
  const { data, error } = shape.shape.scores.safeParse(readJson(path, refused));
  if (error) throw refused(firstIssues(error));
  return data;
}
