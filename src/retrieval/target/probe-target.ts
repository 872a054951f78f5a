import { HarnessError } from "../../kernel/errors/index.ts";
import { InvalidReplyError, ProviderFailure } from "../../kernel/models/index.ts";
import { mechanisms } from "../../contract/index.ts";
import type { AnyQuestion } from "../mechanisms/index.ts";

/** Asks one question, once. `false`: answered from an earlier run, without a request. */
type PutOnce = (question: AnyQuestion) => Promise<boolean>;

/** One unusable answer may be the test's fault; after this many it is the target's. */
const TRIED = 3;
const CONTRACT = "docs/guide/retrieval.md shows the requests and answers of a target.";

/**
 * Asks the first test alone, without retries, before all others are sent. An unreachable target costs one request; one
 * that refuses, or answers something else, costs three.
 */
export async function probeTarget(
  questions: Iterable<AnyQuestion>,
  { url, timeoutMs, put }: { url: string; timeoutMs: number; put: PutOnce },
): Promise<void> {
  let failed = 0;
  let first: { error: ProviderFailure | InvalidReplyError; ask: string } | undefined;
  for (const question of questions) {
    try {
      if (await put(question)) return;
    } catch (error) {
      if (!(error instanceof ProviderFailure || error instanceof InvalidReplyError)) throw error;
      if (error instanceof ProviderFailure && error.status === undefined)
        throw notThere(error, { url, timeoutMs });
      // It is up, and only asks for patience.
      if (error instanceof ProviderFailure && error.status === 429) return;
      first ??= { error, ask: mechanisms[question.mechanism].ask };
      if (++failed === TRIED) break;
    }
  }
  if (first) throw unusable(first.error, { url, ask: first.ask });
}

function notThere(
  error: ProviderFailure,
  { url, timeoutMs }: { url: string; timeoutMs: number },
): HarnessError {
  const silent = error.code === "timeout";
  return new HarnessError({
    code: silent ? "target-silent" : "target-unreachable",
    message: silent
      ? `The target ${url} did not answer its first request within ${timeoutMs / 1_000} s.`
      : error.message,
    remedy: silent
      ? "Check its log. If it is slow to start, send it a request first, or raise timeoutMs in rehearse.config.ts: the first answer may take a quarter of it."
      : error.remedy,
    exit: 3,
    cause: error,
  });
}

function unusable(
  error: ProviderFailure | InvalidReplyError,
  { url, ask }: { url: string; ask: string },
): HarnessError {
  if (error instanceof InvalidReplyError)
    return new HarnessError({
      code: "target-shape",
      message: `The target ${url} answered ${ask} in an unexpected format: ${oneLine(error.problem)}. It sent ${oneLine(error.text).slice(0, 200)}`,
      remedy: CONTRACT,
      cause: error,
    });
  const { status = 0 } = error;
  return new HarnessError({
    code: status < 400 ? "target-shape" : status < 500 ? "target-refused" : "target-failed",
    message: error.message,
    remedy: remedyFor(status),
    exit: status < 500 ? 2 : 3,
    cause: error,
  });
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403)
    return "Rehearse sends no credentials. Allow requests from this machine, or call the target from a module that has its key (--target ./my-rag.ts).";
  if (status === 404 || status === 405) return "Check the path of the address: it must take POST requests.";
  return status >= 500 ? "Check its log." : CONTRACT;
}

const oneLine = (text: string): string => text.replaceAll(/[✖→\s]+/g, " ").trim();
