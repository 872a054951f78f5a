/** `--fail-under` of a check. */
import { answerMetric, mechanism } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { ScoreGate } from "../../retrieval/index.ts";

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
  if (name === undefined || value === "" || !Number.isFinite(least))
    throw new HarnessError({
      code: "bad-value",
      option,
      message: `${optionText(option, text)} is not a gate.`,
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
