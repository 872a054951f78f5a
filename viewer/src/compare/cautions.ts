/** What to keep in mind about a comparison in which more than one thing differs. */
import type { ComparisonView } from "../../../src/contract/index.ts";

/** The settings that may cause a difference, as the comparison names them. */
const causes: Record<string, string> = {
  "prompt text": "the prompt",
  "story guide": "the guide",
  "guide form": "the form of the guide",
  narrator: "the narrator",
  players: "the players",
  classifier: "the classifier",
};

export function cautions({ values }: Pick<ComparisonView["differs"], "values">): string[] {
  const differing = Object.entries(causes).flatMap(([name, shown]) => (name in values ? [shown] : []));
  return [
    "observer" in values ? "They were read by different readers, so their findings are not comparable." : "",
    differing.length > 1
      ? `Several things differ: ${differing.join(", ")}. Any of them may be the cause.`
      : "",
  ].filter(Boolean);
}
