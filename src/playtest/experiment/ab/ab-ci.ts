/** An A/B test as CI shows it. Pure: from the plan, the run and the issues of its replays. */
import { join } from "node:path";
import type { AbPlan, SessionResult } from "../../../contract/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { untrusted, type CiReport } from "../../../kernel/report/index.ts";
import { issueFinding, problemsInOrder } from "../../report/index.ts";
import { EMBEDDED, REPORT_FILE } from "../experiment-report.ts";
import { abLines, winnerLine, type AbRun } from "./ab-report.ts";

export function abCi(
  plan: AbPlan,
  run: AbRun,
  {
    dir,
    results,
  }: {
    dir: string;
    results: ReadonlyArray<Pick<SessionResult, "sessionId" | "issues" | "outcome" | "why">>;
  },
): CiReport {
  const broken = results.find(({ outcome }) => outcome === "interrupted");
  const by = new Map(results.flatMap(({ sessionId, issues }) => issues.map((issue) => [issue, sessionId])));
  return {
    name: `${plan.a.label} against ${plan.b.label}`,
    about: `A is ${plan.a.label}; B is ${plan.b.label}; primary metric ${plan.metric}.`,
    gates: [],
    verdict: [winnerLine(plan, run)],
    notes: [
      ...(plan.embedded ? [EMBEDDED] : []),
      ...(broken ? [`The replay ${broken.sessionId} did not finish: ${broken.why}`] : []),
    ],
    findings: problemsInOrder([...by.keys()]).map((issue) => issueFinding(issue, by.get(issue))),
    noFindings: "No findings in the replays.",
    // Without its cost, which comes last.
    sections: [
      {
        title: "Evidence",
        lines: abLines(plan, run)
          .filter((line) => !line.startsWith("Cost: "))
          .map((line) => `- ${untrusted(line)}`),
      },
    ],
    cost: spentText(run.spent),
    report: join(dir, REPORT_FILE),
    suites: [],
  };
}
