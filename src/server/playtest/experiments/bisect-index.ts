/** Bisections as the API shows them. */
import type { BisectPlan, BisectResult, BisectView, ExperimentCard } from "../../../contract/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import {
  bisectResultNow,
  isBisect,
  readBisectPlan,
  readBisectResult,
  replaysOf,
} from "../../../playtest/index.ts";
import { BISECTS, sessionId as idOf, type IndexedSession } from "../session-index.ts";
import { sessionWith } from "./ab-index.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

export const bisectReader: ExperimentReader<BisectPlan, BisectResult> = {
  kind: "bisect",
  name: "Bisection",
  folder: BISECTS,
  isIn: isBisect,
  planFile: "bisect-plan.json",
  readPlan: readBisectPlan,
  resultFile: "bisect.json",
  readWritten: readBisectResult,
  also: [],
  progress: (_dir, plan, sessions) => ({
    done: sessions.filter(({ card }) => !card.live).length,
    planned: replaysOf(plan).most,
  }),
  outcome(dir, plan, { id, written }) {
    const now = bisectResultNow(dir, plan, { command: "rehearse", at: `${BISECTS}/${id}` });
    // Only the written result says why it ended early.
    return written?.probes.length === now.probes.length ? written : now;
  },
};

type OpenBisect = OpenExperiment<BisectPlan, BisectResult>;

/** Few replays decide, unless they are divided. */
const progressOf = (plan: BisectPlan, { finding, probes }: BisectResult): BisectView["progress"] => ({
  done: probes.length,
  planned: finding.kind === "open" ? Math.max(replaysOf(plan).most, probes.length) : probes.length,
  unit: "replay",
});

export function bisectCard(search: OpenBisect): ExperimentCard {
  const { id, at, live, plan } = search;
  const result = search.outcome();
  const { verdict, spent, probes } = result;
  return {
    kind: "bisect",
    id,
    at,
    title: `Which turn lost ${plan.sessionId}?`,
    verdict: { outcome: verdict.outcome, headline: verdict.headline },
    progress: progressOf(plan, result),
    failed: probes.filter(({ recovered }) => recovered === null).length,
    cost: spent.cost,
    unpriced: spent.unpriced,
    live,
  };
}

export function bisectView(search: OpenBisect, all: readonly IndexedSession[]): BisectView {
  const { id, at, live, plan, sessions } = search;
  const result = search.outcome();
  const { verdict, spent, probes, endedBy, criterion, changed, finding, turns, said } = result;
  const present = new Set(sessions.map((session) => session.id));
  const session = sessionWith(all, plan.sessionId);
  return {
    id,
    at,
    live,
    // What is being played needs no command.
    verdict: live ? { ...verdict, next: [] } : verdict,
    progress: progressOf(plan, result),
    cost: { total: spent.cost, atMost: atMostOf(spent), unpriced: spent.unpriced, text: spentText(spent) },
    endedBy,
    sessionId: plan.sessionId,
    ...(session !== undefined && { session }),
    criterion,
    changed,
    finding,
    turns,
    said,
    probes: probes.map((probe) => {
      const replay = idOf(probe.sessionId, { kind: "bisect", id });
      return { ...probe, ...(present.has(replay) && { session: replay }) };
    }),
  };
}
