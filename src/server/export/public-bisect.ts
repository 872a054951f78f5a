/**
 * A bisection in public: names and numbers, without anything that was said. Fields are listed one by one, and the
 * verdict is made again from the public replays, so that a new field or a stored text stays private.
 */
import type { BisectView, Verdict } from "../../contract/index.ts";
import { bisectVerdict, EMBEDDED, gateMetrics, isSecretMetric } from "../../playtest/index.ts";

const HIDDEN: Verdict = {
  outcome: "done",
  headline: "The criterion is about private content, so this file leaves out the result.",
  cautions: [],
  because: [],
  facts: [],
  findings: [],
  tables: [],
  next: [],
};

/** Of a view made here. */
export const isHidden = ({ verdict }: { verdict: Verdict }): boolean => verdict === HIDDEN;

const secretMetrics = [...gateMetrics.under, ...gateMetrics.over].filter(isSecretMetric);

export function publicBisect(view: BisectView): BisectView {
  const { id, at, live, progress, cost, sessionId, changed, turns, finding } = view;
  const isSecret = secretMetrics.some((metric) => view.criterion.includes(metric));
  const head = {
    id,
    at,
    live,
    cost: { total: cost.total, atMost: cost.atMost, unpriced: cost.unpriced, text: "" },
    endedBy: null,
    sessionId,
    criterion: "",
    changed,
    turns,
    said: null,
  };
  if (isSecret)
    return {
      ...head,
      verdict: HIDDEN,
      // Ending before the maximum would reveal that it was decided, and the turns of the replays surround the lost one.
      progress: { done: progress.done, planned: progress.done, unit: "replay" },
      finding: { kind: "open", lost: null },
      probes: [],
    };
  const probes = view.probes.map(({ sessionId: replay, turn, replicate, recovered, session }) => ({
    sessionId: replay,
    turn,
    replicate,
    recovered,
    why: "",
    ...(session !== undefined && { session }),
  }));
  const lost = finding.lost && { from: finding.lost.from, to: finding.lost.to };
  const shown = { finding: { kind: finding.kind, lost }, probes, changed, turns };
  const verdict = bisectVerdict({
    ...shown,
    sessionId: view.sessionId,
    criterion: "",
    cost: "",
    endedBy: view.verdict.outcome === "stopped" ? "" : null,
    cautions: view.verdict.cautions.some((caution) => caution.startsWith(EMBEDDED)) ? [EMBEDDED] : [],
    prompt: "",
    command: "",
    at: "",
  });
  return {
    ...head,
    ...shown,
    verdict: { ...verdict, facts: [], next: [] },
    progress: { done: progress.done, planned: progress.planned, unit: "replay" },
  };
}
