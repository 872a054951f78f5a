import type { BisectPlan } from "../../contract/index.ts";
import { nextProbes } from "./next-probes.ts";
import { believed } from "./run-bisect.ts";

/** How many replays it takes where luck has no part: every one before the middle recovers, and none after. */
export function fewestReplays(
  plan: Pick<BisectPlan, "checkpoints" | "certainty" | "within" | "endedAt" | "times" | "atOnce">,
): number {
  const lost = plan.checkpoints[Math.floor(plan.checkpoints.length / 2)]!.turn;
  const probes: Array<{ turn: number; recovered: boolean }> = [];
  for (;;) {
    const { posterior, finding } = believed(plan, probes);
    if (finding.decided || probes.length >= plan.times) return probes.length;
    const turns = nextProbes(posterior, {
      count: Math.min(plan.atOnce, plan.times - probes.length),
      before: probes.map(({ turn }) => turn),
    });
    probes.push(...turns.map((turn) => ({ turn, recovered: turn < lost })));
  }
}
