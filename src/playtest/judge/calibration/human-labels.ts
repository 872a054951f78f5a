/** People's scores of a session: read from a file they wrote, kept beside the session, and averaged per person. */
import { join } from "node:path";
import {
  HIGHEST_SCORE,
  label as shape,
  formatVersion,
  LOWEST_SCORE,
  qualityMetric,
  qualityScore,
  type Label,
  type QualityMetric,
} from "../../../contract/index.ts";
import { HarnessError, suggestion } from "../../../kernel/errors/index.ts";
import { counted, shorten } from "../../../kernel/report/index.ts";
import { exists, openLineLog, readLineLog, requireFormat } from "../../../kernel/store/index.ts";
import { jsonFile } from "../strict-json.ts";

const FILE = "labels.jsonl";

export type NewLabel = Pick<Label, "turn" | "scores" | "note">;

export async function addLabels(
  dir: string,
  labels: readonly NewLabel[],
  { by, at }: Pick<Label, "by" | "at">,
): Promise<Label[]> {
  const lines = labels.map((given): Label => ({ type: "label", version: formatVersion, by, at, ...given }));
  const path = join(dir, FILE);
  const { log } = openLineLog(path, {
    shared: true,
    onLine: ({ value }) => requireFormat(value, path),
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
  if (!exists(path)) return [];
  const labels: Label[] = [];
  const add = (value: unknown) => {
    requireFormat(value, path);
    const { data } = shape.safeParse(value);
    if (!data)
      throw new HarnessError({
        code: "bad-labels",
        message: `${path} contains an invalid line: ${JSON.stringify(value).slice(0, 120)}`,
        remedy: "Correct the line, or remove the file to start again.",
      });
    labels.push(data);
  };
  readLineLog(path, ({ value }) => add(value), { shared: true });
  return labels;
}

/** Each person's scores of a session, by metric. The last score counts; scores of single turns are averaged. */
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

const FORM = ["session", "turns", "note"];
const MOST_SHOWN = 6;

/** A file of scores, written by hand: every mistake is named, with a suggestion. */
export function readLabelFile(path: string, { turns }: { turns: number }): NewLabel[] {
  const problems: string[] = [];
  const labels = labelsIn(
    jsonFile(path, (problem) => badFile(path, [problem])),
    { turns, problems },
  );
  if (problems.length === 0 && labels.length === 0) problems.push("it contains no scores");
  if (problems.length > 0) throw badFile(path, problems);
  return labels;
}

type LabelReading = { turns: number; problems: string[] };

/** Scores of the session, of turns, or of both; or only the session's scores at the top level. */
function labelsIn(value: unknown, { turns, problems }: LabelReading): NewLabel[] {
  if (!isObject(value)) {
    problems.push(`expected an object, found ${shown(value)}`);
    return [];
  }
  if (!FORM.some((key) => key in value)) return labelOf(scoresIn(value, "", problems));
  const { session, turns: byTurn, note, ...others } = value;
  for (const key of Object.keys(others))
    problems.push(
      known(key)
        ? `"${key}" must be inside "session": {…}`
        : `unknown field "${key}" (known: ${FORM.join(", ")}). ${suggestion(key, FORM)}`.trim(),
    );
  if (note !== undefined && typeof note !== "string")
    problems.push(`note: expected text, found ${shown(note)}`);
  const said = typeof note === "string" ? { note } : {};
  const whole = session === undefined ? [] : labelOf(scoresIn(session, "session", problems), said);
  if (byTurn !== undefined && !isObject(byTurn))
    problems.push(`turns: expected an object, found ${shown(byTurn)}`);
  const single = Object.entries(isObject(byTurn) ? byTurn : {}).flatMap(([turn, given]) => {
    if (!/^[1-9]\d*$/.test(turn)) problems.push(`turns: "${turn}" is not a turn number (1 or higher)`);
    else if (Number(turn) > turns) problems.push(`turn ${turn}: the session has ${counted(turns, "turn")}`);
    return labelOf(scoresIn(given, `turn ${turn}`, problems), { turn: Number(turn), ...said });
  });
  return [...whole, ...single];
}

const labelOf = (scores: Label["scores"], more: Omit<NewLabel, "scores"> = {}): NewLabel[] =>
  Object.keys(scores).length === 0 ? [] : [{ scores, ...more }];

function scoresIn(value: unknown, where: string, problems: string[]): Label["scores"] {
  const at = where === "" ? "" : `${where}, `;
  if (!isObject(value)) {
    problems.push(`${where}: expected an object of scores, found ${shown(value)}`);
    return {};
  }
  if (where !== "" && Object.keys(value).length === 0) problems.push(`${where}: no scores`);
  const scores: Label["scores"] = {};
  for (const [name, given] of Object.entries(value)) {
    const metric = known(name);
    if (metric === undefined)
      problems.push(
        `${at}"${shorten(name, 60)}" is not a metric. ${suggestion(name, qualityMetric.options) || `Known: ${qualityMetric.options.join(", ")}.`}`,
      );
    else if (scores[metric] !== undefined) problems.push(`${at}${metric} is scored twice`);
    else {
      const { data } = qualityScore.safeParse(given);
      if (data === undefined)
        problems.push(
          `${at}${name}: ${shown(given)} is not a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}`,
        );
      else scores[metric] = data;
    }
  }
  return scores;
}

/** By its own name, or by the dashed one of gates and tables. */
const known = (name: string): QualityMetric | undefined =>
  qualityMetric.options.find((metric) => metric === name || dashed(metric) === name);
const dashed = (metric: string): string =>
  metric.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => shorten(JSON.stringify(value), 60);

const badFile = (path: string, problems: string[]) =>
  new HarnessError({
    code: "bad-label-file",
    message: [
      `${path} cannot be used:`,
      ...problems.slice(0, MOST_SHOWN).map((problem) => `  ${problem}`),
      ...(problems.length > MOST_SHOWN ? [`  and ${problems.length - MOST_SHOWN} more`] : []),
    ].join("\n"),
    remedy: `Write {"coherence": 7, "pacing": 5, …}, or {"session": {…}, "turns": {"12": {…}}}: whole numbers from ${LOWEST_SCORE} to ${HIGHEST_SCORE} (docs/guide/judge.md).`,
  });
