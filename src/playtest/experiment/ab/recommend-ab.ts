import type { AbPlan, Recommendation } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { FEWEST_PAIRS, pairsNeeded } from "../../../kernel/stats/index.ts";
import { unlessHouse } from "../../compare/index.ts";
import { howNear } from "./ab-power.ts";
import { winnerLine, type AbRun } from "./ab-report.ts";

type Run = Pick<AbRun, "decision" | "pairs" | "comparison">;

/** Whether to ship B. `at` is the test's folder, for the command that continues it. */
export function recommendAb(
  plan: AbPlan,
  run: Run,
  { at, live }: { at: string; live: boolean },
): Recommendation {
  const { decision } = run;
  const more = decision.winner === null ? moreOf(plan, run, { at, live }) : undefined;
  return { is: isOf(plan, run), says: winnerLine(plan, run), ...(more && { more }) };
}

function isOf({ embedded, aa = false }: AbPlan, { decision }: Run): Recommendation["is"] {
  const { winner, verdict, decided } = decision;
  if (!decided && winner === null) return "unfinished";
  const is =
    winner === null
      ? verdict === "no difference found"
        ? verdict
        : "insufficient evidence"
      : winner === "b"
        ? "ship"
        : "do not ship";
  return unlessHouse(is, embedded || aa);
}

function moreOf(plan: AbPlan, run: Run, { at, live }: { at: string; live: boolean }): Recommendation["more"] {
  const { decision, pairs } = run;
  const left = plan.times - pairs.length;
  if (!decision.decided && left > 0)
    return {
      says: `${counted(left, "pair is", "pairs are")} not played yet${plan.untilDecided ? "; fewer may decide" : ""}.`,
      count: left,
      ...(!live && { command: `rehearse resume ${at}` }),
    };
  return plan.untilDecided ? moreLooks(plan, run, at) : anotherTest(plan, run);
}

/** A test with a look after every pair can be extended. */
function moreLooks(plan: AbPlan, { decision }: Run, at: string): Recommendation["more"] {
  const near = howNear(plan, decision);
  if (!near?.canGoOn) return undefined;
  const { ahead, atBest, unit } = near;
  const times = Math.max(2 * plan.times, plan.times + atBest);
  return {
    says: `At least ${counted(atBest, `more ${unit}`)}, all won by ${ahead === null ? "one arm" : ahead.toUpperCase()}, would decide.`,
    count: atBest,
    command: `rehearse resume ${at} --times ${times}`,
    times,
  };
}

/** With more pairs than this, the difference is too small to matter. */
const MOST_PAIRS = 1_000;

/** A test of a fixed size is tested once, so more pairs need a new test. */
function anotherTest({ times, alpha }: AbPlan, { comparison }: Run): Recommendation["more"] {
  const effect = comparison?.primary.effectSize;
  const pairs = effect ? pairsNeeded({ effect: Math.max(1e-3, Math.abs(effect)), alpha }) : FEWEST_PAIRS;
  if (pairs <= times || pairs > MOST_PAIRS) return undefined;
  const why = `This test has a fixed size (${counted(times, "pair")}) and is evaluated once, so pairs cannot be added.`;
  return {
    says: effect
      ? `If the observed difference is real, a new test with ${counted(pairs, "pair")} would detect it with 80 % power. ${why}`
      : `A new test needs at least ${counted(pairs, "pair")}. ${why}`,
    count: pairs,
  };
}
