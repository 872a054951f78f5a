/** `report.md` of a matrix: the verdict, then what readers of its numbers must know, then its setup. */
import { join } from "node:path";
import {
  inline,
  noteCountsSection,
  verdictMarkdown,
  type CiReport,
  type JunitCase,
} from "../../../../kernel/report/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import { duration, guideFormText } from "../../../report/index.ts";
import { writeExperiment, type ExperimentFiles, REPORT_FILE } from "../../experiment-files.ts";
import { RESULT_FILE, type MatrixOutcome } from "../stored-matrix.ts";
import type { MatrixRow } from "../../../../contract/index.ts";
import { spentText } from "../../../../kernel/journal/index.ts";
import { spentOnMatrix } from "../summarise-matrix.ts";

/** `matrix.json` and `report.md`. */
export const matrixFiles = (outcome: MatrixOutcome): ExperimentFiles => ({
  result: `${JSON.stringify(outcome, null, 2)}\n`,
  report: matrixReport(outcome),
});

export const writeMatrix = (outcome: MatrixOutcome): Promise<void> =>
  writeExperiment(outcome.dir, RESULT_FILE, matrixFiles(outcome));

export function matrixReport(outcome: MatrixOutcome): string {
  return [
    "# Matrix Report",
    "",
    verdictMarkdown(outcome.verdict),
    "",
    ...noteCountsSection(outcome.notes),
    ...configSection(outcome),
  ].join("\n");
}

function configSection(outcome: MatrixOutcome): string[] {
  const { matrixId, config, seed, rows, unfinished, totalDuration } = outcome;
  const names = (values: Iterable<string>) => [...new Set(values)].map(inline).join(", ");
  return [
    "## Config",
    "",
    `- Matrix: ${inline(matrixId)}, seed ${inline(String(seed))}`,
    `- Stories: ${names(rows.map(({ story }) => story))}`,
    `- Prompts: ${names(rows.map(({ prompt }) => prompt))}`,
    `- Narrators: ${names(rows.map(({ narrator }) => narrator))}`,
    `- Guide: ${guideFormText(guideFormOf({ guideForm: config.guide }))}`,
    `- Sessions: ${rows.length}, ${config.sessionsPerCombination} of each combination`,
    ...(unfinished > 0 ? [`- Unfinished: ${unfinished}`] : []),
    `- Time: ${duration(totalDuration)} of play, over all sessions`,
    "",
  ];
}

export const matrixCi = (outcome: MatrixOutcome): CiReport => ({
  verdict: outcome.verdict,
  // The headline says some of them as its own: "Failed: …".
  gates: outcome.gates.map(({ says, ...gate }) => ({
    ...gate,
    says: says.replace(/^(Failed|Passed):/, (word) => `Gate ${word.toLowerCase()}`),
  })),
  cost: spentText(spentOnMatrix(outcome)),
  report: join(outcome.dir, REPORT_FILE),
  suites: [{ name: "sessions", cases: outcome.rows.map(sessionCase) }],
});

function sessionCase({ sessionId, outcome, why, durationMs, score }: MatrixRow): JunitCase {
  const named = { name: `Did ${sessionId} reach its end?`, ms: durationMs };
  const reason = why.replace(/\.?$/, ".");
  switch (outcome) {
    case "completed":
      return { ...named, out: score?.overall == null ? undefined : `Overall ${score.overall}.` };
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
