/** Bisections as the API shows them. */
import type { BisectPlan, BisectResult, BisectView } from "../../../contract/index.ts";
import {
  bisectResultNow,
  isBisect,
  readBisectPlan,
  readBisectResult,
  replaysOf,
} from "../../../playtest/index.ts";
import { BISECTS, type IndexedSession } from "../session-index.ts";
import { sessionWith } from "../with-places.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

const playedIn = (replay: IndexedSession | undefined): string | undefined =>
  replay && `${replay.card.story} with ${replay.card.narrator}`;

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
  outcome(dir, plan, { id, written }) {
    const now = bisectResultNow(dir, plan, { command: "rehearse", at: `${BISECTS}/${id}` });
    // Only the written result says why it ended early.
    return written?.probes.length === now.probes.length ? written : now;
  },
  summary: ({ finding, probes, spent }, plan, [replay]) => ({
    title: `Which turn lost ${playedIn(replay) ?? plan.sessionId}?`,
    progress: {
      done: probes.length,
      // Few replays decide, unless they are divided.
      planned: finding.kind === "open" ? Math.max(replaysOf(plan).most, probes.length) : probes.length,
      unit: "replay",
    },
    failed: probes.filter(({ recovered }) => recovered === null).length,
    cost: spent.cost,
    unpriced: spent.unpriced,
  }),
};

export async function bisectView(
  { plan, idOf, outcome, head }: OpenExperiment<BisectPlan, BisectResult>,
  all: readonly IndexedSession[],
): Promise<BisectView> {
  const { probes, endedBy } = await outcome();
  return {
    ...(await head()),
    endedBy,
    sessionId: plan.sessionId,
    session: sessionWith(all, plan.sessionId),
    probes: probes.map((probe) => ({ ...probe, session: idOf(probe.sessionId) })),
  };
}
