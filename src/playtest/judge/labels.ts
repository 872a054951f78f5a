import { existsSync } from "node:fs";
import { join } from "node:path";
import { label as shape, labelVersion, type Label, type QualityMetric } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { openLineLog, readLineLog, refuseNewer } from "../../kernel/store/index.ts";

const FILE = "labels.jsonl";

export type NewLabel = Pick<Label, "turn" | "scores" | "note">;

/** Adds a person's scores to those that are there. Several people may do so at once. */
export async function addLabels(
  dir: string,
  labels: readonly NewLabel[],
  { by, at }: Pick<Label, "by" | "at">,
): Promise<Label[]> {
  const lines = labels.map((given): Label => ({ type: "label", version: labelVersion, by, at, ...given }));
  const path = join(dir, FILE);
  const { log } = openLineLog(path, {
    shared: true,
    onLine: ({ value }) => refuseNewer(value, path, labelVersion),
  });
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
    refuseNewer(value, path, labelVersion);
    const { data } = shape.safeParse(value);
    if (!data)
      throw new HarnessError({
        code: "bad-labels",
        message: `${path} holds a line that is no label: ${JSON.stringify(value).slice(0, 120)}`,
        remedy: "The file was edited by hand. Move it away to start again.",
      });
    labels.push(data);
  });
  return labels;
}

/**
 * What each person thinks of a session, by metric. The last word counts. Who scored turns and not the session thinks of
 * it what they think of its turns on average.
 */
export function opinionsOf(labels: readonly Label[]): Map<string, Partial<Record<QualityMetric, number>>> {
  const people = new Map<string, Partial<Record<QualityMetric, number>>>();
  for (const [by, given] of Map.groupBy(labels, ({ by }) => by)) {
    const last = new Map<string, Label["scores"]>();
    for (const { turn, scores } of given)
      for (const [metric, score] of Object.entries(scores))
        last.set(`${metric} ${turn ?? ""}`, { [metric]: score });
    const metrics = new Set([...last.values()].flatMap((scores) => Object.keys(scores) as QualityMetric[]));
    people.set(
      by,
      Object.fromEntries(
        [...metrics].map((metric) => {
          const whole = last.get(`${metric} `)?.[metric];
          const turns = [...last]
            .filter(([name]) => name.startsWith(`${metric} `))
            .map(([, scores]) => scores[metric]!);
          return [metric, whole ?? turns.reduce((sum, score) => sum + score, 0) / turns.length];
        }),
      ),
    );
  }
  return people;
}
