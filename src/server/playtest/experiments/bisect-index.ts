/** Bisections as the API shows them. */
import type { BisectPlan, BisectResult, BisectView, ExperimentCard } from "../../../contract/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import {
  bisectLines,
  bisectResultNow,
  EMBEDDED,
  isBisect,
  readBisectPlan,
  readBisectResult,
  recommendBisect,
} from "../../../playtest/index.ts";
import { sessionWith } from "./ab-index.ts";
import { sessionId as idOf, type IndexedSession } from "../session-index.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

export const bisectReader: ExperimentReader<BisectPlan, BisectResult> = {
  kind: "bisect",
  name: "Bisection",
  folder: "bisects",
  isIn: isBisect,
  planFile: "bisect-plan.json",
  readPlan: readBisectPlan,
  resultFile: "bisect.json",
  readWritten: readBisectResult,
  also: [],
  progress: (_dir, { times }, sessions) => ({
    done: sessions.filter(({ card }) => !card.live).length,
    planned: times,
  }),
  outcome(dir, plan, { written }) {
    const now = bisectResultNow(dir, plan);
    // Only the written result says why it ended early.
    return written?.probes.length === now.probes.length ? { ...now, endedBy: written.endedBy } : now;
  },
};

type OpenBisect = OpenExperiment<BisectPlan, BisectResult>;

const place = (id: string) => `bisects/${id}`;

export function bisectCard(search: OpenBisect): ExperimentCard {
  const { id, at, live, plan } = search;
  const result = search.outcome();
  const { more: _more, ...recommendation } = recommendBisect(plan, result, { at: place(id), live });
  return {
    kind: "bisect",
    id,
    at,
    title: `Which turn lost ${plan.sessionId}?`,
    recommendation,
    progress: { done: result.probes.length, planned: plan.times, unit: "replay" },
    failed: result.probes.filter(({ recovered }) => recovered === null).length,
    cost: result.cost.total,
    unpriced: result.cost.unpriced,
    live,
  };
}

export function bisectView(search: OpenBisect, all: readonly IndexedSession[]): BisectView {
  const { id, at, live, plan, sessions } = search;
  const result = search.outcome();
  const { probes, cost, house, endedBy, criterion, changed, finding, turns, certainty, byTurn } = result;
  const present = new Set(sessions.map((session) => session.id));
  const session = sessionWith(all, plan.sessionId);
  return {
    id,
    at,
    live,
    recommendation: recommendBisect(plan, result, { at: place(id), live }),
    facts: bisectLines(result),
    progress: { done: probes.length, planned: plan.times, unit: "replay" },
    house: house ? EMBEDDED : null,
    cost: {
      total: cost.total,
      atMost: cost.atMost,
      unpriced: cost.unpriced,
      text: spentText({ ...cost, cost: cost.total }),
    },
    endedBy,
    sessionId: plan.sessionId,
    ...(session !== undefined && { session }),
    criterion,
    changed,
    finding,
    turns,
    certainty,
    byTurn,
    belief: result.belief,
    said: result.said,
    times: plan.times,
    probes: probes.map((probe) => {
      const replay = idOf(probe.sessionId, { kind: "bisect", id });
      return { ...probe, ...(present.has(replay) && { session: replay }) };
    }),
  };
}
