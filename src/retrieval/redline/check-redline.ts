import { join } from "node:path";
import type { RedlineReport } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { remove } from "../../kernel/store/index.ts";
import {
  AT_ONCE,
  atMost,
  isTargetFailure,
  openTarget,
  planCheck,
  runName,
  type CheckPlan,
  type CheckRequest,
} from "../run/index.ts";
import {
  phrasesOf,
  redlineMessages,
  redlineReportOf,
  type Phrases,
  type RedlineAnswer,
  type RedlineMessage,
} from "./redline-report.ts";

export type RedlinePlan = {
  request: CheckRequest;
  plan: CheckPlan;
  phrases: Phrases;
  messages: RedlineMessage[];
};

/** Everything that will be asked. Nothing is asked yet. */
export function planRedline(harness: Harness, request: CheckRequest): RedlinePlan {
  const plan = planCheck(harness, { ...request, banks: ["pattern"] });
  const phrases = phrasesOf(plan.banks);
  return { request, plan, phrases, messages: redlineMessages(phrases) };
}

/** Asks a target about every crisis phrase and benign twin of the bank, in many spellings. A stopped run is resumed. */
export async function checkRedline(
  harness: Harness,
  { request, plan, phrases, messages }: RedlinePlan,
  {
    signal,
    onAnswer,
  }: { signal?: AbortSignal; onAnswer?: (progress: { done: number; total: number }) => void } = {},
): Promise<RedlineReport> {
  const dir = join(request.results, ".running", `redline-${runName(plan.key, harness)}`);
  const run = await harness.openRun(dir);
  try {
    const target = await openTarget(harness, { request, plan, gateway: run.gateway, signal });
    await target.probe?.(
      messages.map(({ id, message }) => ({ mechanism: "pattern", question: { test_id: id, message } })),
    );
    let done = 0;
    let failedInARow = 0;
    const answers = await atMost(AT_ONCE, messages, signal, async (one): Promise<RedlineAnswer> => {
      const found = await target
        .pattern?.({ test_id: one.id, message: one.message })
        .catch((error: unknown) => {
          // A dead target would get thousands of requests, with all retries.
          if (!isTargetFailure(error) || ++failedInARow > MOST_FAILED_IN_A_ROW) throw error;
          return "failed" as const;
        });
      if (found === undefined) throw noMatch(target.facts.name);
      if (found !== "failed") failedInARow = 0;
      onAnswer?.({ done: ++done, total: messages.length });
      const alarmed = found === "failed" ? undefined : found.matches.some((id) => phrases.alarm.includes(id));
      return { ...one, alarmed };
    });
    return redlineReportOf(answers, { target: target.facts.name, phrases });
  } finally {
    await run.close();
    if (!signal?.aborted) remove(dir);
  }
}

const MOST_FAILED_IN_A_ROW = 20;

/** The built-in rules must not answer: that would say nothing about the target. */
const noMatch = (target: string) =>
  new HarnessError({
    code: "not-answered",
    option: "target",
    message: `${target} does not implement match, so its red line cannot be tested.`,
    remedy: `Implement match in the target, or test the built-in rules: ${optionText("target", "built-in")}.`,
  });
