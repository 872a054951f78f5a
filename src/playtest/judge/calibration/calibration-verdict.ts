/** What a calibration says about a judge. */
import type { JudgeCalibration, Verdict } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { OrderAgreement } from "../../../kernel/stats/index.ts";
import { answer } from "../../../kernel/verdict-words/index.ts";
import { APART, FEWEST_SEPARATE, LEAST_SHARE, ordersAsPeople, type ComparedSession } from "./clear-pairs.ts";

type Findings = Pick<JudgeCalibration, "judge" | "people"> & {
  order: OrderAgreement;
  sessions: readonly ComparedSession[];
  cautions: string[];
};

export function calibrationVerdict(findings: Findings): Verdict {
  const { order, people, sessions, cautions } = findings;
  const { headline, outcome } = answerOf(findings);
  return answer(headline, {
    outcome,
    cautions,
    facts: [
      { label: "Sessions", value: sessions.length, note: `scored by ${people.join(", ")}` },
      { label: "Clear pairs", value: order.pairs, note: `people put them at least ${APART} points apart` },
      {
        label: "Separate clear pairs",
        value: order.separate,
        note: `they share no session; at least ${FEWEST_SEPARATE} needed`,
      },
    ],
  });
}

function answerOf({ judge, order }: Findings): Pick<Verdict, "outcome" | "headline"> {
  const { share, low, separate } = order;
  if (share === null || low === null || separate < FEWEST_SEPARATE)
    return {
      outcome: "undecided",
      headline: `Not enough labels: ${counted(separate, "separate clear pair")}, at least ${FEWEST_SEPARATE} needed.`,
    };
  const found = `${judge.asked} ranks sessions as you do in ${percent(share)} % of clear pairs (at least ${percentBelow(low)} %)`;
  if (ordersAsPeople(order)) return { outcome: "passed", headline: `${found}: usable.` };
  if (share < LEAST_SHARE) return { outcome: "failed", headline: `${found}: not usable.` };
  return { outcome: "undecided", headline: `${found}: not usable yet; more labelled sessions may decide.` };
}

const percent = (share: number): number => Math.round(share * 100);
/** Rounded down: what is under the limit must not look as if it reached it. */
const percentBelow = (share: number): number => Math.floor(share * 100);
