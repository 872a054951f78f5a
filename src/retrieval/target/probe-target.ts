import { guidePage, HarnessError } from "../../kernel/errors/index.ts";
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
  {
    url,
    timeoutMs,
    workedBefore,
    hasFile = false,
    put,
  }: {
    url: string;
    timeoutMs: number;
    workedBefore: boolean;
    /** A target file says what is sent. */
    hasFile?: boolean;
    put: PutOnce;
  },
): Promise<void> {
  let failed = 0;
  let first: { error: ProviderFailure | InvalidReplyError; ask: string } | undefined;
  for (const question of questions) {
    try {
      if (await put(question)) return;
    } catch (error) {
      if (!(error instanceof ProviderFailure || error instanceof InvalidReplyError)) throw error;
      if (workedBefore && isOfOneTest(error)) return;
      if (error instanceof ProviderFailure && error.status === undefined)
        throw notThere(error, { url, timeoutMs });
      // It is up, and only asks for patience.
      if (error instanceof ProviderFailure && error.status === 429) return;
      first ??= { error, ask: mechanisms[question.mechanism].ask };
      if (++failed === TRIED) break;
    }
  }
  if (first) throw unusable(first.error, { url, ask: first.ask, hasFile });
}

const isOfOneTest = (error: ProviderFailure | InvalidReplyError): boolean =>
  error instanceof InvalidReplyError ||
  (error.status === undefined ? error.code === "timeout" : ![401, 403].includes(error.status));

function notThere(
  error: ProviderFailure,
  { url, timeoutMs }: { url: string; timeoutMs: number },
): HarnessError {
  const silent = error.code === "timeout";
  return new HarnessError({
    code: silent ? "timeout" : "unreachable",
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
  { url, ask, hasFile }: { url: string; ask: string; hasFile: boolean },
): HarnessError {
  if (error instanceof InvalidReplyError)
    return new HarnessError({
      code: "invalid-reply",
      message: `The target ${url} answered ${ask} in an unexpected format: ${oneLine(error.problem)}. It sent ${oneLine(error.text).slice(0, 200)}`,
      remedy: error.remedy,
      cause: error,
    });
  const { status = 0 } = error;
  return new HarnessError({
    code: status < 400 ? "malformed-response" : status < 500 ? "outside-refused" : "outside-failed",
    message: error.message,
    remedy: remedyFor(status, hasFile),
    exit: status < 500 ? 2 : 3,
    cause: error,
  });
}

function remedyFor(status: number, hasFile: boolean): string {
  if (status === 401 || status === 403)
    return hasFile
      ? "Check the headers in the target file, and the environment variables that they name."
      : `An address alone gets no credentials. Write a target file with headers (${guidePage("import.md")}), or call the target from a module.`;
  if (status === 404 || status === 405)
    return hasFile
      ? "Check url and method in the target file."
      : "Check the path of the address: it must take POST requests.";
  return status >= 500 ? "Check its log." : hasFile ? "Check request in the target file." : CONTRACT;
}

const oneLine = (text: string): string => text.replaceAll(/[✖→\s]+/g, " ").trim();
