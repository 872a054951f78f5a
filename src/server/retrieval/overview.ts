import { mechanism, type RetrievalGroup, type RetrievalOverview } from "../../contract/index.ts";
import { BUILT_IN, OFFLINE } from "../../retrieval/index.ts";
import type { Targets } from "../targets.ts";
import type { BankState } from "./bank-index.ts";
import type { GroupedScores, IndexedRun } from "./run-index.ts";

/** The name of a requested target in results. */
export const savedAs = (asked: string): string => (asked === OFFLINE ? `${BUILT_IN}, ${OFFLINE}` : asked);

/** The number of runs in a trend. */
const TREND = 60;

/** Saved runs, and the system under test on display. */
export type Shown = { runs: readonly IndexedRun[]; target: string };

/** The runs of one system under test: a mix of two is not a trend. */
export const runsOf = ({ runs, target }: Shown): IndexedRun[] =>
  runs.filter(({ digest }) => digest.target === target);

/** The usual target if it has results, otherwise that of the newest run. */
export const shownFirst = (runs: readonly IndexedRun[], usual: string): string =>
  runs.some(({ digest }) => digest.target === usual) ? usual : (runs[0]?.digest.target ?? usual);

type OverviewOptions = Shown & {
  unreadable: RetrievalOverview["unreadable"];
  banks: BankState;
  can: Targets;
};

export function overviewOf({ runs, target, unreadable, banks, can }: OverviewOptions): RetrievalOverview {
  const own = runsOf({ runs, target });
  const whole = own.findIndex(({ digest }) => !digest.partial);
  const latest = own[Math.max(0, whole)];
  return {
    target,
    own: savedAs(can.usual),
    targets: [...new Set(runs.map(({ digest }) => digest.target))],
    can_run: {
      targets: [...can.byName.keys()],
      usual: can.usual,
      same: [...can.byName.keys()].find((one) => savedAs(one) === target) ?? null,
      banks: mechanism.options.map((one) => ({
        mechanism: one,
        tests: banks.tests.filter((test) => test.mechanism === one).length,
      })),
    },
    latest: latest ? latestOf(latest, { kbHash: banks.kbHash, partialSince: Math.max(0, whole) }) : null,
    trend: own
      .slice(0, TREND)
      .map(({ digest }) => digest)
      .toReversed(),
    unreadable,
  };
}

function latestOf(
  { digest, facts }: IndexedRun,
  { kbHash, partialSince }: { kbHash: string | null; partialSince: number },
): NonNullable<RetrievalOverview["latest"]> {
  const { health_reasons, not_tested, critical, groups, outcome } = facts;
  return {
    run: digest,
    outcome,
    health_reasons,
    not_tested,
    critical,
    groups: groups.map(({ scores, ...group }) => ({ ...group, scores: worstFirst(scores) })),
    kb_changed: kbHash !== null && kbHash !== facts.kbHash,
    partial_since: partialSince,
  };
}

const worstFirst = (groups: GroupedScores["scores"]): RetrievalGroup[] =>
  Object.entries(groups)
    .map(([name, group]) => ({ name, ...group }))
    // A group without a score is the worst.
    .sort((a, b) => (a.avg ?? -1) - (b.avg ?? -1) || b.tests - a.tests || a.name.localeCompare(b.name));
