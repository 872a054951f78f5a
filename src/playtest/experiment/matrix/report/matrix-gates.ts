/** The gates of a matrix. Each holds for every prompt and narrator on its own: a good reference must not hide a bad one. */
import type {
  BaselineResult,
  JudgedGate,
  MatrixPlan,
  MatrixRow,
  SessionResult,
} from "../../../../contract/index.ts";
import { counted, pText } from "../../../../kernel/report/index.ts";
import { shownNumber } from "../../../../kernel/verdict-words/index.ts";
import { gateName, meanOfKnown, readGates, reasonMissing, type Gate } from "../../../metrics/index.ts";
import { groupsNeeded } from "../compare/session-partners.ts";
import { variantName, variantsOf } from "../compare/variants.ts";
import { isOver, isPlayed } from "../matrix-rows.ts";
import { lossesOf, mostlyText } from "./losses.ts";

type GateOptions = {
  plan: Pick<MatrixPlan, "gates">;
  baseline: BaselineResult | undefined;
  /** Says why a value is missing. */
  resultOf: (sessionId: string) => SessionResult | undefined;
};

/** Every gate of the plan. They decide the exit code: 1 if one failed, 3 if one could not be judged. */
export function judgeGates(
  rows: readonly MatrixRow[],
  { plan, baseline, resultOf }: GateOptions,
): JudgedGate[] {
  const { failUnder = [], failOver = [] } = plan.gates ?? {};
  // Their names were checked before the first call; some may be kinds of the user's own.
  const named = failOver.map((text) => text.split("=")[0]!.trim());
  const gates = readGates({ failUnder, failOver }, named);
  if (!rows.every(isPlayed)) return gates.map(unplayed);
  return [
    ...variantsOf(rows).flatMap(({ prompt, narrator, name, rows: own }) =>
      gates.map((gate): JudgedGate => ({
        kind: "limit",
        variant: { prompt, narrator },
        name: gateName(gate, ofVariant(name)),
        ...judgeMean(gate, { name, rows: own, resultOf }),
      })),
    ),
    ...(baseline?.variants ?? []).map((judged): JudgedGate => {
      const { prompt, narrator } = judged;
      return {
        kind: "baseline",
        variant: { prompt, narrator },
        name: `Is overall${ofVariant(variantName(rows, judged))} no worse than the baseline ${baseline!.baseline}?`,
        ...judgeBaseline(judged, { rows, baseline: baseline! }),
      };
    }),
  ];
}

type Judgement = Pick<JudgedGate, "is" | "says">;

const unplayed = (gate: Gate): JudgedGate => ({
  kind: "limit",
  name: gateName(gate),
  is: "error",
  says: `${gateName(gate)} was not judged: not all sessions were played.`,
});

const ofVariant = (name: string): string => (name === "" ? "" : ` of ${name}`);

function judgeMean(
  gate: Gate,
  { name, rows, resultOf }: { name: string; rows: readonly MatrixRow[] } & Pick<GateOptions, "resultOf">,
): Judgement {
  const { metric } = gate;
  const over = rows.filter(isOver);
  const what = `${metric}${ofVariant(name)}`;
  // Nothing was measured, so nothing can have failed.
  if (over.length === 0) return { is: "error", says: `${what} could not be judged: every session crashed.` };
  const missing = over
    .filter(({ metrics }) => metrics[metric] == null)
    .flatMap(({ sessionId }) => whyMissing(gate, resultOf(sessionId)) ?? []);
  if (missing.length > 0)
    return {
      is: "failed",
      says: `Failed: ${what} is missing in ${missing.length} of ${counted(over.length, "session")}: ${missing[0]}.`,
    };
  const mean = meanOfKnown(over.map(({ metrics }) => metrics[metric] ?? null));
  if (mean === null) return { is: "failed", says: `Failed: ${what} could not be measured in any session.` };
  const holds = "least" in gate ? mean >= gate.least : mean <= gate.most;
  if (holds) return { is: "passed", says: `Passed: ${what} ${limitText(gate, mean, ["≥", "≤"])}.` };
  const why = EXPLAINED.has(metric) ? mostlyText(lossesOf(over), over) : "";
  return { is: "failed", says: `Failed: ${what} ${limitText(gate, mean, ["<", ">"])}${why}.` };
}

/** The losses explain these. */
const EXPLAINED: ReadonlySet<string> = new Set(["overall", "craft", "points-lost"]);

const limitText = (gate: Gate, mean: number, [least, most]: [string, string]): string =>
  "least" in gate
    ? `${shownNumber(mean)} ${least} ${gate.least}`
    : `${shownNumber(mean)} ${most} ${gate.most}`;

/** Undefined: there was no occasion to measure it. */
function whyMissing({ metric }: Gate, result: SessionResult | undefined): string | undefined {
  if (!result?.metrics) return "it was not measured";
  return reasonMissing(result.metrics, metric, result)?.replace(/\.$/, "");
}

function judgeBaseline(
  { prompt, narrator, result, comparison, p, why }: BaselineResult["variants"][number],
  { rows, baseline: { baseline, variants } }: { rows: readonly MatrixRow[]; baseline: BaselineResult },
): Judgement {
  const what = `overall${ofVariant(variantName(rows, { prompt, narrator }))}`;
  const own = rows.filter((row) => row.prompt === prompt && row.narrator === narrator);
  const chance = p === null ? "" : `, ${pText(p)}`;
  switch (result) {
    case "worse": {
      const size = counted(Number(shownNumber(-comparison.difference!)), "point");
      return {
        is: "failed",
        says: `Failed: ${what} fell ${size} (${pText(p!)})${mostlyText(comparison.because, own)}.`,
      };
    }
    case "too few groups":
      return {
        is: "failed",
        says:
          `Failed: ${counted(comparison.groups, "group")} cannot show whether ${what} fell against ${baseline}: ` +
          `at least ${groupsNeeded(variants.length)} are needed.`,
      };
    case "not judged":
      return { is: "error", says: `${what} could not be judged against ${baseline}. ${why}` };
    case "passed": {
      const [before, now] = [comparison.meanA!, comparison.meanB!].map(shownNumber);
      return {
        is: "passed",
        says: `Passed: ${what} did not fall against ${baseline} (${before} before, ${now} now${chance}).`,
      };
    }
  }
}
