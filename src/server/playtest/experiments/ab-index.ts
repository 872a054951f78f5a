/** A/B tests as the API shows them. */
import type { AbPlan, AbResult, AbView } from "../../../contract/index.ts";
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
import { AB, type IndexedSession } from "../session-index.ts";
import { sessionWith } from "../with-places.ts";
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
  outcome(dir, plan, { id, written }) {
    const pairs = endedPairs(dir, plan);
    // Only the written result says why it ended early.
    const endedBy = written?.pairs.length === pairs.length ? written.endedBy : null;
    return abResultNow(dir, plan, { pairs, endedBy, command: "rehearse", at: `${AB}/${id}` });
  },
  summary: ({ pairs, decision, spent }, plan) => ({
    title: titleOf(plan),
    // What was still running when it was decided does not count.
    progress: {
      done: decision.decided ? decision.pairs : pairs.length,
      planned: plan.pairs,
      unit: "pair",
    },
    failed: pairs.reduce((sum, { crashed }) => sum + crashed.length, 0),
    cost: spent.cost,
    unpriced: spent.unpriced,
  }),
};

/** "unchanged against narrator house: t5-loop, after turn 4 of innsmouth-1". */
function titleOf({ a, b, finding, checkpoints }: AbPlan): string {
  const [first, ...others] = checkpoints;
  const start =
    others.length === 0
      ? `after turn ${first!.turn} of ${first!.sessionId}`
      : `${checkpoints.length} checkpoints`;
  return `${a.label} against ${b.label}: ${[finding?.id, start].filter(Boolean).join(", ")}`;
}

export async function abView(
  { dir, plan, idOf, outcome, head }: OpenExperiment<AbPlan, AbResult>,
  all: readonly IndexedSession[],
): Promise<AbView> {
  const { decision, plan: summary, pairs, endedBy } = await outcome();
  return {
    ...(await head()),
    endedBy,
    plan: summary,
    decision,
    checkpoints: plan.checkpoints.map(({ sessionId, turn }) => ({
      sessionId,
      turn,
      session: sessionWith(all, sessionId),
    })),
    pairs: pairs.map((pair) => ({
      ...pair,
      sessions: { a: idOf(replayName(pair.index, "a")), b: idOf(replayName(pair.index, "b")) },
    })),
    differs: configDifferences(armConfigs(dir, plan)),
  };
}
