import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { label as shape, labelFile, labelVersion, type Label, type QualityMetric } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, openLineLog, readLineLog } from "../../kernel/store/index.ts";
import { strictJson } from "./strict-json.ts";

const FILE = "labels.jsonl";

export type NewLabel = Pick<Label, "turn" | "scores" | "note">;

/** Adds a person's scores to those that are there. Several people may do so at once. */
export async function addLabels(dir: string, labels: readonly NewLabel[], { by, at }: Pick<Label, "by" | "at">): Promise<Label[]> {
  const lines = labels.map((given): Label => ({ type: "label", version: labelVersion, by, at, ...given }));
  const { log } = openLineLog(join(dir, FILE), { shared: true });
  try {
    log.append(...lines);
  } finally {
    await log.close();
  }
  return lines;
}

/** Every label of a session, oldest first. */
export function readLabels(dir: string): Label[] {
  const path = join(dir, FILE);
  if (!existsSync(path)) return [];
  const labels: Label[] = [];
  readLineLog(path, ({ value }) => {
    const { data } = shape.safeParse(value);
    if (!data) throw new HarnessError({ code: "bad-labels", message: `${path} holds a line that is no label: ${JSON.stringify(value).slice(0, 120)}`, remedy: "It may be of a newer version, or changed by hand. Move the file away to begin anew." });
    labels.push(data);
  });
  return labels;
}

/** A file of scores, as labels. */
export function readLabelFile(path: string, { turns }: { turns: number }): NewLabel[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  const json = strictJson(text);
  if ("problem" in json) throw badFile(path, [json.problem]);
  const { data, error } = labelFile.safeParse(json.value);
  if (!data) throw badFile(path, [...new Set(error.issues.flatMap(problemsOf))].slice(0, 6));
  if (!("session" in data || "turns" in data)) return [{ scores: data as Label["scores"] }];
  const { session, turns: byTurn = {}, note } = data;
  const beyond = Object.keys(byTurn).filter((turn) => Number(turn) > turns);
  if (beyond.length > 0) throw badFile(path, [`turn ${beyond.join(", ")}: the session has ${turns}`]);
  return [...(session ? [{ scores: session, note }] : []), ...Object.entries(byTurn).map(([turn, scores]) => ({ turn: Number(turn), scores, note }))];
}

type Issue = { code: string; path: PropertyKey[]; message: string; errors?: unknown };

/** Of the two forms that a file may have, what is wrong with the one that was meant is what helps. */
function problemsOf(issue: Issue): string[] {
  if (issue.code !== "invalid_union") return [`${issue.path.join(".") || "the file"}: ${issue.message}`];
  const forms = issue.errors as Issue[][];
  const foreign = (form: Issue[]) => form.filter(({ code }) => code === "unrecognized_keys").length;
  return [...forms].sort((a, b) => foreign(a) - foreign(b))[0]!.flatMap(problemsOf);
}

const badFile = (path: string, problems: string[]) =>
  new HarnessError({ code: "bad-label-file", message: [`${path} holds no scores:`, ...problems.map((problem) => `  ${problem}`)].join("\n"), remedy: 'Write {"coherence": 7, "pacing": 5, …}, or {"session": {…}, "turns": {"12": {…}}}: whole numbers from 1 to 10 (docs/guide/judge.md).' });

/**
 * What each person thinks of a session, by metric. The last word counts. Who scored turns and not the session thinks of
 * it what they think of its turns on average.
 */
export function opinionsOf(labels: readonly Label[]): Map<string, Partial<Record<QualityMetric, number>>> {
  const people = new Map<string, Partial<Record<QualityMetric, number>>>();
  for (const [by, given] of Map.groupBy(labels, ({ by }) => by)) {
    const last = new Map<string, Label["scores"]>();
    for (const { turn, scores } of given) for (const [metric, score] of Object.entries(scores)) last.set(`${metric} ${turn ?? ""}`, { [metric]: score });
    const metrics = new Set([...last.values()].flatMap((scores) => Object.keys(scores) as QualityMetric[]));
    people.set(by, Object.fromEntries([...metrics].map((metric) => {
      const whole = last.get(`${metric} `)?.[metric];
      const turns = [...last].filter(([name]) => name.startsWith(`${metric} `)).map(([, scores]) => scores[metric]!);
      return [metric, whole ?? turns.reduce((sum, score) => sum + score, 0) / turns.length];
    })));
  }
  return people;
}
