/** A/B tests as the API shows them. */
import type { AbPlan, AbResult, AbView, ExperimentCard } from "../../../contract/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import {
  abResultNow,
  armConfigs,
  configDifferences,
  endedPairs,
  isAb,
  PAIRS_FILE,
  readAbPlan,
  readAbResult,
  replayName,
} from "../../../playtest/index.ts";
import { AB, sessionId as idOf, type IndexedSession } from "../session-index.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

export const abReader: ExperimentReader<AbPlan, AbResult> = {
  kind: "ab",
  name: "A/B test",
  folder: AB,
  isIn: isAb,
  planFile: "ab-plan.json",
  readPlan: readAbPlan,
  resultFile: "ab.json",
  readWritten: readAbResult,
  also: [PAIRS_FILE],
  progress: (dir, plan) => ({ done: endedPairs(dir, plan).length, planned: plan.pairs }),
  outcome(dir, plan, { id, written }) {
    const pairs = endedPairs(dir, plan);
    // Only the written result says why it ended early.
    const endedBy = written?.pairs.length === pairs.length ? written.endedBy : null;
    return abResultNow(dir, plan, { pairs, endedBy, command: "rehearse", at: `${AB}/${id}` });
  },
};

type OpenAb = OpenExperiment<AbPlan, AbResult>;

export function abCard(test: OpenAb): ExperimentCard {
  const { id, at, live, plan } = test;
  const { verdict, pairs, spent } = test.outcome();
  return {
    kind: "ab",
    id,
    at,
    title: `${plan.a.label} against ${plan.b.label}`,
    verdict: { outcome: verdict.outcome, headline: verdict.headline },
    progress: { done: pairs.length, planned: plan.pairs, unit: "pair" },
    failed: pairs.reduce((sum, { crashed }) => sum + crashed.length, 0),
    cost: spent.cost,
    unpriced: spent.unpriced,
    live,
  };
}

export function abView(test: OpenAb, all: readonly IndexedSession[]): AbView {
  const { id, dir, at, live, plan, sessions } = test;
  const { verdict, decision, plan: summary, pairs, spent, endedBy } = test.outcome();
  const present = new Set(sessions.map((session) => session.id));
  const replay = (index: number, arm: "a" | "b") => {
    const session = idOf(replayName(index, arm), { kind: "ab", id });
    return present.has(session) ? { [arm]: session } : {};
  };
  return {
    id,
    at,
    live,
    // What is being played needs no command.
    verdict: live ? { ...verdict, next: [] } : verdict,
    progress: { done: pairs.length, planned: plan.pairs, unit: "pair" },
    cost: {
      total: spent.cost,
      atMost: atMostOf(spent),
      unpriced: spent.unpriced,
      text: spentText(spent),
    },
    endedBy,
    plan: summary,
    decision,
    checkpoints: plan.checkpoints.map(({ sessionId, turn }) => {
      const session = sessionWith(all, sessionId);
      return { sessionId, turn, ...(session !== undefined && { session }) };
    }),
    pairs: pairs.map((pair) => ({
      ...pair,
      sessions: { ...replay(pair.index, "a"), ...replay(pair.index, "b") },
    })),
    differs: configDifferences(armConfigs(dir, plan)),
  };
}

/** The session that a checkpoint was copied from, if it is in this workspace. */
export const sessionWith = (all: readonly IndexedSession[], sessionId: string): string | undefined =>
  (
    all.find((session) => session.sessionId === sessionId && session.of === undefined) ??
    all.find((session) => session.sessionId === sessionId)
  )?.id;
