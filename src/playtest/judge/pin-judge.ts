import type { Rubric, SessionConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { chooseJudge } from "./families.ts";
import { loadRubric, rubricHash } from "./load-rubric.ts";
import { isVoid, type StoredVerdict } from "./verdict-store.ts";

export type PinnedJudge = Pick<SessionConfig, "judgeModel" | "judgeRubric">;

/** Who will judge a session at its end, and by what. The rubric's text is pinned: whatever becomes of its file, the session is judged by what it was begun with. */
export function pinJudge(
  harness: Harness,
  { judge, rubric, narrator }: { judge?: string; rubric?: string; narrator: string },
): PinnedJudge {
  if (judge !== undefined)
    return {
      judgeModel: chooseJudge(harness, { asked: judge, narrator }).name,
      judgeRubric: loadRubric(rubric),
    };
  if (rubric === undefined) return { judgeModel: undefined, judgeRubric: undefined };
  throw new HarnessError({
    code: "no-judge",
    message: `--rubric ${rubric} is what a judge scores by, and nobody judges.`,
    remedy: "Say who judges: --judge MODEL, or --judge auto.",
  });
}

export const rubricOf = ({ judgeRubric }: PinnedJudge): Rubric => judgeRubric ?? loadRubric();

/** Whether the judge who was asked for at the start has still to say what it thinks of the turns as they are. Who gave no answer that could be used has said nothing. */
export function awaitsJudge(config: PinnedJudge, onTurns: readonly StoredVerdict[]): boolean {
  if (config.judgeModel === undefined) return false;
  const hash = rubricHash(rubricOf(config));
  return !onTurns.some(
    ({ verdict }) =>
      verdict.judge.asked === config.judgeModel && verdict.key.rubric === hash && !isVoid(verdict),
  );
}
