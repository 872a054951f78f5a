import type { RecoveryCriterion } from "../../../contract/index.ts";
import { HarnessError, suggestion } from "../../../kernel/errors/index.ts";
import { isJudged, measureTurns, metricNames, type MetricName } from "../../compare/index.ts";
import type { SessionState } from "../../session/index.ts";

/** Metrics of a few turns that need no judge and mean the same in every replay. The parts of overall differ. */
const measurable = metricNames.filter(
  (metric) => !isJudged(metric) && metric !== "completion" && metric !== "overall",
);

/** Reads `METRIC>=N` or `METRIC<=N`. */
export function readCriterion(text: string | undefined): RecoveryCriterion {
  if (text === undefined) return null;
  const [, name = text, sign, number = ""] = /^\s*([^<>=\s]*)\s*(>=|<=)\s*(.*)$/s.exec(text) ?? [];
  const metric = measurable.find((known) => known === name);
  const value = number.trim() === "" ? Number.NaN : Number(number);
  if (metric !== undefined && sign !== undefined && Number.isFinite(value))
    return { metric, sign: sign as ">=" | "<=", value };
  const known = metricNames.find((each) => each === name);
  const wrong =
    metric !== undefined
      ? "It needs >= or <= and a number."
      : known === "overall"
        ? "overall has different parts in different replays. Use one part, such as soundness>=0.5."
        : known
          ? `${known} cannot be measured over a few turns.`
          : `${suggestion(name, measurable)} Known: ${measurable.join(", ")}.`;
  throw new HarnessError({
    code: "bad-criterion",
    message: `--recovered ${text} is not a valid criterion. ${wrong.trim()}`,
    remedy:
      "Write METRIC>=N or METRIC<=N in quotes, such as --recovered 'pulses>=2' or --recovered 'issues<=1'.",
  });
}

export const criterionText = (criterion: RecoveryCriterion): string =>
  criterion === null
    ? "it tells a new pulse of the guide or ends the story, and has no issue of severity error"
    : `${criterion.metric} ${criterion.sign === ">=" ? "is at least" : "is at most"} ${criterion.value}`;

export type Recovery = { recovered: boolean | null; why: string };

/** Whether these turns of a session show that it recovered. Null: the metric is missing. */
export function recoveryOf(
  measured: Parameters<typeof measureTurns>[0],
  range: { from: number; to: number },
  criterion: RecoveryCriterion,
): Recovery {
  const metrics = measureTurns(measured, range);
  if (criterion === null) return usually(measured.state, range, metrics.pulses);
  const value = metrics[criterion.metric as MetricName];
  if (value === null) return { recovered: null, why: `${criterion.metric} could not be measured` };
  return {
    recovered: criterion.sign === ">=" ? value >= criterion.value : value <= criterion.value,
    why: `${criterion.metric} ${Number(value.toFixed(3))}`,
  };
}

function usually(
  { issues, ending }: SessionState,
  { from, to }: { from: number; to: number },
  pulses: number | null,
): Recovery {
  const error = issues.find(({ turn, severity }) => severity === "error" && turn >= from && turn <= to);
  if (error) return { recovered: false, why: `${error.type} in turn ${error.turn}` };
  if (ending?.outcome === "failed") return { recovered: false, why: ending.why };
  if (pulses !== null && pulses > 0) return { recovered: true, why: `pulses ${pulses}` };
  if (ending?.outcome === "completed") return { recovered: true, why: ending.why };
  return pulses === null
    ? { recovered: null, why: "the guide has no beats" }
    : { recovered: false, why: "no new pulse" };
}
