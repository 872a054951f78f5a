/** A TREC run file as a target: what a system retrieved elsewhere. Nothing is called. */
import { InvalidReplyError } from "../../kernel/models/index.ts";
import type { SemanticTest } from "../../contract/index.ts";
import { readRun } from "../import/index.ts";
import { CANDIDATES, TOP_K, type Target } from "../mechanisms/index.ts";

export function runTarget(
  path: string,
  {
    tests,
    topK = TOP_K,
    candidates = CANDIDATES,
  }: {
    /** Their query ids are the topics of the run. */
    tests: readonly Pick<SemanticTest, "test_id" | "query_id">[];
    topK?: number | undefined;
    candidates?: number | undefined;
  },
): Target {
  const { tag, topics } = readRun(path);
  const topicOf = new Map(tests.map(({ test_id, query_id = test_id }) => [test_id, query_id]));
  return {
    facts: { name: path, kind: "run", topK, candidates, notes: [], deterministic: ["semantic"] },
    async semantic({ test_id }) {
      const topic = topicOf.get(test_id) ?? test_id;
      const found = topics.get(topic);
      if (!found)
        throw new InvalidReplyError({
          model: `The run ${path}`,
          text: "",
          problem: `it has no topic ${JSON.stringify(topic)}`,
          remedy: "Give the run that was made with these queries.",
          usage: {},
        });
      return { selections: found.slice(0, topK), stages: [{ name: tag, found: [...found] }] };
    },
  };
}
