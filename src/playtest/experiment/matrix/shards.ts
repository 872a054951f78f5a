/**
 * A matrix in parts. Every shard makes the same plan from the seed and plays its groups in a folder of its own; the
 * folders together become one matrix, as if one process had played it.
 */
import { createHash } from "node:crypto";
import { basename, join, resolve } from "node:path";
import type { MatrixPlan, MatrixRow, Shard } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { copy, exists, listFolder, makeFolder } from "../../../kernel/store/index.ts";
import { writeExperiment } from "../experiment-report.ts";
import { sessionsFolder } from "../run-experiment.ts";
import { isMatrix, readPlan, writePlan } from "./matrix-plan-file.ts";
import { isPlayed } from "./matrix-rows.ts";
import { RESULT_FILE, type MatrixOutcome, type StoredMatrix } from "./matrix-result-file.ts";
import { outcomeBeside } from "./matrix-strategy.ts";
import { matrixFiles } from "./report/matrix-report.ts";
import { storedRows } from "./stored-matrix.ts";

/** The part of a plan that one shard plays. Groups stay whole, so that pairs never wait for each other. */
export function shardOf(whole: MatrixPlan, { index, of }: Shard): MatrixPlan {
  const groups = [...new Set(whole.sessions.map(({ pair }) => pair))];
  if (groups.length < of)
    throw new HarnessError({
      code: "bad-shard",
      message: `The matrix has ${counted(groups.length, "group")} of players, too few for ${of} shards. A group is played by one shard.`,
      remedy: `Use at most ${counted(groups.length, "shard")}, or play more sessions.`,
    });
  const own = new Set(groups.filter((_, at) => at % of === index - 1));
  return {
    ...whole,
    // Rounded down: together the shards never have more than the budget.
    budget: whole.budget && Math.floor((whole.budget * 1e6) / of) / 1e6,
    shard: { index, of, plan: hashOf(whole, of), sessions: whole.sessions.length },
    sessions: whole.sessions.filter(({ pair }) => own.has(pair)),
  };
}

/** Everything that decides what is played. Budget and limits may change when a shard is started again. */
const hashOf = ({ config, seed, guides, prompts, sessions, pinned }: MatrixPlan, of: number): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        of,
        config,
        seed,
        guides,
        prompts,
        sessions,
        pinned?.models,
        pinned?.maxOutput,
        pinned?.addresses,
      ]),
    )
    .digest("hex")
    .slice(0, 16);

type ShardFolder = {
  dir: string;
  plan: MatrixPlan;
  shard: NonNullable<MatrixPlan["shard"]>;
  rows: MatrixRow[];
  lostCost: number;
};

/** All shards of one matrix, found in these folders. Throws if one is missing, unfinished, twice there or of another plan. */
export function shardsIn(dirs: readonly string[]): ShardFolder[] {
  const found = [...new Set(dirs.flatMap((dir) => shardFolders(resolve(dir), DEPTH)))].flatMap((dir) => {
    const plan = readPlan(dir);
    return plan.shard ? [{ dir, plan, shard: plan.shard }] : [];
  });
  const [first] = found;
  if (!first)
    throw new HarnessError({
      code: "no-shards",
      message: `No shard of a matrix was found in ${dirs.join(", ")}.`,
      remedy: "Name the folders that `matrix --shard` wrote, or a folder that holds them.",
    });
  const plans = Map.groupBy(found, ({ shard }) => shard.plan);
  if (plans.size > 1)
    throw new HarnessError({
      code: "different-plans",
      message: `These shards have different plans:\n${[...plans].map(([plan, [one]]) => `${plan}: ${one!.dir}`).join("\n")}`,
      remedy:
        "Name the folders of one matrix. If they were meant to be one, start every shard with the same version, options, files and settings.",
    });
  const all = Array.from({ length: first.shard.of }, (_, at) =>
    found.filter(({ shard }) => shard.index === at + 1),
  );
  const twice = all.find(({ length }) => length > 1);
  if (twice)
    throw new HarnessError({
      code: "shard-twice",
      message: `Shard ${named(twice[0]!.shard)} is there twice: ${twice.map(({ dir }) => dir).join(", ")}.`,
      remedy: "Name the folders of the shards, each once.",
    });
  const shards = all.flat().map((shard) => {
    const { rows, lostCost = 0 } = storedRows(shard.dir, shard.plan);
    return { ...shard, rows, lostCost };
  });
  const missing = [
    ...all.flatMap(({ length }, at) =>
      length === 0 ? [`Shard ${named({ ...first.shard, index: at + 1 })} is missing.`] : [],
    ),
    ...shards.flatMap(unfinishedIn),
  ];
  const played = shards.flatMap(({ rows }) => rows.filter(hasEnded)).length;
  if (missing.length > 0)
    throw new HarnessError({
      code: "shards-unfinished",
      message: `The matrix is not complete: ${played} of ${counted(first.shard.sessions, "session")} have ended.\n${missing.join("\n")}`,
      remedy: "Start these shards again with the same command: each resumes in its folder. Then merge.",
      exit: 3,
    });
  return shards;
}

/** Folders between the named one and those of the shards, such as one for each artifact. */
const DEPTH = 4;

const shardFolders = (dir: string, depth: number): string[] => {
  if (isMatrix(dir)) return [dir];
  if (depth === 0) return [];
  return listFolder(dir).flatMap(({ name, kind }) =>
    kind === "folder" && !name.startsWith(".") ? shardFolders(join(dir, name), depth - 1) : [],
  );
};

const named = ({ index, of }: Shard): string => `${index}/${of}`;

/** A crashed session was tried twice: it counts as it does in one process. */
const hasEnded = (row: MatrixRow): boolean => isPlayed(row) && row.kept === undefined;

function unfinishedIn({ dir, shard, rows }: ShardFolder): string[] {
  const open = rows.filter((row) => !hasEnded(row));
  if (open.length === 0) return [];
  return [
    `Shard ${named(shard)} (${dir}) has ${open.length} of ${counted(rows.length, "session")} unfinished: ${open.map(({ sessionId }) => sessionId).join(", ")}.`,
  ];
}

/** The plan that the shards are parts of, with the gates of the merge. */
export function wholePlan(
  shards: readonly ShardFolder[],
  { gates, label }: Pick<MatrixPlan, "gates" | "label">,
): MatrixPlan {
  const { shard: _, ...first } = shards[0]!.plan;
  const budgets = shards.flatMap(({ plan }) => plan.budget ?? []);
  return {
    ...first,
    label: label ?? first.label,
    gates,
    budget: budgets.length === shards.length ? sum(budgets) : undefined,
    lost: sum(shards.map(({ plan }) => plan.lost ?? 0)) || undefined,
    sessions: inOrder(shards.flatMap(({ plan }) => plan.sessions)),
  };
}

/** Copies the sessions of all shards to the folder of one matrix, and writes its result and report. */
export async function mergeShards(
  shards: readonly ShardFolder[],
  { dir, plan, baseline }: { dir: string; plan: MatrixPlan; baseline: StoredMatrix | undefined },
): Promise<{ outcome: MatrixOutcome }> {
  makeFolder(sessionsFolder(dir));
  for (const shard of shards)
    for (const { sessionId } of shard.plan.sessions) {
      const from = join(sessionsFolder(shard.dir), sessionId);
      // Not with locks and what a killed process left behind.
      const only = (path: string) => !basename(path).startsWith(".");
      if (exists(from)) copy(from, join(sessionsFolder(dir), sessionId), { only });
    }
  await writePlan(dir, plan);
  const outcome = outcomeBeside(baseline, {
    dir,
    plan,
    rows: inOrder(shards.flatMap(({ rows }) => rows)),
    lostCost: sum(shards.map(({ lostCost }) => lostCost)),
  });
  await writeExperiment(dir, RESULT_FILE, matrixFiles(outcome));
  return { outcome };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Session ids start with their number in the plan. */
const inOrder = <Session extends { sessionId: string }>(sessions: readonly Session[]): Session[] =>
  sessions.toSorted((a, b) => Number.parseInt(a.sessionId, 10) - Number.parseInt(b.sessionId, 10));
