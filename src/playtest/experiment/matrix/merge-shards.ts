/** The folders of a matrix that was played in shards become one matrix, as if one process had played it. */
import { basename, join, resolve } from "node:path";
import type { MatrixPlan, MatrixRow } from "../../../contract/index.ts";
import { type ErrorCode, HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { copy, exists, listFolder, makeFolder } from "../../../kernel/store/index.ts";
import { loadLatest, turnsIn } from "../../checkpoint/index.ts";
import { writeExperiment } from "../experiment-files.ts";
import { sessionsFolder } from "../run-experiment.ts";
import { isMatrix, readPlan, writePlan } from "./matrix-plan-file.ts";
import { RESULT_FILE, type MatrixOutcome, type StoredMatrix, storedRows } from "./stored-matrix.ts";
import { isPlayed } from "./matrix-rows.ts";
import { outcomeBeside } from "./matrix-strategy.ts";
import { ownSessions, planHash } from "./plan-matrix.ts";
import { matrixFiles } from "./report/matrix-report.ts";

type ShardFolder = { dir: string; plan: MatrixPlan; shard: NonNullable<MatrixPlan["shard"]> };

/**
 * All shards of one matrix, in order, each with the rows it has played. Throws if one is missing, unfinished, twice there
 * or of another plan.
 */
export function shardsIn(dirs: readonly string[]) {
  const found = [...new Set(dirs.flatMap((dir) => shardFolders(resolve(dir), DEPTH)))].flatMap((dir) => {
    const plan = readPlan(dir);
    const { shard } = plan;
    if (shard && planHash(plan, shard.of) !== shard.plan)
      throw refused(
        "damaged-file",
        `The plan in ${dir} is not the one that this shard was started with.`,
        "Restore its plan.json, or play the shard again.",
      );
    return shard ? [{ dir, plan, shard }] : [];
  });
  if (found.length === 0)
    throw refused(
      "wrong-folder",
      `No shard of a matrix was found in ${dirs.join(", ")}.`,
      "Name the folders that `matrix --shard` wrote, or one that holds them, such as matrices/shards.",
    );
  const plans = [...Map.groupBy(found, ({ shard }) => shard.plan).values()];
  if (plans.length > 1)
    throw refused(
      "not-comparable",
      `These shards have different plans: ${plans.map(([one]) => one!.dir).join(", ")}.`,
      "Name the shards of one matrix, started with the same version, options, files and settings.",
    );
  const { of } = found[0]!.shard;
  const shards = Array.from({ length: of }, (_, at) => found.filter(({ shard }) => shard.index === at + 1));
  const twice = shards.find(({ length }) => length > 1);
  if (twice)
    throw refused(
      "bad-value",
      `A shard is given twice: ${twice.map(({ dir }) => dir).join(", ")}.`,
      "Name each shard once.",
    );
  const complete = shards.flat().map((shard) => ({ ...shard, rows: ownRows(shard) }));
  const missing = [
    ...shards.flatMap(({ length }, at) => (length === 0 ? [`Shard ${at + 1}/${of} is missing.`] : [])),
    ...complete.flatMap(unfinishedIn),
  ];
  if (missing.length > 0)
    throw new HarnessError({
      code: "unfinished",
      message: ["The matrix is not complete:", ...missing].join("\n  "),
      remedy: "Start these shards again with the same command: each resumes in its folder. Then merge.",
    });
  // An unreadable turn stops the merge before anything is written.
  for (const { dir, rows } of complete)
    for (const { sessionId } of rows) {
      const session = join(sessionsFolder(dir), sessionId);
      if (exists(session) && turnsIn(session).length > 0) loadLatest(session);
    }
  return complete;
}

/** Folders between the named one and those of the shards, such as one for each artifact. */
const DEPTH = 4;

function shardFolders(dir: string, depth: number): string[] {
  if (isMatrix(dir) || depth === 0) return isMatrix(dir) ? [dir] : [];
  const folders = listFolder(dir).filter(({ name, kind }) => kind === "folder" && !name.startsWith("."));
  return folders.flatMap(({ name }) => shardFolders(join(dir, name), depth - 1));
}

function ownRows({ dir, plan }: ShardFolder): MatrixRow[] {
  const own = new Set(ownSessions(plan).map(({ sessionId }) => sessionId));
  return storedRows(dir, plan).rows.filter(({ sessionId }) => own.has(sessionId));
}

/** A crashed session was tried twice: it counts as it does in one process. */
function unfinishedIn({ dir, shard, rows }: ShardFolder & { rows: MatrixRow[] }): string[] {
  const open = rows.filter((row) => !isPlayed(row)).map((row) => row.sessionId);
  if (open.length === 0) return [];
  return [
    `Shard ${shard.index}/${shard.of} has ${open.length} of ${counted(rows.length, "session")} unfinished: ${open.join(", ")} (${dir}).`,
  ];
}

/** Copies the sessions of all shards to the folder of one matrix, and writes its result and report. */
export async function mergeShards(
  shards: ReturnType<typeof shardsIn>,
  {
    dir,
    plan,
    baseline,
    command,
  }: { dir: string; plan: MatrixPlan; baseline: StoredMatrix | undefined; command: string },
): Promise<{ outcome: MatrixOutcome }> {
  const rows = new Map(shards.flatMap((shard) => shard.rows.map((row) => [row.sessionId, { row, shard }])));
  const folders = [...rows].flatMap(([sessionId, { shard }]) => {
    const from = join(sessionsFolder(shard.dir), sessionId);
    return exists(from) ? [{ from, to: join(sessionsFolder(dir), sessionId) }] : [];
  });
  makeFolder(sessionsFolder(dir));
  // Not with locks and what a killed process left behind.
  for (const { from, to } of folders) copy(from, to, { only: (path) => !basename(path).startsWith(".") });
  await writePlan(dir, plan);
  const outcome = outcomeBeside(baseline, {
    dir,
    plan,
    command,
    rows: plan.sessions.map(({ sessionId }) => rows.get(sessionId)!.row),
  });
  await writeExperiment(dir, RESULT_FILE, matrixFiles(outcome));
  return { outcome };
}

const refused = (code: ErrorCode, message: string, remedy: string): HarnessError =>
  new HarnessError({ code, message, remedy });
