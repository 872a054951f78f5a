/** Matrices, A/B tests or bisections of a workspace: their plans, sessions and outcomes, kept while their files are unchanged. */
import { join } from "node:path";
import type { ExperimentCard, ExperimentKind, Verdict } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { fileInfo, isInUse, linkIn } from "../../../kernel/store/index.ts";
import { notFound } from "../../problem.ts";
import { sessionWith, withPlaces } from "../with-places.ts";
import { holdersIn, sessionId, type IndexedSession, type SessionIndex } from "../session-index.ts";

/** What is said of every experiment from its plan and outcome. */
type Summary = Pick<ExperimentCard, "title" | "progress" | "failed" | "cost" | "unpriced">;
type Answered = { readonly verdict: Verdict };

/** How one kind of experiment is read. */
export type ExperimentReader<Plan, Outcome extends Answered, Written extends Outcome = Outcome> = {
  kind: ExperimentKind;
  /** In words, for messages. */ name: string;
  folder: string;
  isIn(dir: string): boolean;
  planFile: string;
  readPlan(dir: string): Plan;
  resultFile: string;
  /** Undefined: not written yet. */
  readWritten(dir: string): Written | undefined;
  /** Other files whose change makes the result outdated. */ also: readonly string[];
  /** From the sessions, if the written result is outdated. */
  outcome(
    dir: string,
    plan: Plan,
    known: { id: string; written: Written | undefined; sessions: readonly IndexedSession[] },
  ): Outcome | Promise<Outcome>;
  summary(outcome: Outcome, plan: Plan, sessions: readonly IndexedSession[]): Summary;
};

export type OpenExperiment<Plan, Outcome> = {
  readonly id: string;
  readonly dir: string;
  /** When its last turn was played. */ readonly at: string | null;
  readonly live: boolean;
  readonly plan: Plan;
  readonly sessions: readonly IndexedSession[];
  /** The id of one of its sessions in the lists. Undefined: it is not there. */
  idOf(name: string): string | undefined;
  outcome(): Promise<Outcome>;
  /** What its page starts with. */ head(): Promise<
    Pick<ExperimentCard, "id" | "live" | "title" | "progress"> & Answered
  >;
};

export type StoredExperiments<Plan, Outcome> = {
  ids(): string[];
  /** Throws for an unknown one. */
  open(id: string): Promise<OpenExperiment<Plan, Outcome>>;
  /** Its row in lists; one that cannot be read says why. */
  card(id: string): Promise<ExperimentCard>;
  isLive(id: string): Promise<boolean>;
};

type Kept<Plan, Outcome, Written> = {
  stamps: string;
  plan: Plan;
  written: Written | undefined;
  outcome?: { of: string; value: Outcome | Promise<Outcome> };
};

export function createStoredExperiments<Plan, Outcome extends Answered, Written extends Outcome>(
  reader: ExperimentReader<Plan, Outcome, Written>,
  { workspace, index }: { workspace: string; index: Pick<SessionIndex, "all"> },
): StoredExperiments<Plan, Outcome> {
  const { kind, name, folder, planFile, resultFile } = reader;
  const kept = new Map<string, Kept<Plan, Outcome, Written>>();

  function ids(): string[] {
    const there = [...holdersIn(workspace, folder)].flatMap(([id, dir]) => (reader.isIn(dir) ? [id] : []));
    for (const id of kept.keys()) if (!there.includes(id)) kept.delete(id);
    return there;
  }

  function folderOf(id: string): string {
    const dir = holdersIn(workspace, folder).get(id);
    if (dir === undefined || !reader.isIn(dir))
      throw notFound(name, id, "GET /api/experiments lists all of them.");
    const link = linkIn(dir, 0);
    if (link !== undefined)
      throw new HarnessError({
        code: "bad-path",
        message: `${link} in the folder of ${id} is a link. Links are not followed.`,
        remedy: "Replace the link with the file itself.",
      });
    return dir;
  }

  function keep(id: string, dir: string): Kept<Plan, Outcome, Written> {
    const stamps = `${dir} ${[planFile, resultFile].map((file) => stampOf(join(dir, file))).join(" ")}`;
    const before = kept.get(id);
    if (before?.stamps === stamps) return before;
    const now = { stamps, plan: reader.readPlan(dir), written: reader.readWritten(dir) };
    kept.set(id, now);
    return now;
  }

  async function open(id: string): Promise<OpenExperiment<Plan, Outcome>> {
    const dir = folderOf(id);
    const memory = keep(id, dir);
    const { plan, written } = memory;
    const all = await index.all();
    const sessions = all.filter(({ of }) => of?.kind === kind && of.id === id);
    const files = [planFile, ...reader.also].map((file) => stampOf(join(dir, file)));
    const newest = Math.max(0, ...files, ...sessions.map(({ stamp }) => stamp));
    const live = await isInUse(dir);
    async function outcome() {
      if (written && newest <= stampOf(join(dir, resultFile))) return written;
      const of = `${newest} ${sessions.length}`;
      if (memory.outcome?.of !== of)
        memory.outcome = { of, value: reader.outcome(dir, plan, { id, written, sessions }) };
      return memory.outcome.value;
    }
    async function head() {
      const now = await outcome();
      const { title, progress } = reader.summary(now, plan, sessions);
      const verdict = withPlaces(
        now.verdict,
        (name) => sessions.find(({ sessionId }) => sessionId === name)?.id ?? sessionWith(all, name),
      );
      // What is being played needs no command.
      return { id, live, title, progress, verdict: live ? { ...verdict, next: [] } : verdict };
    }
    const at =
      sessions
        .flatMap(({ card }) => card.lastAt ?? [])
        .sort()
        .at(-1) ?? null;
    const ids = new Set(sessions.map((session) => session.id));
    const idOf = (name: string) => {
      const inLists = sessionId(name, { kind, id });
      return ids.has(inLists) ? inLists : undefined;
    };
    return { id, dir, at, live, plan, sessions, idOf, outcome, head };
  }

  async function card(id: string): Promise<ExperimentCard> {
    try {
      const { at, live, plan, sessions, outcome } = await open(id);
      const now = await outcome();
      const { outcome: is, headline } = now.verdict;
      return {
        kind,
        id,
        at,
        live,
        house: sessions.some((session) => session.card.house),
        verdict: { outcome: is, headline },
        ...reader.summary(now, plan, sessions),
      };
    } catch (error) {
      if (!(error instanceof HarnessError)) throw error;
      return unreadableCard(kind, id, error);
    }
  }

  return { ids, isLive: async (id) => isInUse(folderOf(id)), open, card };
}

const unreadableCard = (
  kind: ExperimentKind,
  id: string,
  { message, remedy }: HarnessError,
): ExperimentCard => ({
  kind,
  id,
  at: null,
  title: "",
  verdict: { outcome: "undecided", headline: "It cannot be read." },
  progress: { done: 0, planned: 0, unit: kind === "matrix" ? "session" : kind === "ab" ? "pair" : "replay" },
  failed: 0,
  cost: 0,
  unpriced: 0,
  live: false,
  house: false,
  unreadable: `${message} ${remedy}`,
});

const stampOf = (path: string): number => fileInfo(path, { links: true })?.modifiedMs ?? 0;
