/** The dry run of a matrix: its size and its likely cost. */
import type { Fact, MatrixPlan, Shard, Verdict } from "../../../contract/index.ts";
import { counted, dollars } from "../../../kernel/report/index.ts";
import { fewestGroups, ownSessions, type SummedEstimate } from "../../../playtest/index.ts";
import { dryRunVerdict } from "../../dry-run.ts";

export type MatrixPreview = Pick<MatrixPlan, "config" | "seed" | "budget"> & {
  /** The earlier matrix it would be compared with. */
  baseline?: string | undefined;
  estimate: SummedEstimate;
  /** The part that this process would play. */
  shard?: Shard | undefined;
};

export function matrixPreview(
  { estimate, budget, config, seed, baseline }: MatrixPreview,
  { planned, part }: { planned: Pick<MatrixPlan, "sessions">; part: MatrixPlan | undefined },
): Verdict {
  return dryRunVerdict({
    ...estimate,
    cost: estimate,
    budget,
    cautions: tooFew(planned),
    facts: [
      { label: "Stories", value: config.stories.join(", ") },
      { label: "Prompts", value: Object.keys(config.systemPrompts).join(", ") },
      { label: "Narrators", value: config.narratorModels.join(", ") },
      { label: "Sessions", value: planned.sessions.length, note: `${config.sessionsPerCombination} of each` },
      { label: "Seed", value: String(seed) },
      ...(baseline === undefined ? [] : [{ label: "Baseline", value: baseline }]),
      ...(part ? [shardFact(part)] : []),
    ],
  });
}

/** Too few groups of players decide nothing, whatever they show. */
function tooFew({ sessions }: Pick<MatrixPlan, "sessions">): string[] {
  const count = (of: "pair" | "prompt" | "narrator") => new Set(sessions.map((session) => session[of])).size;
  const others = Math.max(count("prompt"), count("narrator")) - 1;
  const [groups, fewest] = [count("pair"), fewestGroups(others)];
  return others === 0 || groups >= fewest
    ? []
    : [`${counted(groups, "group")} of players cannot decide: at least ${fewest} are needed.`];
}

export function shardFact(part: MatrixPlan): Fact {
  const { index, of } = part.shard!;
  const own = counted(ownSessions(part).length, "session");
  const most = part.budget === undefined ? "" : `, for at most ${dollars(part.budget)}`;
  return { label: "Shard", value: `${index}/${of}`, note: `${own}${most}` };
}
