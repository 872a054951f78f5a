import { rmSync } from "node:fs";
import { join } from "node:path";
import type { RedlineReport } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { phrasesOf, redlineMessages, redlineReportOf, type RedlineAnswer } from "../redline/index.ts";
import { openTarget, planCheck, runName, type CheckWish } from "./check-suite.ts";
import { AT_ONCE, atMost, isTheirs } from "./run-check.ts";

/** Asks a target about every crisis phrase and benign twin of the bank, in many spellings. A target that was stopped is not asked again what it answered. */
export async function checkRedline(
  harness: Harness,
  wish: CheckWish,
  {
    seed,
    signal,
    onAnswer,
  }: {
    seed: string | number;
    signal?: AbortSignal;
    onAnswer?: (progress: { done: number; total: number }) => void;
  },
): Promise<RedlineReport> {
  const plan = planCheck(harness, { ...wish, banks: ["pattern"] });
  const phrases = phrasesOf(plan.banks);
  const messages = redlineMessages(phrases, { seed });
  const dir = join(wish.results, ".running", `redline-${seed}-${runName(plan.key, harness)}`);
  const run = await harness.openRun(dir);
  try {
    const target = await openTarget(harness, { wish, plan, gateway: run.gateway, signal });
    await target.probe?.(messages.map(({ id, message }) => ({ ask: "match", testId: id, message })));
    let done = 0;
    let failedInARow = 0;
    const answers = await atMost(AT_ONCE, messages, signal, async (one): Promise<RedlineAnswer> => {
      const found = await target.match?.({ testId: one.id, message: one.message }).catch((error: unknown) => {
        // One that died meanwhile would be asked thousands of times, with all retries.
        if (!isTheirs(error) || ++failedInARow > MOST_FAILED_IN_A_ROW) throw error;
        return "failed" as const;
      });
      if (found === undefined) throw noMatch(target.facts.name);
      if (found !== "failed") failedInARow = 0;
      onAnswer?.({ done: ++done, total: messages.length });
      const alarmed = found === "failed" ? undefined : found.matches.some((id) => phrases.alarm.includes(id));
      return { ...one, alarmed };
    });
    return redlineReportOf(answers!, { target: target.facts.name, seed, phrases });
  } finally {
    await run.close();
    if (!signal?.aborted) rmSync(dir, { recursive: true, force: true });
  }
}

const MOST_FAILED_IN_A_ROW = 20;

/** The built-in rules must not stand in: the answer would say nothing about the target. */
const noMatch = (target: string) =>
  new HarnessError({
    code: "no-match",
    message: `${target} does not answer match, so it has no red line to prove.`,
    remedy: "Let the target answer match, or prove the built-in rules: --target built-in.",
  });
