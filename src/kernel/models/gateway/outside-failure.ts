import { APICallError } from "@ai-sdk/provider";
import { redact } from "../../secrets/index.ts";
import { ProviderFailure } from "./failures.ts";
import { messageOf, NEVER_SENT, systemCode } from "./provider-failure.ts";
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
      remedy: transient ? "Look at its log, mend or restart it; then resume." : remedy,
      status,
      transient,
      retryAfterMs: transient ? retryAfter(answered?.responseHeaders, now) : undefined,
      billing: "none",
      cause,
    });
  }
  const system = systemCode(error);
  if (system !== undefined) {
    const never = NEVER_SENT.has(system);
    return new ProviderFailure({
      code: never ? "outside-unreachable" : "outside-connection-lost",
      message: never
        ? `${who} cannot be reached: ${detail} (${system})`
        : `${who} broke the connection off: ${detail} (${system})`,
      remedy: never ? "Start it, or check its address; then resume." : "Look at its log; then resume.",
      transient: true,
      billing: never ? "none" : "possible",
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
