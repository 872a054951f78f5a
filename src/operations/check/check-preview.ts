/** What a check would ask and cost. Nothing is asked. */
import { mechanism, type Fact, type VerdictTable } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  type CheckEstimate,
  type CheckPlan,
  type CheckRequest,
  dryCheck,
  estimateCheck,
  type PlannedCheck,
  type RedlinePlan,
  testsOf,
} from "../../retrieval/index.ts";
import type { Mechanism, Verdict } from "../../contract/index.ts";
import type { Preview } from "../declaration.ts";
import { costText, dollarRange, rangeText } from "../play/plan-verdict.ts";

export type PlannedTest = { mechanism: Mechanism; test_id: string; name: string; question?: string };

export async function previewBanks(
  harness: Harness,
  { request, plan, hasBaseline }: { request: CheckRequest; plan: CheckPlan; hasBaseline: boolean },
): Promise<Preview> {
  const { banks, target } = plan;
  const planned = mechanism.options.flatMap((name) =>
    testsOf(banks, name).map((test): PlannedTest => ({ mechanism: name, ...describedTest(test) })),
  );
  const tests = Object.fromEntries(
    mechanism.options.flatMap((name) => (banks[name] ? [[name, banks[name].length]] : [])),
  );
  const estimate = estimateCheck(plan, request);
  const repeats = request.repeat === undefined ? undefined : await dryCheck(harness, { request, plan });
  const reading = estimate.models.find(({ role }) => role === "reader");
  return {
    shown: [
      verdictOf({
        facts: [
          { label: "Target", value: target },
          { label: "Tests", value: planned.length },
          ...repeatFacts(repeats),
        ],
        cautions: hasBaseline
          ? ["A test that passed in the baseline and fails now is asked 4 more times.", ...estimate.notes]
          : estimate.notes,
        tables: [
          {
            title: "Tests by bank",
            columns: [{ label: "bank" }, { label: "tests", align: "right" }],
            rows: Object.entries(tests),
          },
          ...(estimate.models.length === 0 ? [] : [modelTable(estimate)]),
        ],
        estimate,
      }),
    ],
    data: {
      target,
      tests,
      repeats,
      reader: reading?.model,
      reading,
      budget: request.budget,
      estimate,
      planned,
    },
  };
}

/** Tests of states and of what is always loaded have no question. */
const describedTest = (test: {
  test_id: string;
  name?: string;
  prompt?: string;
}): Omit<PlannedTest, "mechanism"> => ({
  test_id: test.test_id,
  name: test.name ?? "",
  question: test.prompt,
});

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
        cautions:
          estimate.outside === undefined
            ? []
            : [`${estimate.outside} has no price here, so its cost is not included.`],
        tables: [],
        estimate,
      }),
    ],
    data: { target: plan.target, phrases: { crisis, benign }, messages: messages.length },
  };
}

function verdictOf({
  estimate: { known, unpriced, models },
  ...shown
}: Pick<Verdict, "facts" | "cautions" | "tables"> & { estimate: CheckEstimate }): Verdict {
  const cost = costText({ known, total: unpriced.length > 0 ? null : known });
  return {
    outcome: "done",
    headline: models.length === 0 ? "Nothing was called." : `Nothing was called. Estimated cost: ${cost}.`,
    because: [],
    findings: [],
    next: [],
    ...shown,
  };
}

const repeatFacts = (repeats: PlannedCheck | undefined): Fact[] =>
  repeats === undefined
    ? []
    : [
        {
          label: "Repeats",
          value: `${repeats.repeated} of ${counted(repeats.tests, "test")}`,
          note: `${counted(repeats.calls, "call")} to the target`,
        },
      ];

const modelTable = ({ models }: CheckEstimate): VerdictTable => ({
  title: "Models, for one attempt per test",
  columns: [
    { label: "role" },
    { label: "model" },
    ...["calls", "tokens in", "tokens out", "cost"].map((label) => ({ label, align: "right" as const })),
  ],
  rows: models.map(({ role, model, calls, input, output, usd }) => [
    role,
    model,
    calls,
    tokens(input),
    tokens(output),
    usd === null ? "unknown (no price)" : dollarRange(usd),
  ]),
  note: "A range: the candidates of a question, or the texts to read, are not known yet.",
});

const tokens = ({ low, high }: { low: number; high: number }): string =>
  rangeText({ low: Math.round(low), high: Math.round(high) });
