/** What A/B tests and bisects share: short replays of checkpoints with something changed. */
import { join } from "node:path";
import { z } from "zod";
import { type AbResult, type ArmChanges, type BisectResult, guideForm } from "../../../contract/index.ts";
import { addressLabel } from "../../../kernel/addresses/index.ts";
import type { HarnessError } from "../../../kernel/errors/index.ts";
import { atMostOf, spentText } from "../../../kernel/journal/index.ts";
import { verdictCi } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  armOfWish,
  largerBudget,
  loadPrompt,
  loadStory,
  readArm,
  REPORT_FILE,
} from "../../../playtest/index.ts";
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

export function armFrom(given: ArmInput, harness: Harness): ReturnType<typeof armOfWish> {
  if (given === undefined || Array.isArray(given)) return readArm(given ?? [], harness);
  const { prompt, storyGuide, guide } = given;
  const narrator = narratorNamed(harness, given.narrator);
  const wish: ArmChanges = {
    prompt: prompt === undefined ? undefined : loadPrompt(prompt, harness),
    storyGuide: storyGuide === undefined ? undefined : loadStory(storyGuide, harness),
    guide,
    narrator: narrator === undefined ? undefined : addressLabel(narrator),
  };
  return armOfWish(wish);
}

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
  { dir, plan, budget, name }: StoredReplays<{ budget?: number }> & { name: string },
): Ran<Result> {
  const { verdict, spent } = result;
  const ci = verdictCi(verdict, {
    name,
    gates: [],
    cost: spentText(spent),
    report: join(dir, REPORT_FILE),
    suites: [{ name: "run", cases: [{ name }] }],
  });
  const isSpent = endedBy?.exit === 4;
  return {
    result,
    stopped: endedBy,
    resume: { dir, budget: isSpent ? largerBudget(budget ?? plan.budget, atMostOf(spent)) : undefined },
    ci: endedBy ? { ...ci, verdict: [endedBy.message, ...(ci.verdict ?? [])] } : ci,
  };
}

export const experimentShown = ({ verdict, dir }: Pick<AbResult, "verdict" | "dir">): Shown[] => [
  verdict,
  `Report: ${join(dir, REPORT_FILE)}`,
];
