/** Finds the turn after which a session no longer recovers. */
import { basename } from "node:path";
import { z } from "zod";
import type { BisectPlan, BisectResult, RecoveryCriterion } from "../../../contract/index.ts";
import { counted, shorten, turnsInWords } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { about } from "../../../kernel/errors/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  type BisectNews,
  completeReadings,
  criterionText,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  loadLatest,
  planBisect,
  readCriterion,
  readingsAt,
  replaysOf,
  requireSession,
  runBisect,
  type SessionState,
  turnPath,
  turnsIn,
  writeBisectPlan,
} from "../../../playtest/index.ts";
import type { Context, Preview, Ran, Shown } from "../../declaration.ts";
import { markerName } from "../../marker-name.ts";
import { operation } from "../../operation.ts";
import { allowNarrator, concurrency, folder, runOptions, USUAL_CONCURRENCY, whole } from "../../options.ts";
import { checkpointInput } from "./branch.ts";
import { costText, missingFacts, planVerdict, turnLimitFacts } from "../plan-verdict.ts";
import { armFrom, armRef, experimentShown, ranReplays, type StoredReplays, watchReplays } from "./replays.ts";

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
  with: armRef("Changes for the replays, as in `ab`: finds the last turn at which they would have helped."),
  concurrency: concurrency(USUAL_CONCURRENCY),
  allowNarrator,
  out: folder("Where the search's folder is created.").default("bisects"),
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
    "Plays short replays from the session's own checkpoints with other dice, and counts how often the story recovers from each. It starts with the first and the last turn and halves the distance: 5 replays from a turn, 10 if the first 5 are split. It ends with the turn that lost the session and what was said in it, or says that recovery fades over several turns.\n\n" +
    "It can be stopped at any time; `rehearse resume` continues it.",
  input,
  arguments: ["dir"],
  examples: [
    { input: { dir: "sessions/abc123", budget: 5 }, says: "Find the turn, for at most five dollars." },
    {
      input: { dir: "sessions/abc123", with: ["prompt=pulse-aware"] },
      says: "Until which turn would another prompt have helped?",
    },
    {
      input: { dir: "sessions/abc123", criterion: "points-lost<=5", turns: 5 },
      says: "Another criterion, and fewer turns.",
    },
  ],
  ciName: ({ dir }) => markerName([dir], "bisect"),
  plan(asked, { harness, ciName: label }): Plan {
    const { dir, turns } = asked;
    const criterion: RecoveryCriterion = readCriterion(asked.criterion);
    const changed = about("with", () => armFrom(asked.with, harness));
    harness.permits.allow(asked.allowNarrator ?? []);
    const { budget } = harness.settings;
    const { plan, middle } = planBisect(harness, dir, { changed, criterion, turns, budget });
    return { ...asked, plan: { ...plan, label }, middle };
  },
  ready: ({ plan, middle }, { harness }) => requireSession(harness, middle.config, plan.budget),
  preview: previewBisect,
  async run({ dir: session, criterion, concurrency: most, out, plan: planned }, context) {
    const { harness, record, signal } = context;
    const dir = newRunFolder(out, planned.sessionId, harness.clock.date());
    const plan = { ...planned, bisectId: basename(dir) };
    const { changed, turns, pinned } = plan;
    await record({
      inputs: {
        session: checkpointInput(loadLatest(session).state),
        with: { name: changed.label, ...changed.wish },
        criterion,
        turns,
      },
      models: pinned?.models,
    });
    await completeReadings(harness, { checkpoint: lastTurnOf(session), signal });
    await writeBisectPlan(dir, plan, session);
    return runBisectIn(context, { dir, plan, concurrency: most });
  },
  show: bisectShown,
});

const lastTurnOf = (dir: string): string => turnPath(dir, turnsIn(dir).at(-1)!);

/** Plays the rest of a stored search. */
export async function runBisectIn(
  context: Context,
  run: StoredReplays<BisectPlan>,
): Promise<Ran<BisectResult>> {
  const { harness, signal, on } = context;
  on({ type: "folder", dir: run.dir });
  const played = await runBisect(harness, { ...run, signal, onNews: watchReplays(context, newsText) });
  return ranReplays(played, { ...run, name: run.plan.sessionId });
}

const newsText = ({ finding: { lost }, cost }: BisectNews): string =>
  `${lost === null ? "" : `, lost in ${turnsInWords(lost)}`}, $${cost.toFixed(4)}`;

/** Characters: enough to recognise the turn. The report has the whole text. */
const SHOWN = 400;

export function bisectShown(result: BisectResult): Shown[] {
  const { said } = result;
  const [verdict, ...rest] = experimentShown(result);
  const lines = said && [
    `Turn ${said.turn}, narrator: ${shorten(said.narrator, SHOWN)}`,
    ...(said.relay === null ? [] : [`Turn ${said.turn}, for the group: ${shorten(said.relay, SHOWN)}`]),
  ];
  return [verdict!, ...(lines ? [lines.join("\n")] : []), ...rest];
}

function previewBisect({ dir, plan, middle }: Plan, { harness }: { harness: Harness }): Preview {
  const { sessionId, turns, checkpoints, budget } = plan;
  const replays = replaysOf(plan);
  const last = lastTurnOf(dir);
  const estimate = estimateCost(middle.config, harness.catalog, { from: middle, turns });
  const { records } = loadCheckpoint(last).state;
  const readings = readingsAt(last, middle.config.observerModel);
  const missing = estimateMissing({ ...middle, records }, harness.catalog, readings);
  const all = ({ low, high }: typeof estimate.known, once = { low: 0, high: 0 }) => ({
    low: low * replays.usual + once.low,
    high: high * replays.most + once.high,
  });
  const known = all(estimate.known, missing?.known);
  const isPriced = estimate.total !== null && missing?.total !== null;
  const cost = isPriced ? known : null;
  const most = estimate.atTurnLimit.known * replays.most + (missing?.known.high ?? 0);
  const atTurnLimit = {
    ...estimate.atTurnLimit,
    calls: estimate.atTurnLimit.calls * replays.most + (missing?.calls.high ?? 0),
    known: most,
    total: isPriced && estimate.atTurnLimit.total !== null ? most : null,
  };
  const config = { ...middle.config, budget };
  const [from, to] = [checkpoints[0]!.turn, checkpoints.at(-1)!.turn];
  const criterion = criterionText(plan.criterion);
  const changed = plan.changed.label;
  return {
    shown: [
      {
        outcome: "done",
        headline: `Nothing was called. Estimated cost of all replays: ${costText({ known, total: cost })}.`,
        cautions: [],
        because: [],
        facts: [
          { label: "Session", value: sessionId, note: `replays from turns ${from} to ${to}` },
          { label: "Changed", value: changed },
          { label: "Recovered", value: criterion },
          {
            label: "Replays",
            value: `about ${replays.usual} if one turn lost it, at most ${replays.most}`,
            note: `${counted(turns, "turn")} each`,
          },
          ...missingFacts(missing),
          ...turnLimitFacts(estimate.turns, atTurnLimit),
        ],
        findings: [],
        tables: [],
        next: [],
      },
      "One replay, from the middle:",
      planVerdict({ config, estimate }, harness),
    ],
    data: {
      sessionId,
      config,
      criterion,
      changed,
      from,
      to,
      turns,
      replays,
      estimate,
      missing,
      cost,
      atTurnLimit,
      budget,
    },
  };
}
