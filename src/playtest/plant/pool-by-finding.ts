import type { IssueType, OperatorScore } from "../../contract/index.ts";
import { operatorScore } from "./score.ts";

/** One score for each kind of finding: there are too few independent wordings of one kind of contradiction to say anything about it alone. */
export function poolByFinding(scores: readonly OperatorScore[]): OperatorScore[] {
  const pools = new Map<IssueType, OperatorScore>();
  for (const { name, expects, planted, hits } of scores) {
    const before = pools.get(expects) ?? { planted: 0, hits: 0 };
    pools.set(
      expects,
      operatorScore({ name, expects }, { planted: before.planted + planted, hits: before.hits + hits }),
    );
  }
  return [...pools.values()];
}
