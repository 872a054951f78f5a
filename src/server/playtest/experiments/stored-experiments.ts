/** A/B tests or bisections of a workspace: their plans, sessions and outcomes, kept while their files are unchanged. */
import { join } from "node:path";
import type { SessionCard } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { fileInfo, isInUse, linkIn } from "../../../kernel/store/index.ts";
import { Refusal } from "../../problem.ts";
import { holdersIn, type IndexedSession, type SessionIndex } from "../session-index.ts";

/** How one kind of experiment is read. */
export type ExperimentReader<Plan, Outcome> = {
  kind: "ab" | "bisect";
  /** In words, for messages. */ name: string;
  folder: string;
  isIn(dir: string): boolean;
  planFile: string;
  readPlan(dir: string): Plan;
  resultFile: string;
  /** Undefined: not written yet. */
  readWritten(dir: string): Outcome | undefined;
  /** Other files whose change makes the result outdated. */ also: readonly string[];
  /** Pairs or replays that have ended, and how many there may be. */
  progress(dir: string, plan: Plan, sessions: readonly IndexedSession[]): { done: number; planned: number };
  /** From the sessions, if the written result is outdated. */
  outcome(dir: string, plan: Plan, known: { id: string; written: Outcome | undefined }): Outcome;
};

export type OpenExperiment<Plan, Outcome> = {
  readonly id: string;
  readonly dir: string;
  /** When its first session started. */ readonly at: string | null;
  readonly live: boolean;
  readonly plan: Plan;
  readonly sessions: readonly IndexedSession[];
  outcome(): Outcome;
};

export type StoredExperiments<Plan, Outcome> = {
  ids(): string[];
  /** Throws for an unknown one. */
  open(id: string): Promise<OpenExperiment<Plan, Outcome>>;
  isLive(id: string): Promise<boolean>;
  progress(id: string): Promise<ExperimentProgress>;
};

export type ExperimentProgress = NonNullable<SessionCard["of"]> & {
  done: number;
  planned: number;
  live: boolean;
};

type Kept<Plan, Outcome> = {
  stamps: string;
  plan: Plan;
  written: Outcome | undefined;
  outcome?: { of: string; value: Outcome };
};

export function createStoredExperiments<Plan, Outcome>(
  reader: ExperimentReader<Plan, Outcome>,
  { workspace, index }: { workspace: string; index: Pick<SessionIndex, "all"> },
): StoredExperiments<Plan, Outcome> {
  const { kind, name, folder, planFile, resultFile } = reader;
  const kept = new Map<string, Kept<Plan, Outcome>>();

  function ids(): string[] {
    const there = [...holdersIn(workspace, folder)].flatMap(([id, dir]) => (reader.isIn(dir) ? [id] : []));
    for (const id of kept.keys()) if (!there.includes(id)) kept.delete(id);
    return there;
  }

  function folderOf(id: string): string {
    const dir = holdersIn(workspace, folder).get(id);
    if (dir === undefined || !reader.isIn(dir))
      throw new Refusal({
        status: 404,
        code: "not-found",
        message: `${name} ${JSON.stringify(id.slice(0, 200))} not found.`,
        remedy: `GET /api/${folder} lists all of them.`,
      });
    const link = linkIn(dir, 0);
    if (link !== undefined)
      throw new HarnessError({
        code: "bad-path",
        message: `${link} in the folder of ${id} is a link. Links are not followed.`,
        remedy: "Replace the link with the file itself.",
      });
    return dir;
  }

  function keep(id: string, dir: string): Kept<Plan, Outcome> {
    const stamps = `${dir} ${[planFile, resultFile].map((file) => stampOf(join(dir, file))).join(" ")}`;
    const before = kept.get(id);
    if (before?.stamps === stamps) return before;
    const now = { stamps, plan: reader.readPlan(dir), written: reader.readWritten(dir) };
    kept.set(id, now);
    return now;
  }

  const sessionsOf = async (id: string) =>
    (await index.all()).filter(({ of }) => of?.kind === kind && of.id === id);

  return {
    ids,
    isLive: async (id) => isInUse(folderOf(id)),
    async progress(id) {
      const dir = folderOf(id);
      const { done, planned } = reader.progress(dir, keep(id, dir).plan, await sessionsOf(id));
      return { kind, id, done, planned, live: await isInUse(dir) };
    },
    async open(id) {
      const dir = folderOf(id);
      const memory = keep(id, dir);
      const sessions = await sessionsOf(id);
      const files = [planFile, ...reader.also].map((file) => stampOf(join(dir, file)));
      const newest = Math.max(0, ...files, ...sessions.map(({ stamp }) => stamp));
      return {
        id,
        dir,
        at: sessions.flatMap(({ card }) => card.at ?? []).sort()[0] ?? null,
        live: await isInUse(dir),
        plan: memory.plan,
        sessions,
        outcome() {
          if (memory.written && newest <= stampOf(join(dir, resultFile))) return memory.written;
          const of = `${newest} ${sessions.length}`;
          if (memory.outcome?.of !== of) {
            const { plan, written } = memory;
            memory.outcome = { of, value: reader.outcome(dir, plan, { id, written }) };
          }
          return memory.outcome.value;
        },
      };
    },
  };
}

const stampOf = (path: string): number => fileInfo(path, { links: true })?.modifiedMs ?? 0;
