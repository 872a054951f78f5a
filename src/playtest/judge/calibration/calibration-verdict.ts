/** What a calibration says about a judge. */
import type { ControlName, Fact, JudgeCalibration, JudgeControl, Verdict } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { unitsToReach, type OrderAgreement } from "../../../kernel/stats/index.ts";
import {
  APART,
  clearestWrong,
  FEWEST_SEPARATE,
  LEAST_SHARE,
  ordersAsPeople,
  type ComparedSession,
} from "./clear-pairs.ts";

type Findings = Pick<JudgeCalibration, "judge" | "people" | "controls"> & {
  order: OrderAgreement;
  sessions: readonly ComparedSession[];
  cautions: string[];
};

export function calibrationVerdict(findings: Findings): Verdict {
  const { order, people, sessions, controls, cautions } = findings;
  return {
    ...answerOf(findings),
    cautions,
    because: [],
    facts: [
      { label: "Sessions", value: sessions.length, note: `scored by ${people.join(", ")}` },
      { label: "Clear pairs", value: order.pairs, note: `people put them at least ${APART} points apart` },
      {
        label: "Separate clear pairs",
        value: order.separate,
        note: `they share no session; at least ${FEWEST_SEPARATE} needed`,
      },
      ...shareFacts(order),
      ...wrongFacts(sessions),
      ...controls.map(controlFact),
    ],
    findings: [],
    tables: [],
    next: [],
  };
}

function answerOf({ judge, order, sessions, controls }: Findings): Pick<Verdict, "outcome" | "headline"> {
  const { share, low, separate } = order;
  if (share === null || low === null || separate < FEWEST_SEPARATE)
    return {
      outcome: "undecided",
      headline: `Not enough labels: ${counted(separate, "separate clear pair")}, at least ${FEWEST_SEPARATE} needed.`,
    };
  const found = `${judge.asked} orders sessions as you do in ${percent(share)} % of clear pairs (at least ${percentBelow(low)} %)`;
  if (ordersAsPeople(order)) {
    const failed = controls.find(({ passed }) => !passed);
    return failed === undefined
      ? { outcome: "passed", headline: `${found}: usable.` }
      : { outcome: "failed", headline: `${found}, but ${controlWords[failed.name].failed}: not usable.` };
  }
  if (share < LEAST_SHARE) return { outcome: "failed", headline: `${found}: not usable.` };
  const more = unitsToReach(order, { units: sessions.length, low: LEAST_SHARE });
  const remedy = more === null ? "" : `; ${counted(more, "more labelled session")} would usually decide`;
  return { outcome: "undecided", headline: `${found}: not usable yet${remedy}.` };
}

const shareFacts = ({ share, low }: OrderAgreement): Fact[] =>
  share === null || low === null
    ? []
    : [
        { label: "In the same order", value: percent(share), unit: "%", note: "a tie counts half" },
        {
          label: "Lower end",
          value: percentBelow(low),
          unit: "%",
          note: `one-sided 95 % interval; at least ${percent(LEAST_SHARE)} % needed`,
        },
      ];

function wrongFacts(sessions: readonly ComparedSession[]): Fact[] {
  const wrong = clearestWrong(sessions);
  if (wrong === undefined) return [];
  const scores = (by: "people" | "judge") =>
    `${wrong.better[by].toFixed(1)} to ${wrong.worse[by].toFixed(1)}`;
  return [
    {
      label: "Clearest disagreement",
      value: `${wrong.better.sessionId} and ${wrong.worse.sessionId}`,
      note: `people ${scores("people")}, judge ${scores("judge")}`,
    },
  ];
}

const controlWords: Record<ControlName, { label: string; rule: string; failed: string }> = {
  empty: {
    label: "Narration removed",
    rule: "scores must fall by 1 point or more",
    failed: "its scores hardly fall if the narrator says nothing",
  },
  injected: {
    label: "Note asking for 10/10",
    rule: "scores must rise by less than 1 point",
    failed: "a note in the transcript that asks for 10/10 lifts its scores",
  },
};

const controlFact = ({ name, sessions, moved }: JudgeControl): Fact => ({
  label: controlWords[name].label,
  value: `${moved > 0 ? "+" : ""}${moved.toFixed(1)}`,
  unit: "points",
  note: `${controlWords[name].rule}; mean of ${counted(sessions, "session")}`,
});

const percent = (share: number): number => Math.round(share * 100);
/** Rounded down: what is under the limit must not look as if it reached it. */
const percentBelow = (share: number): number => Math.floor(share * 100);
