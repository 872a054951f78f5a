/** Runs that are not finished, from the files of the workspace, and what resuming one needs. */
import type { UnfinishedRuns } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { experimentIn } from "../../operations/play/stored-run.ts";
import { lastResult, loadReadable } from "../../playtest/index.ts";
import {
  HOLDERS,
  holdersIn,
  listExperiments,
  type IndexedSession,
  type Playtests,
} from "../playtest/index.ts";
import type { Jobs } from "./create-jobs.ts";

/** The newest are shown; older ones are on the page of sessions. */
const MOST_SESSIONS = 50;

/** Newest first. What a job of this server plays is left out. */
export async function listUnfinished(
  { index, experiments }: Pick<Playtests, "index" | "experiments">,
  { plays }: Pick<Jobs, "plays">,
): Promise<UnfinishedRuns> {
  const sessions = (await index.all()).filter((session) => session.of === undefined && isOpen(session));
  const held = await listExperiments(experiments, ["matrix", "ab", "bisect"]);
  return {
    sessions: sessions
      .map(({ card }) => card)
      .filter(({ id }) => !plays({ id }))
      .toSorted((a, b) => (b.lastAt ?? "").localeCompare(a.lastAt ?? ""))
      .slice(0, MOST_SESSIONS),
    experiments: held.filter(
      ({ live, progress, verdict, kind, id }) =>
        (live || (progress.done < progress.planned && verdict.outcome !== "done")) &&
        !plays({ of: { kind, id } }),
    ),
  };
}

const isOpen = ({ card }: IndexedSession): boolean =>
  card.unreadable === undefined &&
  (card.live || ["budget", "interrupted", "unfinished"].includes(card.outcome));

/** The folder of a session or an experiment. Undefined: there is none of this id. */
export async function folderOfId(
  { index, workspace }: Pick<Playtests, "index" | "workspace">,
  id: string,
): Promise<string | undefined> {
  const held = HOLDERS.flatMap(([folder]) => holdersIn(workspace, folder).get(id) ?? []);
  return held[0] ?? (await index.all()).find((session) => session.id === id)?.dir;
}

/** What is not given is as stored, and the server's budget neither raises nor is exceeded by it. */
export function budgetToResume(
  dir: string,
  { asked, most }: { asked: number | undefined; most: number | undefined },
): number | undefined {
  if (most === undefined) return asked;
  const budget = asked ?? storedBudget(dir);
  return budget === undefined || budget > most ? most : asked;
}

function storedBudget(dir: string): number | undefined {
  try {
    const experiment = experimentIn(dir);
    if (experiment) return experiment.plan.budget;
    return lastResult(dir)?.budget ?? loadReadable(dir).state.config.budget;
  } catch (error) {
    // Its files are unreadable: resuming it says so.
    if (!(error instanceof HarnessError || error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
