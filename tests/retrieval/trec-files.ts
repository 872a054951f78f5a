/** TREC's files of judgements, runs and measures. */
import { readFileSync } from "node:fs";

const rows = (path: string): string[][] =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => line.trim().split(/\s+/));

/** Topic → document → grade. */
export function readQrels(path: string): Map<string, Map<string, number>> {
  const topics = new Map<string, Map<string, number>>();
  for (const [topic = "", , document = "", grade = ""] of rows(path))
    topics.set(topic, (topics.get(topic) ?? new Map<string, number>()).set(document, Number(grade)));
  return topics;
}

/** Topic → documents, best first. As trec_eval sorts: by score in single precision, and equals by name, backwards. */
export function readRun(path: string): Map<string, string[]> {
  const topics = Map.groupBy(rows(path), ([topic]) => topic!);
  return new Map(
    [...topics].map(([topic, list]) => [
      topic,
      list
        .map(([, , id = "", , score = ""]) => ({ id, score: Math.fround(Number(score)) }))
        .sort((a, b) => b.score - a.score || (a.id > b.id ? -1 : 1))
        .map(({ id }) => id),
    ]),
  );
}

/** Measure → topic (or `all`) → value. */
export function readMeasures(path: string): Map<string, Map<string, number>> {
  const measures = new Map<string, Map<string, number>>();
  for (const [measure = "", topic = "", value = ""] of rows(path))
    measures.set(measure, (measures.get(measure) ?? new Map<string, number>()).set(topic, Number(value)));
  return measures;
}
