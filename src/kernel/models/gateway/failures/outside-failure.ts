import { APICallError } from "@ai-sdk/provider";
import { redact } from "../../../secrets/index.ts";
import { ProviderFailure } from "./failures.ts";
import {
  BAD_PORT,
  BAD_PORT_TEXT,
  messageOf,
  retryAfter,
  NEVER_SENT,
  systemCode,
} from "./provider-failure.ts";

/** The user's own system failed over HTTP: worded for that system, which has no vendor, key or choice of model. */
export function outsideFailure(
  error: unknown,
  { who, remedy, now }: { who: string; remedy: string; now: Date },
): ProviderFailure {
  const detail = redact(messageOf(error)).replaceAll(/\s+/g, " ").trim().slice(0, 500);
  const { name, stack = "" } = error instanceof Error ? error : new Error(detail);
  const cause = Object.assign(new Error(detail), { name, stack: redact(stack) });
  const answered = APICallError.isInstance(error) ? error : undefined;
  const status = answered?.statusCode;
  if (status !== undefined && status >= 300) {
    const transient = status === 429 || status === 408 || status >= 500;
    return new ProviderFailure({
      code: "outside-failed",
      message: `${who} answered ${status}: ${detail}`,
      remedy: transient ? "Check its log." : (refusals[status] ?? REFUSED),
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
      code: neverSent ? "unreachable" : "connection-lost",
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
    code: "malformed-response",
    message: answered
      ? `${who} gave an answer that cannot be read: ${detail}`
      : `${who} threw ${name}: ${detail}`,
    remedy,
    status,
    transient: false,
    billing: "possible",
    cause,
  });
}

/** It wants a key, which the settings or a target file send. */
const KEY =
  "Check its key: narratorHeaders in the settings (docs/guide/narrators.md), or the headers of a target file (docs/guide/retrieval.md).";
const TRUST = "Name that address instead, if you trust it.";
const REFUSED = "Check why your application refused the request.";
const refusals: Readonly<Record<number, string>> = {
  ...Object.fromEntries([301, 302, 303, 307, 308].map((status) => [status, TRUST])),
  401: KEY,
  403: KEY,
  404: "Check the path of its address.",
};

/** Why the user's own system could not be reached. */
type ConnectionProblem = {
  what: string;
  remedy: string;
  /** The request never arrived: nothing can have been billed. */
  neverSent: boolean;
  /** Another try may succeed. A wrong address or certificate stays wrong. */
  transient: boolean;
};

const words: Record<string, string> = {
  [BAD_PORT]: BAD_PORT_TEXT,
  ECONNREFUSED: "connection refused: nothing is listening there",
  ENOTFOUND: "no such host name",
  EAI_AGAIN: "the host name could not be looked up (DNS)",
  EHOSTUNREACH: "no route to the host",
  ENETUNREACH: "no route to its network",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
};

/** Undefined: the connection was not the problem. */
export function connectionProblem(error: unknown): ConnectionProblem | undefined {
  const detail = messageOf(error).replaceAll(/\s+/g, " ").trim();
  const code = systemCode(error);
  if (code === undefined) return undefined;
  const isTls = /CERT|TLS|SSL|VERIFY|SIGNATURE|EPROTO/.test(code);
  const isWrong = isTls || code === "ERR_INVALID_URL" || code === BAD_PORT;
  const neverSent = isWrong || NEVER_SENT.has(code) || words[code] !== undefined;
  return {
    what: `${words[code] ?? said(detail)} (${[code, ...addressesOf(error)].join(" ")})`,
    remedy: isTls
      ? "Check its address (http:// or https://?), or name the authority of its certificate in NODE_EXTRA_CA_CERTS."
      : neverSent
        ? "Start it, or check its address."
        : "Check its log. A server that expects https:// also does this.",
    neverSent,
    transient: !isWrong,
  };
}

const said = (detail: string): string => detail.replace(/^fetch failed \((.*)\)$/, "$1");

const hostOf = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** The addresses that were tried: a name such as localhost may have two. */
function addressesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  if (error instanceof AggregateError) return error.errors.flatMap((inner) => addressesOf(inner, depth + 1));
  const { address, port } = error as { address?: unknown; port?: unknown };
  if (typeof address === "string") return [`${hostOf(address)}:${String(port)}`];
  return addressesOf(error.cause, depth + 1);
}
