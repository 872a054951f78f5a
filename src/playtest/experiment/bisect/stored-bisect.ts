/** A bisection as its files have it, also while another process plays it. Nothing is written. */
import { join } from "node:path";
import { bisectResult as shape, type BisectPlan, type BisectResult } from "../../../contract/index.ts";
import { exists, readStoredJson } from "../../../kernel/store/index.ts";
import { unreadableResult } from "../experiment-report.ts";
import { spentOnSessions } from "../run-experiment.ts";
import { BISECT_RESULT, bisectResult } from "./bisect-report.ts";
import { believed } from "./bisect-search.ts";
import { readProbe, startedTurns } from "./bisect-strategy.ts";

/** Undefined: there is no `bisect.json`. */
export function readBisectResult(dir: string): BisectResult | undefined {
  const path = join(dir, BISECT_RESULT);
  if (!exists(path)) return undefined;
  return { ...readStoredJson(path, shape, (problem) => unreadableResult(path, problem)), dir };
}

/**
 * From the replays. Replays count in their order, up to the first that is still being played. An
 * unfinished replay with a later batch behind it has crashed, and carries no information.
 */
export function bisectResultNow(dir: string, plan: BisectPlan): BisectResult {
  const started = [...startedTurns(dir, plan)].toSorted(([one], [other]) => one - other);
  const last = started.at(-1)?.[0] ?? 0;
  const probes: BisectResult["probes"] = [];
  for (const [replicate, turn] of started) {
    const { probe, missing } = readProbe(dir, plan, {
      sessionId: `${String(replicate).padStart(4, "0")}-t${turn}`,
      checkpoint: plan.checkpoints.findIndex((each) => each.turn === turn),
      replicate,
      wish: { ...plan.changed.wish, maxTurns: plan.maxTurns },
    });
    if (missing && last < replicate + plan.atOnce) break;
    probes.push(probe);
  }
  const { posterior, finding } = believed(plan, probes);
  return bisectResult(dir, plan, { posterior, finding, probes, spent: spentOnSessions(dir), lost: [] });
}
