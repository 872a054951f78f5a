/** The verdicts of judges, kept beside the session. */
import { basename, join } from "node:path";
import {
  qualityMetric,
  judgeVerdict as shape,
  type JudgedBy,
  type JudgeKey,
  type QualityMetric,
  type JudgeVerdict,
  type Spent,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  exists,
  listFolder,
  makeFolder,
  readStoredJson,
  toName,
  writeNewFile,
} from "../../kernel/store/index.ts";
import type { SessionState } from "../session/index.ts";
import { transcriptHash, transcriptOf } from "./judged-transcript.ts";

const FOLDER = "verdicts";
export const NOT_ASKED = "not in the rubric";

export type StoredVerdict = { verdict: JudgeVerdict; path: string };

/** The same judge, rubric and prompt have the same file name. */
export const keyName = ({ model, rubric, prompt }: JudgeKey): string =>
  `${toName(model)}-${rubric}-${prompt}`;

export const sameKey = (a: JudgeKey, b: JudgeKey): boolean =>
  a.model === b.model && a.rubric === b.rubric && a.prompt === b.prompt;

/** An existing verdict is never overwritten: another of the same key gets a number. */
export async function saveVerdict(dir: string, verdict: JudgeVerdict): Promise<StoredVerdict> {
  const folder = join(dir, FOLDER);
  makeFolder(folder);
  const path = await writeNewFile({
    dir: folder,
    stem: keyName(verdict.key),
    extension: "json",
    data: `${JSON.stringify(verdict, null, 2)}\n`,
  });
  return { verdict, path };
}

/** All verdicts on a session, oldest first. */
export function readVerdicts(dir: string): StoredVerdict[] {
  const folder = join(dir, FOLDER);
  if (!exists(folder)) return [];
  return listFolder(folder)
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => readVerdict(join(folder, name)))
    .sort((a, b) => a.verdict.at.localeCompare(b.verdict.at) || a.verdict.replicate - b.verdict.replicate);
}

/** The verdicts on the present turns: verdicts from before the session was resumed do not count. */
export function storedOn(state: Pick<SessionState, "records" | "config">, dir: string): StoredVerdict[] {
  const stored = readVerdicts(dir);
  if (stored.length === 0) return [];
  const transcript = transcriptHash(transcriptOf(state));
  return stored.filter(({ verdict }) => verdict.transcript === transcript);
}

export const verdictsOn = (state: Pick<SessionState, "records" | "config">, dir: string): JudgeVerdict[] =>
  storedOn(state, dir).map(({ verdict }) => verdict);

function readVerdict(path: string): StoredVerdict {
  const unreadable = (problem: string) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} is unreadable: ${problem}.`,
      remedy: "Remove it and judge again: answers saved in the session's folder `judging` cost nothing.",
    });
  return { path, verdict: readStoredJson(path, shape, unreadable) };
}

export const hasScores = ({ scores }: JudgeVerdict): boolean =>
  Object.values(scores).some(({ score }) => score !== null);

/** No usable answer. A judge who found nothing to judge has answered. */
export const isVoid = (verdict: JudgeVerdict): boolean => whyVoid(verdict) !== undefined;

/** Why a verdict has no usable answer. Undefined: it has one. */
export const whyVoid = (verdict: JudgeVerdict): string | undefined =>
  hasScores(verdict) || !verdict.problems.some(({ ask }) => ask === verdict.calls)
    ? undefined
    : Object.values(verdict.scores).find(({ missing }) => missing !== undefined && missing !== NOT_ASKED)
        ?.missing;

export function newestOf(verdicts: readonly JudgeVerdict[]): JudgeVerdict | undefined {
  const scored = verdicts.filter(hasScores);
  return (scored.length > 0 ? scored : verdicts).reduce<JudgeVerdict | undefined>(
    (last, next) => (last === undefined || next.at >= last.at ? next : last),
    undefined,
  );
}

/** Which verdict's scores count. */
export function shownOf(stored: readonly StoredVerdict[]): JudgedBy | undefined {
  const newest = newestOf(stored.map(({ verdict }) => verdict));
  if (newest === undefined) return undefined;
  return {
    file: `${FOLDER}/${basename(stored.findLast(({ verdict }) => verdict === newest)!.path)}`,
    key: newest.key,
    at: newest.at,
    verdicts: stored.length,
  };
}

export const spentOnVerdict = ({ cost: { total, ...rest } }: Pick<JudgeVerdict, "cost">): Spent => ({
  cost: total,
  ...rest,
});

/** The scores that count: those of the newest verdict with scores. Null: missing. */
export function qualityOf(verdicts: readonly JudgeVerdict[]): Record<QualityMetric, number | null> {
  const newest = newestOf(verdicts);
  return Object.fromEntries(
    qualityMetric.options.map((metric) => [metric, newest?.scores[metric].score ?? null]),
  ) as Record<QualityMetric, number | null>;
}
