/** What a check would ask and cost. Nothing is asked. */
import { type Mechanism, mechanism, type Verdict } from "../../contract/index.ts";
import {
  type CheckEstimate,
  type CheckPlan,
  type CheckRequest,
  estimateCheck,
  type RedlinePlan,
  testsOf,
} from "../../retrieval/index.ts";
import type { Preview } from "../declaration.ts";
import { dryRunVerdict } from "../dry-run.ts";

export type PlannedTest = { mechanism: Mechanism; test_id: string; name: string; question?: string };

export function previewBanks({
  request,
  plan,
  hasBaseline,
}: {
  request: CheckRequest;
  plan: CheckPlan;
  hasBaseline: boolean;
}): Preview {
  const { banks, target } = plan;
  const { repeat, budget } = request;
  const planned = mechanism.options.flatMap((name) =>
    testsOf(banks, name).map((test): PlannedTest => ({
      mechanism: name,
      test_id: test.test_id,
      name: test.name,
      // Tests of states and of what is always loaded have none.
      question: "prompt" in test ? test.prompt : undefined,
    })),
  );
  const tests = mechanism.options.flatMap((name) =>
    banks[name] ? [[name, banks[name].length] as const] : [],
  );
  const estimate = estimateCheck(plan, request);
  return {
    shown: [
      verdictOf({
        facts: [
          { label: "Target", value: target },
          { label: "Tests", value: planned.length, note: tests.map((bank) => bank.join(" ")).join(", ") },
          ...(repeat === undefined
            ? []
            : [{ label: "Repeats", value: repeat, note: "of each test that may vary" }]),
        ],
        cautions: hasBaseline
          ? ["A test that passed in the baseline and fails now is asked 4 more times.", ...estimate.notes]
          : estimate.notes,
        estimate,
        budget,
      }),
    ],
    data: { target, tests: Object.fromEntries(tests), repeat, budget, estimate, planned },
  };
}

/** The patterns are matched without a model. */
export function previewRedline({ request, plan, phrases, messages }: RedlinePlan): Preview {
  const estimate = estimateCheck(plan, request);
  const [crisis, benign] = [phrases.crisis.length, phrases.benign.length];
  return {
    shown: [
      verdictOf({
        facts: [
          { label: "Target", value: plan.target },
          { label: "Crisis phrases", value: crisis },
          { label: "Benign twins", value: benign },
          { label: "Messages", value: messages.length, note: "each phrase in several spellings" },
        ],
        cautions: [],
        estimate,
        budget: request.budget,
      }),
    ],
    data: { target: plan.target, phrases: { crisis, benign }, messages: messages.length },
  };
}

function verdictOf({
  estimate: { known, unpriced, models },
  budget,
  ...shown
}: Pick<Verdict, "facts" | "cautions"> & { estimate: CheckEstimate; budget: number | undefined }): Verdict {
  const calls = models.reduce((sum, each) => sum + each.calls, 0);
  return dryRunVerdict({
    cost: { known, total: unpriced.length > 0 ? null : known },
    calls: calls === 0 ? undefined : { low: calls, high: calls },
    budget,
    ...shown,
  });
}
