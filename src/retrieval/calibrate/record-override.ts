import type { Expectations, HistoryFile } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { historyPath } from "../bank/index.ts";
import { appendHistory, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";

export type Override = { testId: string; expectations: Expectations; reason: string; author: string };

/** A person's decision about one test: a history file of its own, which counts before every calibration. */
export async function recordOverride(
  { testId, expectations, reason, author }: Override,
  {
    testBanks,
    kb,
    kbVersion,
    previous,
    clock,
  }: { testBanks: string; kb: Kb | undefined; kbVersion: string; previous: Resolved; clock: Clock },
): Promise<string> {
  const version = clock.date().toISOString();
  const entry: HistoryFile = {
    version,
    calibration_trigger: "human_override",
    kb_version: kbVersion,
    ...(kb && { kb_hashes: { ...kb.hashes } }),
    changes: [
      {
        test_id: testId,
        previous: previous.expectations,
        updated: null,
        opus_reasoning: null,
        human_override: { ...expectations, override_date: version.slice(0, 10), reason, author },
      },
    ],
    unchanged: [],
    unchanged_count: 0,
    changed_count: 1,
  };
  return appendHistory(historyPath(testBanks), entry);
}
