import type { Points, RecoveryCriterion } from "../../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../../kernel/errors/index.ts";
import {
  gateMetrics,
  isOnScale,
  judgedMetricNames,
  measureSession,
  metricsByName,
  rangeText,
} from "../../metrics/index.ts";
import type { SessionState, TurnRange } from "../../session/index.ts";

/** Metrics of a few turns that need no judge. */
const measurable = [...gateMetrics.under, ...gateMetrics.over].filter(
  (metric) => metric !== "completion" && !(judgedMetricNames as readonly string[]).includes(metric),
);

/** Reads `METRIC>=N` or `METRIC<=N`. */
export function readCriterion(text: string | undefined): RecoveryCriterion {
  if (text === undefined) return null;
  const [, name = "", sign = "", number = ""] = /^\s*([^<>=\s]*)\s*([<>=]*)(.*)$/s.exec(text) ?? [];
  const metric = measurable.find((known) => known === name);
  const value = number.trim() === "" ? Number.NaN : Number(number);
  if (metric !== undefined && (sign === ">=" || sign === "<=") && isOnScale(metric, value))
    return { metric, sign, value };
  const wrong =
    metric === undefined
      ? `${suggestion(name, measurable)} Known: ${measurable.join(", ")}.`
      : !Number.isFinite(value)
        ? "It needs >= or <= and a number."
        : sign === ">=" || sign === "<="
          ? rangeText(metric)
          : `Write >= or <= instead of "${sign}".`;
  throw new HarnessError({
    code: "bad-value",
    option: "criterion",
    message: `${optionText("criterion", text)} is not a valid criterion. ${wrong.trim()}`,
    remedy: `Write METRIC>=N or METRIC<=N in quotes, such as ${criterionExamples()}.`,
  });
}

export const criterionExamples = (): string =>
  ["points-lost<=5", "loops<=0"].map((value) => optionText("criterion", value)).join(" or ");

export const criterionText = (criterion: RecoveryCriterion): string =>
  criterion === null
    ? "it tells a new beat of the guide or ends the story, without a contradiction, leak, loop or breakdown"
    : `${criterion.metric} is at ${criterion.sign === ">=" ? "least" : "most"} ${criterion.value}`;

export type Recovery = { recovered: boolean | null; why: string };

/** Whether these turns of a session show that it recovered. Null: the metric is missing. */
export function recoveryOf(
  state: SessionState,
  { turns, criterion, points }: { turns: TurnRange; criterion: RecoveryCriterion; points?: Points },
): Recovery {
  const { metrics } = measureSession(state, { turns, points });
  if (criterion === null) return usually(state, turns, metrics.pulses.detected);
  const { metric, sign, value: limit } = criterion;
  // Counts are final: nothing after these turns is asked for.
  const value = metricsByName({ ...metrics, over: true })[metric] ?? null;
  if (value === null) return { recovered: null, why: `${metric} could not be measured` };
  return {
    recovered: sign === ">=" ? value >= limit : value <= limit,
    why: `${metric} ${Number(value.toFixed(3))}`,
  };
}

function usually({ issues, ending }: SessionState, { from, to }: TurnRange, beats: number | null): Recovery {
  const error = issues.find(({ turn, severity }) => severity === "error" && turn >= from && turn <= to);
  if (error) return { recovered: false, why: `${error.kind} in turn ${error.turn}` };
  if (ending?.outcome === "failed") return { recovered: false, why: ending.why };
  if (beats !== null && beats > 0) return { recovered: true, why: `beats told: ${beats}` };
  if (ending?.outcome === "completed") return { recovered: true, why: ending.why };
  return beats === null
    ? { recovered: null, why: "the beats were not identified" }
    : { recovered: false, why: "no new beat" };
}
