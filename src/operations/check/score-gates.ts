/** `--fail-under` and `--fail-over` of a check. */
import { answerMetric, mechanism } from "../../contract/index.ts";
import { HarnessError, optionText, suggestion } from "../../kernel/errors/index.ts";
import type { CheckPlan, LatencyGate, ScoreGate } from "../../retrieval/index.ts";

const names = ["combined", ...mechanism.options, ...answerMetric.options] as const;

export const readScoreGates = (
  texts: readonly string[],
  { areAnswersRead }: { areAnswersRead: boolean },
): ScoreGate[] => texts.map((text) => readScoreGate(text, areAnswersRead));

function readScoreGate(text: string, areAnswersRead: boolean): ScoreGate {
  const [asked, value = ""] = text.split("=");
  const name = names.find((each) => each === asked);
  const least = Number(value);
  const option = "failUnder";
  if (name === undefined || value === "" || !(least >= 0 && least <= 100))
    throw new HarnessError({
      code: "bad-value",
      option,
      message:
        name === undefined
          ? `${optionText(option, text)} names no score. ${suggestion(asked!, names)}`.trimEnd()
          : `${optionText(option, text)} needs a number from 0 to 100.`,
      remedy: `Write NAME=N, where NAME is combined or one of ${names.slice(1).join(", ")}: ${optionText(option, "combined=80")}.`,
    });
  if (!areAnswersRead && answerMetric.safeParse(name).success)
    throw new HarnessError({
      code: "missing-option",
      option: "answers",
      message: `${optionText(option, text)} needs ${optionText("answers")}: without it no answer is read.`,
      remedy: `Add ${optionText("answers")}, or remove the gate.`,
    });
  return { name, least };
}

export function readLatencyGate(text: string): LatencyGate {
  const [, name, value, unit] = /^(p50|p95)=(\d+(?:\.\d+)?)(ms|s)$/.exec(text) ?? [];
  if (name === undefined)
    throw new HarnessError({
      code: "bad-value",
      option: "failOver",
      message: `${optionText("failOver", text)} is not a gate.`,
      remedy: `Write p50 or p95 and a time in s or ms: ${optionText("failOver", "p95=3s")}.`,
    });
  return { name: name as LatencyGate["name"], mostMs: Number(value) * (unit === "s" ? 1_000 : 1) };
}

/** Before anything is paid. */
export function refuseIdleReader(
  {
    answers,
    failUnder = [],
  }: { answers?: string | boolean | undefined; failUnder?: readonly string[] | undefined },
  { semantic }: CheckPlan["banks"],
): void {
  const isGold = failUnder.some((gate) => gate.startsWith("gold="));
  const hasGold = semantic?.some(({ gold_answer }) => gold_answer !== undefined);
  if (!answers || (semantic && (hasGold || !isGold))) return;
  throw new HarnessError({
    code: "no-tests",
    option: semantic ? "failUnder" : "answers",
    message: semantic
      ? "The gate gold needs tests with a gold_answer, and none is selected."
      : `${optionText("answers")} reads the answers of semantic tests, and none is selected.`,
    remedy: semantic ? "Add gold_answer to semantic tests, or remove the gate." : "Add the semantic bank.",
  });
}
