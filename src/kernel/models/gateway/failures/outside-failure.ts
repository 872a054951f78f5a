import { APICallError } from "@ai-sdk/provider";
import { redact } from "../../../secrets/index.ts";
import { ProviderFailure } from "./failures.ts";
import { messageOf, retryAfter, NEVER_SENT, systemCode } from "./provider-failure.ts";

/** The user's own system failed over HTTP: worded for that system, which has no vendor, key or choice of model. */
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
    message: `${who} gave an answer that cannot be read: ${detail}`,
    remedy,
    status,
    transient: false,
    billing: "possible",
    cause,
  });
}

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
  const hopeless = { remedy: "Check its address.", neverSent: true, transient: false };
  // A refusal by Node's own fetch, without a code.
  if (/\bbad port\b/.test(detail))
    return {
      ...hopeless,
      what: "Node.js sends no requests to this port",
      remedy: "Use another port.",
    };
  if (code === undefined) return undefined;
  if (code === "ERR_INVALID_URL") return { ...hopeless, what: "the address is not valid" };
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "EPROTO")
    return { ...hopeless, what: `it does not speak TLS; try http:// (${code})` };
  if (/CERT|TLS|SSL|VERIFY|SIGNATURE/.test(code))
    return {
      ...hopeless,
      what: `its TLS certificate is not accepted: ${said(detail)} (${code})`,
      remedy: "Name its authority in NODE_EXTRA_CA_CERTS, or give it a certificate for this host.",
    };
  const known = words[code];
  const neverSent = NEVER_SENT.has(code) || known !== undefined;
  return {
    what: `${known ?? said(detail)} (${[code, ...addressesOf(error)].join(" ")})`,
    remedy: neverSent
      ? "Start it, or check its address."
      : "Check its log. A server that expects https:// also does this.",
    neverSent,
    transient: true,
  };
}

const said = (detail: string): string => detail.replace(/^fetch failed \((.*)\)$/, "$1");

/** The addresses that were tried: a name such as localhost may have two. */
function addressesOf(error: unknown, depth = 0): string[] {
  if (!(error instanceof Error) || depth > 5) return [];
  if (error instanceof AggregateError) return error.errors.flatMap((inner) => addressesOf(inner, depth + 1));
  const { address, port } = error as { address?: unknown; port?: unknown };
  if (typeof address === "string")
    return [`${address.includes(":") ? `[${address}]` : address}:${String(port)}`];
  return addressesOf(error.cause, depth + 1);
}
