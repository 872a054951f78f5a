import { classification, type Classification } from "../../contract/index.ts";
import type { Journal } from "../../kernel/journal/index.ts";

/** No model was asked for it: there is no request to tell apart. */
const HASH = "rules";

/**
 * A verdict that was given after the model failed: by rules, or by the model when it was asked again. It stays:
 * the players were told by it, and a model that answers after a stop would tell them something else, in calls
 * that the journal knows.
 */
export async function lastingVerdict(
  journal: Journal,
  call: string,
  judge: () => Promise<Classification>,
): Promise<Classification> {
  const id = `${call}/stand-in`;
  const before = journal.recall(id, HASH);
  if (before) return classification.parse(before.result);
  const verdict = await judge();
  if (verdict.asked !== undefined || (verdict.source === "rules" && verdict.note !== undefined))
    journal.done({ call: id, hash: HASH, result: verdict });
  return verdict;
}
