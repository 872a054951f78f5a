/** A branch from a checkpoint, or pairs of branches: the same scene, with something changed. */
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { type AbResult, guideForm, recordedBranch, type SessionResult } from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { noteLine, dollars } from "../../../kernel/report/index.ts";
import { newRunFolder } from "../../../kernel/store/index.ts";
import {
  type BranchChanges,
  branchSession,
  branchState,
  estimateCost,
  lastResult,
  loadCheckpoint,
  requireAb,
  requireSession,
  type SessionState,
} from "../../../playtest/index.ts";
import { type Context, type Preview, type Ran, operation } from "../../declaration.ts";
import { refuseIdle } from "../../read-input.ts";
import {
  allowNarrator,
  file,
  folder,
  maxTurns,
  modelOptions,
  runOptions,
  seed,
  USUAL_CONCURRENCY,
  whole,
} from "../../options.ts";
import { recordedInputs } from "../../recorded-inputs.ts";
import { AB_FOLDER, type PlannedAb, plannedAb, previewAb, sayArmsIgnored, startAb } from "./ab-run.ts";
import { branchFolder, branchInputs, branchName, changesFrom } from "./branch.ts";
import { sayContent, sayPromptIgnored } from "../content-notes.ts";
import { narratorNamed, narratorRef, promptRef, rubricRef, storyRef } from "../content-refs.ts";
import { sessionDryRun } from "../../dry-run.ts";
import { experimentShown } from "./replays.ts";
import { isSaidBefore, ranSession, sessionShown, watchSession } from "../session-run.ts";

const input = z.strictObject({
  checkpoint: file("A turn-N.json, or a file with a whole checkpoint."),
  prompt: promptRef("Another prompt: a name, or the path of a file."),
  narrator: narratorRef("Another narrator."),
  storyGuide: storyRef("Another guide: a name, or the path of a file."),
  guide: guideForm.optional().meta({
    description: "How the narrator gets the guide: notes or full. Default: the parent's.",
  }),
  turns: whole(1).optional().meta({
    description: "Stop after N more turns. Default: to the end; for pairs, 5.",
    value: "N",
  }),
  times: whole(1, 1_000).default(1).meta({
    description:
      "2 or more: at most K pairs of a changed and an unchanged branch, until decided. 1: one branch, with the parent's dice.",
    value: "K",
  }),
  finding: z
    .string()
    .min(1)
    .optional()
    .meta({
      description:
        `With ${optionText("times", 2)} or more: test whether this finding of the session, such as t23-forced-segue, ` +
        `comes back. Replays run to two turns after it, so ${optionText("turns")} does not apply.`,
      value: "ID",
    }),
  maxTurns: maxTurns.meta({
    description: "Maximum number of turns, including the parent's. Default: the parent's limit.",
  }),
  ...modelOptions,
  rubric: rubricRef,
  seed: seed.meta({ description: "Another seed.", setting: undefined }),
  allowNarrator,
  out: folder(
    `Where the branch's folder is created. Default: beside the parent, sessions for that of an experiment, ` +
      `or ab with ${optionText("times", 2)} or more.`,
  ).optional(),
  ...runOptions,
  budget: runOptions.budget.meta({
    description: "The most the branch, or all pairs, may cost. Default: the parent's budget.",
  }),
});

type Input = z.output<typeof input>;
type BranchPlan = {
  checkpoint: string;
  changes: BranchChanges;
  parent: SessionState;
  /** The branch before its first turn. */
  branch: SessionState;
  out: string;
  isBudgetGiven: boolean;
};
/** The name of a branch of a branch grows; it must stay a valid file name. */
const LONGEST_NAME = 80;
type PairsPlan = { pairs: PlannedAb; out: string };

export default operation({
  name: "replay",
  surfaces: ["http", "mcp"],
  description:
    "Starts from the state after a turn, changes the prompt, the guide or its form, a model or the seed, " +
    "and continues from there. History, players and spokesperson stay. " +
    "The parent is not changed, and the branch does not depend on it.\n\n" +
    "With --times 2 or more the unchanged prompt is replayed too, pair by pair with the same dice: an A/B test, as `rehearse ab` plays it.",
  input,
  examples: [
    {
      input: { checkpoint: "sessions/abc123/turn-22.json", prompt: "pulse-aware" },
      says: "The same scene with another prompt.",
    },
    {
      input: { checkpoint: "sessions/abc123/turn-22.json", prompt: "my-prompt.md", turns: 5, times: 40 },
      says: "Did the edited prompt help? Up to 40 pairs of five turns.",
    },
  ],
  recordedAs: ({ times }) => (times > 1 ? "ab" : "replay"),
  plan: (asked, context): BranchPlan | PairsPlan =>
    asked.times > 1 ? planPairs(asked, context) : planBranch(asked, context),
  ready: (plan, { harness }) =>
    "pairs" in plan
      ? requireAb(harness, plan.pairs.plan, plan.pairs.states)
      : requireSession(harness, plan.branch.config),
  preview: (plan, context) =>
    "pairs" in plan ? previewAb(plan.pairs, context.harness) : previewBranch(plan, context),
  run: (plan, context): Promise<Ran<SessionResult[] | AbResult>> =>
    "pairs" in plan
      ? startAb(plan.pairs, { out: plan.out, concurrency: USUAL_CONCURRENCY }, context)
      : runBranch(plan, context),
  show: (result) => (Array.isArray(result) ? result.flatMap(sessionShown) : experimentShown(result)),
  stopIsResult: Array.isArray,
});

function planBranch(asked: Input, context: Context): BranchPlan {
  const { harness, on } = context;
  const { checkpoint, prompt, turns, out = branchFolder(checkpoint, context) } = asked;
  refuseIdle(
    { finding: asked.finding },
    "One branch cannot tell whether a finding comes back",
    `Or play pairs: ${optionText("times", 40)}.`,
  );
  const narrator = narratorNamed(harness, asked.narrator);
  harness.permits.allow(asked.allowNarrator ?? []);
  const { state: parent } = about("checkpoint", () => loadCheckpoint(checkpoint));
  const budget = asked.budget ?? latestBudget(checkpoint, parent);
  const changes = changesFrom({ ...asked, budget, narrator }, recordedInputs(harness, recordedBranch));
  const branch = branchState({ harness, parent, changes, replicate: 0, sessionId: "planned" });
  sayContent(context, { stories: [asked.storyGuide], prompts: [prompt] });
  if (prompt !== undefined) sayPromptIgnored(context, [branch.config.narratorModel]);
  for (const note of branch.config.castingNotes.filter(isSaidBefore))
    on({ type: "note", text: noteLine(note) });
  const [before, now] = [parent.config.maxTurns, branch.config.maxTurns];
  if (asked.maxTurns === undefined && before !== now)
    on({
      type: "note",
      text: `The parent's limit of ${before} turns leaves fewer than ${turns} more: it is raised to ${now}.`,
    });
  return { checkpoint, changes, parent, branch, out, isBudgetGiven: asked.budget !== undefined };
}

/** A resume may have raised it since the checkpoint. */
function latestBudget(checkpoint: string, { sessionId, config }: SessionState): number | undefined {
  const result = lastResult(dirname(checkpoint));
  return result?.sessionId === sessionId ? result.budget : config.budget;
}

function planPairs(asked: Input, context: Context): PairsPlan {
  const { harness } = context;
  const { checkpoint, times, prompt, narrator, storyGuide, guide } = asked;
  const { out = join(context.root, AB_FOLDER) } = asked;
  const { judge, rubric, maxTurns: limit } = asked;
  refuseIdle(
    { judge, rubric, maxTurns: limit },
    "Only the points that pairs lose in their own turns are compared",
  );
  const b = { prompt, narrator, storyGuide, guide };
  if (Object.values(b).every((change) => change === undefined) && !harness.recordings.manifest)
    throw new HarnessError({
      code: "not-comparable",
      option: "times",
      message:
        `${optionText("times", times)} compares a change with the unchanged checkpoint, but nothing is changed: ` +
        "there is nothing to compare.",
      remedy:
        `Change ${optionText("prompt")}, ${optionText("narrator")}, ${optionText("storyGuide")} or ${optionText("guide")}, ` +
        `or leave out ${optionText("times")}.`,
    });
  const { budget } = harness.settings;
  const pairs = plannedAb(harness, { ...asked, checkpoints: [checkpoint], b, pairs: times, budget });
  sayArmsIgnored(context, pairs);
  return { pairs, out };
}

function previewBranch({ changes, parent, branch }: BranchPlan, { harness }: Context): Preview {
  const { config, branchedFrom: from } = branch;
  const { catalog } = harness;
  const estimate = estimateCost(config, catalog, { from: branch, turns: changes.turns });
  const facts = [
    { label: "From", value: `after turn ${parent.turn} of ${parent.sessionId}` },
    { label: "Changed", value: from!.changed.join("; ") || "nothing" },
  ];
  return {
    shown: [sessionDryRun({ config, estimate, facts })],
    data: { config, estimate, from },
  };
}

async function runBranch(
  { checkpoint, changes, parent, branch: { config }, out, isBudgetGiven }: BranchPlan,
  context: Context,
): Promise<Ran<SessionResult[]>> {
  const { harness, record, on } = context;
  if (!isBudgetGiven && config.budget !== undefined) {
    const source = changes.budget === undefined ? "the settings" : "its parent";
    on({
      type: "note",
      text: `Budget: ${dollars(config.budget)}, from ${source}. Change it with ${optionText("budget")}.`,
    });
  }
  await record({ inputs: branchInputs(changes, { parent, config }), models: config.pinned?.models });
  const name = parent.sessionId.slice(0, LONGEST_NAME);
  const dir = newRunFolder(out, `${name}-t${parent.turn}`, harness.clock.date());
  on({ type: "folder", dir });
  const sessionId = basename(dir);
  const played = await branchSession(harness, {
    checkpoint,
    changes,
    replicate: 0,
    out,
    sessionId,
    plannedAs: branchName(0),
    ...watchSession(context, { config, sessionId, told: parent.pulses.length }),
  });
  const ran = ranSession(played);
  return { ...ran, result: [ran.result] };
}
