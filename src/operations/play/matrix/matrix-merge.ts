/** One matrix of its shards, with the gates that one process would have decided. */
import { basename } from "node:path";
import { z } from "zod";
import type { MatrixPlan } from "../../../contract/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  mergeShards,
  readGates,
  requireJudgeable,
  shardsIn,
  type StoredMatrix,
} from "../../../playtest/index.ts";
import { type Context, operation } from "../../declaration.ts";
import { folder, runOptions } from "../../options.ts";
import { matrixGates, readBaseline, storedGates, UNNAMED } from "./matrix-plan.ts";
import { matrixShown, ranMatrix } from "./matrix-run.ts";

const input = z.strictObject({
  dir: z.array(z.string().min(1)).min(1).meta({
    description: "The folders that `rehearse matrix --shard` wrote, or folders that hold them.",
    value: "DIR",
  }),
  ...matrixGates,
  out: folder("Where the matrix folder is created.").default("matrices"),
  config: runOptions.config,
});

type Plan = {
  shards: ReturnType<typeof shardsIn>;
  whole: MatrixPlan;
  baseline: StoredMatrix | undefined;
  out: string;
};

export default operation({
  name: "matrix merge",
  description:
    "Copies the sessions of all shards to a new matrix, and decides its gates as one process would have. " +
    "Nothing is played: a shard that is missing or unfinished is named.",
  input,
  arguments: ["dir"],
  examples: [
    {
      input: { dir: ["matrices/shards"], failUnder: ["overall=70"] },
      says: "One matrix of all parts, and its gate.",
    },
  ],
  ciName: () => UNNAMED,
  // Its comment is that of the matrix.
  ciCommand: () => "matrix",
  plan,
  async run({ shards, whole, baseline, out }, context) {
    const dir = newRunFolder(out, whole.matrixId, context.harness.clock.date());
    const plan = { ...whole, matrixId: basename(dir) };
    const { command } = context.harness;
    return ranMatrix(context, plan, await mergeShards(shards, { dir, plan, baseline, command }));
  },
  show: matrixShown,
});

function plan(asked: z.output<typeof input>, { harness, ciName }: Context): Plan {
  readGates(asked, Object.keys(harness.settings.findings ?? {}));
  const shards = about("dir", () => shardsIn(asked.dir));
  const { shard: _, ...first } = shards[0]!.plan;
  const budget = shards.reduce((sum, { plan }) => sum + (plan.budget ?? 0), 0) || undefined;
  const label = ciName === UNNAMED ? first.label : ciName;
  const whole = { ...first, budget, gates: storedGates(asked), label };
  const baseline = readBaseline(asked.baseline);
  if (baseline) requireJudgeable(baseline, whole);
  return { shards, whole, baseline, out: asked.out };
}
