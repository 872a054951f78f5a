/** What A/B tests and bisects share: short replays of checkpoints with something changed. */
import { join } from "node:path";
import { z } from "zod";
import { type AbResult, type BisectResult, guideForm } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { largerBudget, readArm, REPORT_FILE } from "../../../playtest/index.ts";
import type { Context, Ran, Shown } from "../../declaration.ts";
import { narratorNamed, narratorRef, promptRef, storyRef } from "../content-refs.ts";

/** What replays change: on the terminal `key=value`, in the library also an object. */
export const armRef = (description: string) =>
  z
    .union([
      z.array(z.string().min(1)),
      z.strictObject({
        prompt: promptRef("Another prompt."),
        guide: guideForm.optional(),
        storyGuide: storyRef("Another guide."),
        narrator: narratorRef("Another narrator."),
      }),
    ])
    .optional()
    .meta({ description, value: "K=V", also: "`{ prompt, … }`" });

export type ArmInput = z.output<ReturnType<typeof armRef>>;

export const armFrom = (given: ArmInput, harness: Harness): ReturnType<typeof readArm> =>
  given === undefined || Array.isArray(given)
    ? readArm(given ?? [], harness)
    : readArm({ ...given, narrator: narratorNamed(harness, given.narrator) }, harness);

/** An arm names the narrator, not an option of that name. */
export const aboutArm =
  (option: string) =>
  (error: unknown): never => {
    throw error instanceof HarnessError && error.option === "narrator" ? error.about(option) : error;
  };

export type StoredReplays<Plan> = { dir: string; plan: Plan; concurrency: number; budget?: number };

/** Progress in replays. They are a maximum: it may be decided before all are played. */
export function watchReplays<News extends { replays: { ended: number; of: number }; cost: number }>(
  { on }: Pick<Context, "on">,
  textOf: (news: News) => string,
): (news: News) => void {
  let before: number | undefined;
  return (news) => {
    const { ended: done, of } = news.replays;
    const text = `replay ${done} of at most ${of}${textOf(news)}`;
    const isNew = before !== undefined && done > before;
    on({ type: isNew ? "progress" : "step", done, of, text, cost: news.cost });
    before = Math.max(done, before ?? 0);
  };
}

export function ranReplays<Result extends AbResult | BisectResult>(
  { result, endedBy }: { result: Result; endedBy?: HarnessError },
  {
    dir,
    plan,
    budget,
    question,
  }: StoredReplays<{ budget?: number }> & {
    /** What it answers: the name of its test in CI. */
    question: string;
  },
): Ran<Result> {
  const { verdict, spent } = result;
  const isSpent = endedBy?.exit === 4;
  return {
    result,
    stopped: endedBy,
    resume: { dir, budget: isSpent ? largerBudget(budget ?? plan.budget, atMostOf(spent)) : undefined },
    ci: {
      verdict,
      stopped: endedBy?.message,
      gates: [],
      cost: spentText(spent),
      report: join(dir, REPORT_FILE),
      suites: [{ name: "experiment", cases: [{ name: question, out: verdict.headline }] }],
    },
  };
}

export const experimentShown = ({ verdict, dir }: Pick<AbResult, "verdict" | "dir">): Shown[] => [
  verdict,
  `Report: ${join(dir, REPORT_FILE)}`,
];
