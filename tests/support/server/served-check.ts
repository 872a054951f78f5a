/** What tests of checks over HTTP need beside a server: a stored failure, and a model that calibrates. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResults } from "../../../src/contract/index.ts";
import { startCountingServer } from "../model-servers/counting-server.ts";

/** A model on this machine that looks at expectations, and always expects the same. */
export async function startCalibrator() {
  const text = JSON.stringify({
    expected_primary: ["gray_rock"],
    expected_secondary: [],
    not_expected: ["handler_crisis"],
    rank_check: [],
    reasoning: "It asks for calm.",
  });
  const server = await startCountingServer({ reply: () => ({ text, input: 100, output: 10 }) });
  return {
    ...server,
    settings: {
      providers: { local: { baseURL: server.baseURL() } },
      roles: { calibrator: "local/judge", embedder: "house-embedding" },
    },
  };
}

/** The results of the first check of a workspace: as they are, and as if its target had missed the crisis. */
export function storedCheck(dir: string): { whole: CheckResults; missed: CheckResults } {
  const name = readdirSync(dir).find((each) => /^results_.*json$/.test(each))!;
  const whole = JSON.parse(readFileSync(join(dir, name), "utf8")) as CheckResults;
  const bad = { score: 0, is_hard_fail: true, is_critical_failure: true, matched_entities: [], details: [] };
  const { results, ...pattern } = whole.pattern!;
  const failed = results.map((each) => (each.test_id === "PAT-CRISIS-001" ? { ...each, ...bad } : each));
  return { whole, missed: { ...whole, pattern: { ...pattern, results: failed } } };
}
