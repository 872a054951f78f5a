import type { BisectPlan, BisectResult, Recommendation } from "../../../contract/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { unlessHouse } from "../../compare/index.ts";
import { replaysToDecide } from "./bisect-search.ts";

/** Whether the turn is known. `at` is the search's folder, for the command that continues it. */
export function recommendBisect(
  plan: BisectPlan,
  { finding, says, probes, house }: Pick<BisectResult, "finding" | "says" | "probes" | "house">,
  { at, live }: { at: string; live: boolean },
): Recommendation {
  if (finding.decided) return { is: unlessHouse("answered", house), says };
  const left = plan.times - probes.length;
  const needed = replaysToDecide(plan, probes);
  const more = moreOf({ needed, left, turn: finding.turn, plan, played: probes.length });
  const times = more !== undefined && more.times > plan.times ? more.times : undefined;
  const command = `rehearse resume ${at}${times === undefined ? "" : ` --times ${times}`}`;
  return {
    is: left > 0 ? "unfinished" : "insufficient evidence",
    says: probes.length === 0 ? "No replays have finished yet." : says,
    ...(more && {
      more: {
        says: more.says,
        count: more.count,
        ...(!live && { command, ...(times !== undefined && { times }) }),
      },
    }),
  };
}

function moreOf({
  needed,
  left,
  turn,
  plan,
  played,
}: {
  needed: number | null;
  left: number;
  turn: number | null;
  plan: BisectPlan;
  played: number;
}): { says: string; count: number; times: number } | undefined {
  if (needed === null)
    return left > 0
      ? {
          says: `${counted(left, "replay is", "replays are")} not played yet; fewer may decide.`,
          count: left,
          times: plan.times,
        }
      : undefined;
  return {
    says: `${turn === null ? "If the session recovers from every turn" : `If turn ${turn} is the one`}, about ${counted(needed, "more replay")} would decide.`,
    count: needed,
    times: Math.max(plan.times, played + needed),
  };
}
