/**
 * An A/B test in public: names and numbers, without prompts, guides or anything that was said. Fields are listed one by
 * one, and the verdict is made again from the public pairs, so that a new field or a stored text stays private.
 */
import type { AbArm, AbView, Verdict } from "../../contract/index.ts";
import { abVerdict, decide, kindOf } from "../../playtest/index.ts";

export function publicAb(view: AbView): AbView {
  const { id, at, live, progress, cost } = view;
  const plan = publicPlan(view);
  const isShown = plan.finding === undefined || isPublic(plan.finding.kind);
  const pairs = view.pairs.map((pair) => publicPair(pair, isShown));
  const run = { pairs, cost: `$${cost.total.toFixed(2)}`, stopped: view.verdict.outcome === "stopped" };
  return {
    id,
    at,
    live,
    verdict: isShown ? withoutSteps(abVerdict(plan, run, { command: "rehearse", at: `ab/${id}` })) : HIDDEN,
    // Ending before the maximum would reveal that it was decided.
    progress: { done: progress.done, planned: isShown ? progress.planned : progress.done, unit: "pair" },
    cost: { total: cost.total, atMost: cost.atMost, unpriced: cost.unpriced, text: "" },
    endedBy: null,
    plan: isShown ? plan : { ...plan, finding: undefined, pairs: progress.done },
    decision: decide(pairs),
    checkpoints: plan.checkpoints,
    pairs,
    differs: { values: {}, texts: [] },
  };
}

const HIDDEN: Verdict = {
  outcome: "done",
  headline: "The test is about private content, so this file leaves out the result.",
  cautions: [],
  because: [],
  facts: [],
  findings: [],
  tables: [],
  next: [],
};

/** Kinds of findings that may name what only one player knows are not public. */
const isPublic = (kind: string): boolean => kindOf(kind).publicly !== null;

const withoutSteps = (verdict: Verdict): Verdict => ({ ...verdict, next: [] });

const publicPlan = ({ id, plan, checkpoints }: AbView): AbView["plan"] => ({
  abId: id,
  a: { label: plan.a.label },
  b: { label: plan.b.label },
  checkpoints: checkpoints.map(({ sessionId, turn }) => ({ sessionId, turn })),
  turns: plan.turns,
  pairs: plan.pairs,
  ...(plan.finding && {
    finding: { id: plan.finding.id, kind: plan.finding.kind, lastTurn: plan.finding.lastTurn },
  }),
  embedded: plan.embedded,
});

type Pair = AbView["pairs"][number];

const publicPair = (
  { index, checkpoint, replicate, a, b, crashed, won, sessions }: Pair,
  isShown: boolean,
): Pair => ({
  index,
  checkpoint,
  replicate,
  ...(isShown
    ? { a: a && publicArm(a), b: b && publicArm(b), crashed: [...crashed], won }
    : { a: null, b: null, crashed: [], won: "missing" }),
  sessions: {
    ...(sessions.a !== undefined && { a: sessions.a }),
    ...(sessions.b !== undefined && { b: sessions.b }),
  },
});

const publicArm = ({ pointsLost, byKind, cameBack }: AbArm): AbArm => ({
  pointsLost,
  byKind: Object.fromEntries(
    Object.entries(byKind).flatMap(([kind, { episodes, points }]) =>
      isPublic(kind) ? [[kind, { episodes, points }]] : [],
    ),
  ),
  ...(cameBack !== undefined && { cameBack }),
});
