import { APICallError } from "@ai-sdk/provider";
import { redact } from "../../secrets/index.ts";
import { ProviderFailure } from "./failures.ts";
import { connectionProblem } from "./connection-problem.ts";
import { messageOf } from "./provider-failure.ts";
import { retryAfter } from "./retry-after.ts";

/** Somebody's own system failed over HTTP: told in words about that system, which has no vendor, no key and no model to choose. */
export function outsideFailure(
  error: unknown,
  { who, remedy, now }: { who: string; remedy: string; now: Date },
): ProviderFailure {
  const detail = redact(messageOf(error)).replaceAll(/\s+/g, " ").trim().slice(0, 500);
  const cause = Object.assign(new Error(detail), { name: error instanceof Error ? error.name : "Error" });
  const answered = APICallError.isInstance(error) ? error : undefined;
  const status = answered?.statusCode;
  if (status !== undefined && status >= 400) {
    const transient = status === 429 || status === 408 || status >= 500;
    return new ProviderFailure({
      code: transient ? "outside-failed" : "outside-refused",
      message: `${who} answered ${status}: ${detail}`,
      remedy: transient ? "Check its log." : remedy,
      status,
      transient,
      retryAfterMs: transient ? retryAfter(answered?.responseHeaders, now) : undefined,
      billing: "none",
      cause,
    });
  }
  const problem = connectionProblem(error);
  if (problem) {
    const { what, neverSent, transient, remedy } = problem;
    return new ProviderFailure({
      code: neverSent ? "outside-unreachable" : "outside-connection-lost",
      message: neverSent
        ? `${who} cannot be reached: ${redact(what)}.`
        : `${who} closed the connection without an answer: ${redact(what)}.`,
      remedy,
      transient,
      billing: neverSent ? "none" : "possible",
      cause,
    });
  }
  return new ProviderFailure({
    code: "outside-malformed",
    message: `${who} gave an answer that cannot be read: ${detail}`,
    remedy,
    status,
    transient: false,
    billing: "possible",
    cause,
  });
}
