/** A matrix as CI shows it. */
import { join } from "node:path";
import type { MatrixRow } from "../../../../contract/index.ts";
import { spentText } from "../../../../kernel/journal/index.ts";
import { verdictCi, type CiReport, type JunitCase } from "../../../../kernel/report/index.ts";
import { REPORT_FILE } from "../../experiment-report.ts";
import type { MatrixOutcome } from "../matrix-result-file.ts";
import { spentOnMatrix } from "../summarise-matrix.ts";

export const matrixCi = (outcome: MatrixOutcome, { name }: { name: string }): CiReport =>
  verdictCi(outcome.verdict, {
    name,
    gates: outcome.gates,
    cost: spentText(spentOnMatrix(outcome)),
    report: join(outcome.dir, REPORT_FILE),
    suites: [{ name: "sessions", cases: outcome.rows.map(sessionCase) }],
  });

function sessionCase({ sessionId, outcome, why, durationMs, score }: MatrixRow): JunitCase {
  const named = { name: sessionId, ms: durationMs };
  const reason = why.replace(/\.?$/, ".");
  switch (outcome) {
    case "completed":
      return { ...named, ...(score?.overall != null && { out: `Overall ${score.overall}.` }) };
    case "timeout":
    case "failed":
      return { ...named, outcome: { kind: "skipped", says: `The session ended as ${outcome}: ${reason}` } };
    default:
      return {
        ...named,
        outcome: { kind: "error", says: `The session has no result (${outcome}): ${reason}` },
      };
  }
}
