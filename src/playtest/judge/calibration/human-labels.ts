/** People's scores of a session, kept beside it: a file for each time that somebody scored. */
import { join } from "node:path";
import { label, formatVersion, type Label } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { makeFolder, namesIn, readStoredJson, writeNewFile } from "../../../kernel/store/index.ts";

const FOLDER = "labels";

export async function addLabel(dir: string, given: Pick<Label, "by" | "at" | "scores">): Promise<Label> {
  const added: Label = { version: formatVersion, ...given };
  makeFolder(join(dir, FOLDER));
  const data = `${JSON.stringify(added)}\n`;
  await writeNewFile({ dir: join(dir, FOLDER), stem: "label", extension: "json", data });
  return added;
}

/** Every label of a session, oldest first. */
export function readLabels(dir: string): Label[] {
  return namesIn(join(dir, FOLDER))
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(dir, FOLDER, name))
    .map((path) => readStoredJson(path, label, (problem) => unreadable(path, problem)))
    .toSorted((a, b) => a.at.localeCompare(b.at));
}

const unreadable = (path: string, problem: string): HarnessError =>
  new HarnessError({
    code: "damaged-file",
    message: `${path} is unreadable: ${problem}.`,
    remedy: "Correct the file, or delete it and score again.",
  });

/** Each person's scores of a session. The last score of a metric counts. */
export function opinionsOf(labels: readonly Label[]): Map<string, Label["scores"]> {
  const people = new Map<string, Label["scores"]>();
  for (const { by, scores } of labels) people.set(by, { ...people.get(by), ...scores });
  return people;
}
