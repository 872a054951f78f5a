/** Finds the turn after which a session no longer recovers. */
import { basename } from "node:path";
import { z } from "zod";
import type { BisectPlan, BisectResult, RecoveryCriterion } from "../../../contract/index.ts";
import { counted, turnsInWords, dollars } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  type BisectNews,
  criterionText,
  estimateCost,
  loadLatest,
  planBisect,
  readCriterion,
  replaysOf,
  requireSession,
  runBisect,
  sumEstimates,
  type SessionState,
  writeBisectPlan,
} from "../../../playtest/index.ts";
import { type Context, type Preview, type Ran, operation } from "../../declaration.ts";
import { markerName } from "../../marker-name.ts";
import { allowNarrator, concurrency, folder, runOptions, USUAL_CONCURRENCY, whole } from "../../options.ts";
import { checkpointInput } from "./branch.ts";
import { dryRunVerdict } from "../../dry-run.ts";
import { experimentShown, ranReplays, type StoredReplays, watchReplays } from "./replays.ts";

const input = z.strictObject({
  dir: folder("The folder of a session that went wrong."),
  criterion: z.string().min(1).optional().meta({
    description:
      "What counts as recovered: METRIC>=N or METRIC<=N, in quotes. Default: a new beat or the end, and no error.",
    value: "METRIC>=N",
  }),
  turns: whole(1)
    .default(8)
    .meta({ description: "Turns per replay: the time allowed to recover.", value: "N" }),
  concurrency: concurrency(USUAL_CONCURRENCY),
  allowNarrator,
  out: folder("Where the bisection's folder is created.").default("bisects"),
  ...runOptions,
});

type Input = z.output<typeof input>;
type Plan = Pick<Input, "dir" | "criterion" | "concurrency" | "out"> & {
  plan: BisectPlan;
  /** A replay from the middle stands for all replays: earlier ones send less history, later ones more. */
  middle: SessionState;
};

export default operation({
  name: "bisect",
  surfaces: ["http"],
  description:
    "Plays short replays from the session's own checkpoints with other dice, " +
    "and counts how often the story recovers from each. " +
    "It starts with the first and the last turn and halves the distance: " +
    "5 replays from a turn, 10 if the first 5 are split. " +
    "It ends with the turn that lost the session and what was said in it, or says that recovery fades over several turns.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123", budget: 5 }, says: "Find the turn, for at most five dollars." },
    {
      input: { dir: "sessions/abc123", criterion: "points-lost<=5", turns: 5 },
      says: "Another criterion, and fewer turns.",
    },
  ],
  ciName: ({ dir }) => markerName([dir], "bisect"),
  plan(asked, { harness, ciName: label }): Plan {
    const { dir, turns } = asked;
    const criterion: RecoveryCriterion = readCriterion(asked.criterion);
    harness.permits.allow(asked.allowNarrator ?? []);
    const { budget } = harness.settings;
    const { plan, middle } = planBisect(harness, dir, { criterion, turns, budget });
    return { ...asked, plan: { ...plan, label }, middle };
  },
  ready: ({ plan, middle }, { harness }) => requireSession(harness, middle.config, plan.budget),
  preview: previewBisect,
  async run({ dir: session, criterion, concurrency: most, out, plan: planned }, context) {
    const { harness, record } = context;
    const dir = newRunFolder(out, planned.sessionId, harness.clock.date());
    const plan = { ...planned, bisectId: basename(dir) };
    const { turns, pinned } = plan;
    await record({
      inputs: {
        session: checkpointInput(loadLatest(session).state),
        criterion,
        turns,
      },
      models: pinned?.models,
    });
    await writeBisectPlan(dir, plan, session);
    return runBisectIn(context, { dir, plan, concurrency: most });
  },
  show: (result) => experimentShown(result),
});

/** Plays the rest of a stored search. */
export async function runBisectIn(
  context: Context,
  run: StoredReplays<BisectPlan>,
): Promise<Ran<BisectResult>> {
  const { harness, signal, on } = context;
  on({ type: "folder", dir: run.dir });
  const played = await runBisect(harness, { ...run, signal, onNews: watchReplays(context, newsText) });
  const { sessionId } = run.plan;
  return ranReplays(played, { ...run, question: `Which turn lost ${sessionId}?` });
}

const newsText = ({ finding: { lost }, cost }: BisectNews): string =>
  ["", lost ? `lost in ${turnsInWords(lost)}` : [], dollars(cost)].flat().join(", ");

function previewBisect({ plan, middle }: Plan, { harness }: { harness: Harness }): Preview {
  const { sessionId, turns, checkpoints, budget } = plan;
  const replays = replaysOf(plan);
  const estimate = sumEstimates([
    {
      ...estimateCost(middle.config, harness.catalog, { from: middle, turns }),
      times: { low: replays.usual, high: replays.most },
    },
  ]);
  const config = { ...middle.config, budget };
  const [from, to] = [checkpoints[0]!.turn, checkpoints.at(-1)!.turn];
  const criterion = criterionText(plan.criterion);
  return {
    shown: [
      dryRunVerdict({
        ...estimate,
        cost: estimate,
        budget,
        facts: [
          { label: "Session", value: sessionId, note: `replays from turns ${from} to ${to}` },
          { label: "Recovered", value: criterion },
          {
            label: "Replays",
            value: `about ${replays.usual} if one turn lost it, at most ${replays.most}`,
            note: `${counted(turns, "turn")} each`,
          },
        ],
      }),
    ],
    data: {
      sessionId,
      config,
      criterion,
      from,
      to,
      turns,
      replays,
      estimate,
      budget,
    },
  };
}
