/** A/B tests as the API shows them. */
import type { AbPlan, AbView, ExperimentCard, Issue } from "../../../contract/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import {
  abLines,
  abOutcome,
  armConfigs,
  betterOf,
  comparisonTable,
  configDifferences,
  decisionOf,
  EMBEDDED,
  endedPairs,
  findingsBy,
  isAb,
  pairAt,
  PAIRS_FILE,
  readAbOutcome,
  readAbPlan,
  recommendAb,
  scaleOfMetric,
  type AbOutcome,
  type MetricName,
} from "../../../playtest/index.ts";
import { sessionId as idOf, type IndexedSession } from "../session-index.ts";
import type { ExperimentReader, OpenExperiment } from "./stored-experiments.ts";

export const abReader: ExperimentReader<AbPlan, AbOutcome> = {
  kind: "ab",
  name: "A/B test",
  folder: "abs",
  isIn: isAb,
  planFile: "ab-plan.json",
  readPlan: readAbPlan,
  resultFile: "ab.json",
  readWritten: readAbOutcome,
  also: [PAIRS_FILE],
  progress: (dir, { times }) => ({ done: endedPairs(dir).size, planned: times }),
  outcome(dir, plan, { written, remember }) {
    const now = abOutcome(dir, plan, remember);
    // Only the written result says why it ended early.
    return written?.pairs.length === now.pairs.length ? { ...now, endedBy: written.endedBy } : now;
  },
};

type OpenAb = OpenExperiment<AbPlan, AbOutcome>;

const place = (id: string) => `abs/${id}`;

export function abCard({ id, dir, at, live, plan, sessions }: OpenAb): ExperimentCard {
  const pairs = [...endedPairs(dir).values()].filter(({ index }) => index < plan.times);
  const decision = decisionOf(plan, pairs);
  const { more: _more, ...recommendation } = recommendAb(
    plan,
    { decision, pairs, comparison: null },
    { at: place(id), live },
  );
  return {
    kind: "ab",
    id,
    at,
    title: `${plan.a.label} against ${plan.b.label}`,
    recommendation,
    progress: { done: pairs.length, planned: plan.times, unit: "pair" },
    failed: decision.crashed.a + decision.crashed.b,
    cost: sessions.reduce((sum, { card }) => sum + (card.cost ?? 0), 0),
    unpriced: sessions.filter(({ card }) => card.cost === null).length,
    live,
  };
}

export function abView(test: OpenAb, all: readonly IndexedSession[]): AbView {
  const { id, dir, at, live, plan, sessions } = test;
  const outcome = test.outcome();
  const { decision, pairs, comparison, noise, spent, endedBy } = outcome;
  const present = new Map(sessions.map((session) => [session.id, session]));
  const replaysOf = (index: number) => {
    const planned = pairAt(plan, index);
    const there = (arm: "a" | "b") => {
      const session = idOf(planned[arm].sessionId, { kind: "ab", id });
      return present.has(session) ? { [arm]: session } : {};
    };
    return { ...there("a"), ...there("b") };
  };
  const ended = new Set(pairs.map(({ index }) => index));
  return {
    id,
    at,
    live,
    recommendation: recommendAb(plan, outcome, { at: place(id), live }),
    facts: abLines(plan, outcome),
    progress: { done: pairs.length, planned: plan.times, unit: "pair" },
    house: plan.embedded ? EMBEDDED : null,
    cost: {
      total: spent.cost,
      atMost: atMostOf(spent),
      unpriced: spent.unpriced,
      text: spentText(spent),
    },
    endedBy,
    a: armOf(plan.a),
    b: armOf(plan.b),
    metric: plan.metric,
    better: betterOf(plan.metric as MetricName),
    scale: scaleOfMetric(plan.metric as MetricName),
    turns: plan.turns,
    times: plan.times,
    untilDecided: plan.untilDecided,
    alpha: plan.alpha,
    ...(plan.judge !== undefined && { judge: plan.judge }),
    checkpoints: plan.checkpoints.map(({ sessionId, turn }) => {
      const session = sessionWith(all, sessionId);
      return { sessionId, turn, ...(session !== undefined && { session }) };
    }),
    decision,
    pairs: pairs.map((pair) => ({ ...pair, sessions: replaysOf(pair.index) })),
    running: live
      ? [...new Set(sessions.flatMap((session) => pairIndexOf(session) ?? []))].filter(
          (index) => !ended.has(index),
        )
      : [],
    comparison,
    notes: comparison ? comparisonTable(comparison, plan).notes : [],
    noise,
    differs: configDifferences(armConfigs(dir, plan)),
    findings: armFindings(sessions),
  };
}

const armOf = ({ label, wish: { prompt, narrator, guide, storyGuide } }: AbPlan["a"]): AbView["a"] => ({
  label,
  ...(prompt && { prompt: prompt.name }),
  ...(narrator !== undefined && { narrator }),
  ...((storyGuide?.id ?? guide) !== undefined && { guide: storyGuide?.id ?? guide }),
});

/** The session that a checkpoint was copied from, if it is in this workspace. */
export const sessionWith = (all: readonly IndexedSession[], sessionId: string): string | undefined =>
  (
    all.find((session) => session.sessionId === sessionId && session.of === undefined) ??
    all.find((session) => session.sessionId === sessionId)
  )?.id;

const nameOf = ({ dir }: IndexedSession): string => dir.slice(dir.lastIndexOf("/") + 1);
const replayName = /^(\d+)-([ab])$/;

function pairIndexOf(session: IndexedSession): number | undefined {
  const [, number] = replayName.exec(nameOf(session)) ?? [];
  return number === undefined ? undefined : Number(number) - 1;
}

/** By arm and kind, each with the worst one and its quote. */
function armFindings(sessions: readonly IndexedSession[]): AbView["findings"] {
  const found = findingsBy<"a" | "b">();
  for (const session of sessions) {
    const arm = replayName.exec(nameOf(session))?.[2] as "a" | "b" | undefined;
    const issues = session.issues.map(({ issue }): Issue => issue);
    if (arm !== undefined) found.add({ of: arm, session: session.id }, issues);
  }
  return found
    .all()
    .map(({ of: arm, type, issues, sessions: with_, among, session, example }) => ({
      arm,
      type,
      issues,
      sessions: with_,
      of: among,
      session,
      example,
    }))
    .toSorted((one, other) => one.arm.localeCompare(other.arm));
}
