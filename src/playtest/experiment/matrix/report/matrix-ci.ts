/** A matrix as CI shows it, and the parts of its reports that explain. Pure: from the stored result and its gates. */
import { join } from "node:path";
import {
  kindWords,
  type MatrixPlan,
  type MatrixResult,
  type MatrixRow,
  type VariantStanding,
} from "../../../../contract/index.ts";
import { spentText } from "../../../../kernel/journal/index.ts";
import {
  counted,
  pText,
  shorten,
  signed as signedNumber,
  untrusted,
  type CiGate,
  type CiReport,
  type JunitCase,
} from "../../../../kernel/report/index.ts";
import { gateName, type Gate } from "../../../metrics/index.ts";
import { issueFinding, ownQuote, problemsInOrder } from "../../../report/index.ts";
import { REPORT_FILE } from "../../experiment-report.ts";
import type { MatrixOutcome } from "../matrix-result-file.ts";
import { isOver, provisionalText } from "../matrix-rows.ts";
import { spentOnMatrix } from "../summarise-matrix.ts";
import { number } from "./comparison-sections.ts";
import { baselineGate, failedMeans, passedMeans, unreadIn } from "./matrix-gates.ts";

type Finding = NonNullable<MatrixResult["findings"]>[number];
export type MatrixGates = { gates: readonly Gate[]; plan: Pick<MatrixPlan, "config" | "gates"> };

/** Every gate of the plan, judged. What decides the exit code. */
export function matrixGates(
  { rows, baseline, notes }: MatrixOutcome,
  { gates, plan }: MatrixGates,
): CiGate[] {
  const beside = baseline && baselineGate(baseline, plan.gates);
  // Nothing was measured, so nothing can have failed.
  const allCrashed = rows.length > 0 && rows.every(({ outcome }) => outcome === "crashed");
  return [
    ...gates.map((gate): CiGate => {
      const [failed] = failedMeans(rows, [gate], { ...plan, notes });
      return failed === undefined
        ? { name: gateName(gate), is: "passed", says: passedMeans(rows, [gate], plan)[0]! }
        : { name: gateName(gate), is: allCrashed ? "error" : "failed", says: failed };
    }),
    ...(beside?.failed ?? []).map((says): CiGate => ({
      name: `no regression: ${shorten(says, 60)}`,
      is: allCrashed ? "error" : "failed",
      says,
    })),
    ...(beside?.passed ?? []).map((says): CiGate => ({
      name: `no regression: ${shorten(says, 60)}`,
      is: "passed",
      says,
    })),
  ];
}

export function matrixCi(
  outcome: MatrixOutcome,
  { name, finished, ...judged }: MatrixGates & { name: string; finished: boolean },
): CiReport {
  const { rows, config, house, provisional, findings = [], baseline, dir } = outcome;
  const outcomes = [...Map.groupBy(rows, (row) => row.outcome)].map(([how, same]) => `${same.length} ${how}`);
  const worst = problemsInOrder(findings.map(({ example }) => example)).map((issue) =>
    findings.find(({ example }) => example === issue)!,
  );
  const changes = baseline ? changeLines(baseline) : [];
  const kinds = promptLines(findings);
  const decides = decideLines(outcome);
  return {
    name,
    about: `${counted(rows.length, "session")} (${outcomes.join(", ")}), primary metric ${config.primaryMetric}.`,
    gates: finished
      ? matrixGates(outcome, judged)
      : judged.gates.map((gate) => ({
          name: gateName(gate),
          is: "error",
          says: `${gateName(gate)} was not judged: not all sessions were played.`,
        })),
    verdict: provisional
      ? [`No verdict on prompts yet (${provisionalText(provisional)}).`]
      : standingLines(outcome),
    undecided: Boolean(provisional) || isUndecided(outcome),
    notes: [...(house === null ? [] : [house]), ...withoutResult(rows)],
    findings: worst.map((found) => issueFinding(found.example, `${variantName(found)}, ${found.sessionId}`)),
    noFindings: rows.some((row) => isOver(row) && row.metrics["failures"] != null)
      ? "No findings in the sessions that count."
      : `No findings from the mechanical checks. ${whyUnread(outcome)}, so most kinds of mistakes were not looked for.`,
    sections: [
      ...(kinds.length > 0 ? [{ title: "Findings by prompt", lines: kinds.map(item) }] : []),
      ...(changes.length > 0 ? [{ title: "Changes from the baseline", lines: changes.map(item) }] : []),
      ...(decides.length > 0 ? [{ title: "What would decide", lines: decides.map(item) }] : []),
    ],
    cost: spentText(spentOnMatrix(outcome)),
    report: join(dir, REPORT_FILE),
    suites: [{ name: "sessions", cases: rows.map(sessionCase) }],
  };
}

const whyUnread = ({ config, notes }: MatrixOutcome): string =>
  config.observer === "none"
    ? "No reader was asked (--observer MODEL)"
    : (unreadIn(notes) ?? "Too few turns were read (--observer MODEL names a reader)");

const item = (line: string): string => `- ${untrusted(line)}`;

/** Why sessions crashed: the first reason. */
function withoutResult(rows: readonly MatrixRow[]): string[] {
  const [first, ...others] = rows.filter(({ outcome }) => outcome === "crashed");
  return first
    ? [`${counted(others.length + 1, "session")} without a result. First reason: ${ended(first.why)}`]
    : [];
}

/** Reasons are sentences or parts of one. */
const ended = (text: string): string => text.replace(/\.?$/, ".");

function sessionCase({ sessionId, outcome, why, durationMs, metrics }: MatrixRow): JunitCase {
  const named = { name: sessionId, ms: durationMs };
  if (outcome === "completed")
    return { ...named, ...(metrics["overall"] != null && { out: `Score ${metrics["overall"]} of 100.` }) };
  return outcome === "timeout" || outcome === "failed"
    ? {
        ...named,
        outcome: {
          kind: "skipped",
          says: `The session ended as ${outcome}: ${ended(why)} Single sessions do not decide; the gates do.`,
        },
      }
    : { ...named, outcome: { kind: "error", says: `The session has no result (${outcome}): ${ended(why)}` } };
}

/** "No difference found" is an answer; insufficient evidence is not one. */
const isUndecided = ({ standings, baseline }: MatrixOutcome): boolean =>
  [
    ...[...standings.prompts, ...standings.narrators].map(({ comparison }) => comparison?.verdict),
    ...(baseline?.prompts ?? []).map(({ verdict }) => verdict),
  ].includes("insufficient evidence");

const standingLines = ({ standings, config: { primaryMetric } }: MatrixOutcome): string[] =>
  [...standings.prompts, ...standings.narrators].flatMap((standing) =>
    standing.comparison === null ? [] : [standingLine(standing, primaryMetric)],
  );

/** The verdict on a prompt or narrator, compared with the first one. */
export const standingLine = ({ name, comparison }: VariantStanding, metric: string): string =>
  `${name}: ${comparison?.verdict ?? "no verdict"}${comparison?.difference == null ? "" : ` (${metric} ${signedNumber(comparison.difference, number)} against the reference, ${counted(comparison.pairs, "pair")}${comparison.p === null ? "" : `, ${pText(comparison.p)}`})`}.`;

const variantName = ({ prompt, narrator }: { prompt: string; narrator?: string | undefined }): string =>
  narrator === undefined ? prompt : `${prompt} with ${narrator}`;

/** One line per prompt, narrator (if there are several) and kind, with a quote. Plain text. */
export const promptLines = (findings: readonly Finding[]): string[] =>
  findings.map(
    ({ type, issues, sessions, of, sessionId, example, ...variant }) =>
      `${variantName(variant)}, ${kindWords(type)}: ${issues} in ${sessions} of ${counted(of, "session")}. Worst: ${sessionId}, turn ${example.turn}: ${example.description} ${ownQuote(example)}`,
  );

/** Plain text; a change that may be chance says so. */
export const changeLines = ({ findings = [] }: NonNullable<MatrixResult["baseline"]>): string[] =>
  findings
    .filter(({ change }) => change !== "unchanged")
    .toSorted((a, b) => a.p - b.p)
    .map(
      ({ type, before, now, of, change, p, ...variant }) =>
        `${variantName(variant)}, ${kindWords(type)}: ${change}, in ${before} of ${counted(of, "paired session")} before, ${now} now (${pText(p)}${p > 0.05 ? ", may be chance" : ""}).`,
    );

/** How many more sessions would decide what is undecided. */
export function decideLines({
  standings,
  baseline,
  config,
  rows,
}: Pick<MatrixOutcome, "standings" | "baseline" | "config" | "rows">): string[] {
  const arms = Object.keys(config.systemPrompts).length * config.narratorModels.length;
  const words = (
    name: string,
    compared:
      | { difference: number | null; more?: number | null | undefined; pairs: number }
      | null
      | undefined,
    beside: boolean,
  ) => {
    const { difference = null, more: groups, pairs = 0 } = compared ?? {};
    if (groups === undefined || difference === null) return [];
    const shown = `${name}: the observed difference in ${config.primaryMetric} is ${signedNumber(difference, number)}.`;
    if (groups === null)
      return [
        `${shown} ${pairs < 2 ? "One pair does not show how much this varies: play more groups of players." : "More sessions are unlikely to decide: it is too small compared with the spread."}`,
      ];
    return [
      `${shown} If it is real, ${counted(groups, "more group")} of players (${counted(groups * arms, "session")}${beside ? ", and as many in the baseline" : ""}) would detect it with 80 % power.`,
    ];
  };
  if (rows.length === 0) return [];
  return [
    ...[...standings.prompts, ...standings.narrators].flatMap(({ name, comparison }) =>
      words(name, comparison, false),
    ),
    ...(baseline?.prompts ?? []).flatMap((compared) =>
      words(`${compared.prompt} against the baseline`, compared, true),
    ),
  ];
}
