import type { AbPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { unitOf } from "./pair-layout.ts";
import { layoutOf } from "./pair-of.ts";

/** The same test with more pairs. Only one that may be looked at after every pair: the e-process allows for going on, a test at the end does not. */
export function longerAb(plan: AbPlan, times: number | undefined): AbPlan {
  if (times === undefined || times === plan.times) return plan;
  const refused = (message: string, remedy: string) =>
    new HarnessError({ code: "bad-times", message, remedy });
  if (times < plan.times)
    throw refused(
      `--times ${times} is less than the ${plan.times} pairs that this test started with.`,
      "Leave --times out, or name a larger number.",
    );
  if (!plan.untilDecided)
    throw refused(
      `This test was planned with --times ${plan.times} and is tested once, when all are played. Adding pairs after seeing the result would test twice.`,
      "Start a new test with more --times, or with --until-decided, which can be extended.",
    );
  if (unitOf(layoutOf(plan)) === "checkpoint")
    throw refused(
      `Each of the ${plan.checkpoints.length} checkpoints counts once, with its share of ${plan.times} pairs, which was fixed beforehand.`,
      "Begin a new test with more checkpoints.",
    );
  return { ...plan, times };
}
