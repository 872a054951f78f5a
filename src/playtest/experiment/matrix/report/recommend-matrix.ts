import type { MatrixPlan, Recommendation, VariantStanding } from "../../../../contract/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { mostTelling, recommendationOf, unlessHouse } from "../../../compare/index.ts";
import { gateName, readCeiling, readGate } from "../../../metrics/index.ts";
import type { MatrixOutcome } from "../matrix-result-file.ts";
import { provisionalText } from "../matrix-rows.ts";
import { summaryOf } from "../metric-summaries.ts";
import { decideLines, matrixGates, standingLine } from "./matrix-ci.ts";

type Compared = Pick<MatrixOutcome, "standings" | "config" | "rows" | "baseline">;

/** By the gates of the plan if it has any, otherwise by the prompts, or by the narrators if there is one prompt. */
export function recommendMatrix(
  outcome: MatrixOutcome,
  plan: Pick<MatrixPlan, "config" | "gates">,
  { at, live }: { at: string; live: boolean },
): Recommendation {
  const { provisional, house } = outcome;
  if (provisional) return recommendUnfinished(provisional, { at, live });
  const told = byGates(outcome, plan) ?? recommendVariants(outcome);
  return { ...told, is: unlessHouse(told.is, house !== null) };
}

export const recommendUnfinished = (
  { done, planned }: { done: number; planned: number },
  { at, live }: { at: string; live: boolean },
): Recommendation => ({
  is: "unfinished",
  says: `No verdict on prompts yet (${provisionalText({ done, planned })}).`,
  more: {
    says: `${counted(planned - done, "session is", "sessions are")} not played yet.`,
    count: planned - done,
    ...(!live && { command: `rehearse resume ${at}` }),
  },
});

/** A gate that fails because it could not be judged is not a reason against the change. Undefined: no gates. */
function byGates(
  outcome: MatrixOutcome,
  plan: Pick<MatrixPlan, "config" | "gates">,
): Recommendation | undefined {
  const { failUnder = [], failOver = [] } = plan.gates ?? {};
  const gates = [...failUnder.map(readGate), ...failOver.map(readCeiling)];
  const judged = matrixGates(outcome, { gates, plan });
  if (judged.length === 0) return undefined;
  const failed = judged.filter(({ is }) => is === "failed");
  const measured = new Set(
    gates.filter(({ metric }) => summaryOf(outcome.rows, metric).mean !== null).map(gateName),
  );
  const telling = failed.filter(
    ({ name, says }) => measured.has(name) || outcome.baseline?.regressions.includes(says),
  );
  const more = moreOf(outcome);
  if (telling.length > 0) return { is: "do not ship", says: together(telling.map(({ says }) => says)) };
  if (failed.length > 0)
    return {
      is: "insufficient evidence",
      says: together(failed.map(({ says }) => says)),
      ...(more && { more }),
    };
  return { is: "ship", says: together(judged.map(({ says }) => says)) };
}

const together = ([first, ...rest]: readonly string[]): string =>
  rest.length === 0 ? first! : `${first} (and ${counted(rest.length, "more gate")})`;

/** By the prompts, or by the narrators if there is one prompt. */
export function recommendVariants(outcome: Compared): Recommendation {
  const { standings, config } = outcome;
  const others = (all: readonly VariantStanding[]) => all.filter(({ comparison }) => comparison !== null);
  const rivals =
    others(standings.prompts).length > 0 ? others(standings.prompts) : others(standings.narrators);
  const isOf = ({ comparison }: VariantStanding) => recommendationOf(comparison!.verdict);
  const chosen = mostTelling(rivals, isOf);
  if (!chosen)
    return {
      is: "insufficient evidence",
      says: "There is one prompt and one narrator, so nothing to compare: give --baseline, or more prompts.",
    };
  const is = isOf(chosen);
  const worse = chosen.comparison!.others.filter(({ verdict }) => verdict === "worse");
  const but =
    is === "ship" && worse.length > 0
      ? ` It is worse in ${worse.map(({ metric }) => metric).join(", ")}.`
      : "";
  const more = is === "ship" || is === "do not ship" ? undefined : moreOf(outcome, chosen.name);
  return { is, says: `${standingLine(chosen, config.primaryMetric)}${but}`, ...(more && { more }) };
}

/** What would decide, as the report says it; about one prompt or narrator, or about the first that is open. */
function moreOf(outcome: Compared, name?: string): Recommendation["more"] {
  const { standings, baseline, config } = outcome;
  const says = decideLines(outcome).find((line) => name === undefined || line.startsWith(`${name}: `));
  if (says === undefined) return undefined;
  const groups = [
    ...[...standings.prompts, ...standings.narrators].map((one) => [one.name, one.comparison?.more] as const),
    ...(baseline?.prompts ?? []).map((one) => [`${one.prompt} against the baseline`, one.more] as const),
  ].find(([known]) => says.startsWith(`${known}: `))?.[1];
  const arms = Object.keys(config.systemPrompts).length * config.narratorModels.length;
  return { says, ...(groups != null && { count: groups * arms }) };
}
