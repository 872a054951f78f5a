import { APICallError } from "@ai-sdk/provider";
import { z } from "zod";
import type { ResolvedModel } from "../../catalog/index.ts";
import { ReplyTooLarge } from "../../bounded-text.ts";
import { providers } from "../../providers/index.ts";
import { redact } from "../../../secrets/index.ts";
import { ProviderFailure } from "./failures.ts";
import { callText, type HarnessErrorFacts } from "../../../errors/index.ts";

/** Network errors from before the request was read: nothing can have been billed. */
export const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "CERT_HAS_EXPIRED",
]);

/** How OpenRouter and xAI word a 403 about the content of one request, not about the key. */
const MODERATION =
  /\bmoderat(?:ion|ed)\b|\bflagged\b|usage guidelines|content[ _](?:polic|filter)|request blocked|SAFETY_CHECK/i;
/** An account closed for such content refuses every request. */
const CLOSED = /suspended|disabled|deactivated|banned/i;

/** Classifies an error of a provider's package: its kind, whether to retry, whether it may have been billed. */
export function providerFailure(
  error: unknown,
  {
    model,
    now,
    address,
    key = "the key",
  }: {
    model: ResolvedModel;
    now: Date;
    /** The setting of its address, by name. */
    address: string;
    /** The variable of its key. */
    key?: string | undefined;
  },
): ProviderFailure {
  const { title, notListening } = providers[model.provider];
  const who = `${title} (${model.label})`;
  const detail = redact(messageOf(error)).replaceAll(/\s+/g, " ").trim().slice(0, 500);
  // The original contains prompts and headers; only its name and its redacted message are kept.
  const cause = Object.assign(new Error(detail), { name: error instanceof Error ? error.name : "Error" });
  if (error instanceof ReplyTooLarge)
    return new ProviderFailure({
      code: "malformed-response",
      message: `${who} sent no usable answer: ${detail}.`,
      remedy: `Check the address, ${address}: no model's answer is this large.`,
      transient: false,
      billing: "possible",
      cause,
    });
  const { status, inside } = statusOf(error);
  if (status !== undefined && status >= 400) return ofStatus(status);

  const system = systemCode(error);
  if (system === BAD_PORT)
    return new ProviderFailure({
      code: "unreachable",
      message: `${who} cannot be reached: ${BAD_PORT_TEXT} (${BAD_PORT}).`,
      remedy: `Check the port in ${address}.`,
      exit: 2,
      transient: false,
      billing: "none",
      cause,
    });
  if (notListening && system === "ECONNREFUSED") {
    return new ProviderFailure({
      ...notListening,
      message: `No server answers for ${model.label}: ${detail}`,
      exit: 2,
      transient: false,
      billing: "none",
      cause,
    });
  }
  // Without a system error code the connection was fine: the response could not be read.
  if (system === undefined) {
    return new ProviderFailure({
      code: "malformed-response",
      message: `${who} sent a response that cannot be read: ${detail}`,
      remedy: `Try again. If you use a proxy or gateway (${address}), check what it changes.`,
      status,
      transient: true,
      billing: "possible",
      cause,
    });
  }
  return new ProviderFailure({
    code: NEVER_SENT.has(system) ? "unreachable" : "connection-lost",
    message: `The connection to ${who} failed: ${detail} (${system})`,
    remedy: `Check the network and ${address}, then try again.`,
    transient: true,
    billing: NEVER_SENT.has(system) ? "none" : "possible",
    cause,
  });

  function ofStatus(status: number): ProviderFailure {
    const facts = {
      message: `${who} answered ${status}: ${detail}`,
      status,
      billing: inside ? ("possible" as const) : ("none" as const),
      cause,
    };
    const headers = APICallError.isInstance(error) ? error.responseHeaders : undefined;
    if (isOverflowRefusal(error, status))
      return new ProviderFailure({
        ...facts,
        code: "context-exceeded",
        message: `The request is too long for ${who}, which answered ${status}: ${detail}`,
        transient: false,
        remedy: `Shorten the input, or choose a model with a larger context (${callText("models")}).`,
      });
    const refusal = refusalOf(status, { model, address, key, said: `${detail} ${bodyOf(error)}` });
    if (refusal) return new ProviderFailure({ ...facts, ...refusal, transient: false });
    const transient = status === 429 || status === 408 || status >= 500;
    return new ProviderFailure({
      ...facts,
      code: status === 429 ? "rate-limited" : "provider-error",
      transient,
      retryAfterMs: transient ? retryAfter(headers, now) : undefined,
      remedy:
        status === 429
          ? `Wait, or lower limits.${model.provider} in the settings; then try again.`
          : "The provider has a problem: wait, then try again.",
    });
  }
}

type Refused = { model: ResolvedModel; address: string; key: string; said: string };
type Refusal = Pick<HarnessErrorFacts, "code" | "remedy" | "exit">;

/** What the caller has to change: another try would be refused too. Undefined: the provider may answer later. */
function refusalOf(status: number, { model, address, key, said }: Refused): Refusal | undefined {
  if (status === 403 && MODERATION.test(said) && !CLOSED.test(said))
    return {
      code: "moderated",
      remedy: "The provider's moderation refused this content: change it, or choose another model.",
    };
  const badRequest: Pick<Refusal, "code" | "remedy"> = {
    code: "bad-request",
    remedy:
      "The model rejected the request: check its message and the model's name, or choose another model.",
  };
  const refusals: Record<number, Pick<Refusal, "code" | "remedy">> = {
    400: badRequest,
    401: { code: "unauthorised", remedy: `Check ${key}: the provider does not accept it.` },
    402: {
      code: "no-credit",
      remedy: `The account behind ${key} has no credit left: top it up, then try again.`,
    },
    403: {
      code: "forbidden",
      remedy: `${key} has no access to this model. Request access, or choose another model.`,
    },
    404: {
      code: "not-found",
      remedy: `Check the model id "${model.id}" and ${address}; ${callText("models")} lists known names.`,
    },
    413: badRequest,
    422: badRequest,
  };
  return refusals[status] && { ...refusals[status], exit: 2 };
}

export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner =
    errorInBody(error) ?? (error.cause instanceof Error ? error.cause.message : unreadBody(error));
  return inner === "" || error.message.includes(inner) ? error.message : `${error.message} (${inner})`;
}

/** A local server may answer 200 with `{"error":{"message":"model is loading"}}`. */
function errorInBody(error: Error): string | undefined {
  if (!APICallError.isInstance(error) || error.statusCode !== 200) return undefined;
  try {
    return failedBody.parse(JSON.parse(error.responseBody ?? "")).error.message;
  } catch {
    return undefined;
  }
}
const failedBody = z.object({ error: z.object({ message: z.string() }) });

/**
 * A refusal in a format that the vendor's package does not know, for example from a proxy: the package drops its
 * message.
 */
function unreadBody(error: Error): string {
  if (!APICallError.isInstance(error) || error.data !== undefined || typeof error.responseBody !== "string")
    return "";
  return error.responseBody;
}

/** Node's own refusal of some ports has no code. */
export const BAD_PORT = "bad port";
export const BAD_PORT_TEXT = "Node.js sends no requests to this port";

/** The operating system's error code, anywhere in the chain of causes. */
export function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if (error.message === BAD_PORT) return BAD_PORT;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && /^[A-Z][A-Z_0-9]+$/.test(code)) return code;
  if (error instanceof AggregateError)
    return error.errors.map((inner) => systemCode(inner, depth + 1)).find(Boolean);
  return systemCode(error.cause, depth + 1);
}

/** The HTTP status of a failure; `inside`: the vendor answered 200 and reported the failure in the body. */
type FailureStatus = { status?: number; inside: boolean };

/**
 * Vendors that report failures inside a 200 would otherwise be retried forever, or not at all: their packages invent a
 * status.
 */
function statusOf(error: unknown): FailureStatus {
  if (!APICallError.isInstance(error)) return { inside: false };
  const {
    statusCode: status,
    data,
    responseBody,
  } = error as Omit<APICallError, "responseBody"> & { responseBody?: unknown };
  if (typeof responseBody === "object" && responseBody !== null)
    return { status: ofFailedResponse(responseBody), inside: true };
  if (status !== 200) return { status, inside: false };
  const code = Number((data as { code?: unknown } | undefined)?.code);
  return { status: code >= 400 ? code : status, inside: true };
}

/** OpenAI's package reports 400 for every failed response, and keeps the response itself where others keep its text. */
function ofFailedResponse(response: { error?: { code?: unknown } | null }): number {
  if (!response.error) return 200;
  return (
    new Map<unknown, number>([
      ["server_error", 500],
      ["rate_limit_exceeded", 429],
    ]).get(response.error.code) ?? 400
  );
}

/** The wait that a provider asks for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
export function retryAfter(headers: Record<string, string> | undefined, now: Date): number | undefined {
  if (!headers) return undefined;
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const exact = positive(named.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const plain = named.get("retry-after");
  const seconds = positive(plain);
  if (seconds !== undefined) return seconds * 1_000;
  const until = plain === undefined ? Number.NaN : Date.parse(plain);
  return Number.isNaN(until) ? undefined : Math.max(0, until - now.getTime());
}

function positive(text: string | undefined): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const number = Number(text);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/**
 * How a request longer than the model's context is reported: by the providers, each in its module, and by the servers
 * and vendors behind OpenRouter and `local`. None may match a rate limit, which also counts tokens.
 */
const wordings = [
  ...Object.values(providers).flatMap(({ overflow }) => overflow ?? []),
  /exceed_context_size_error|exceeds? the available context size/i, // llama.cpp
  /exceeds? (?:the |this model's |the model's )?(?:maximum |max )?context (?:window|length|limit|size)/i, // OpenAI, Anthropic, Ollama
  /maximum (?:context|prompt|model) length/i, // DeepSeek, vLLM, OpenRouter, Mistral, xAI
  /(?:greater|longer) than the (?:model's )?context length/i, // LM Studio, Together
  /input token count.{0,40}exceeds the maximum/i, // Gemini, through OpenRouter
  /reduce the length of the (?:messages|prompt|input)/i, // Groq
];

/** Statuses that mean something else, regardless of the message. */
const other = new Set([401, 402, 403, 404, 408, 429]);

function isOverflowRefusal(error: unknown, status: number): boolean {
  if (other.has(status)) return false;
  if (status === 413) return true;
  const said = [error instanceof Error ? error.message : "", bodyOf(error)].join("\n");
  return wordings.some((wording) => wording.test(said));
}

/** Packages pass on the vendor's message, but often drop its code and the upstream provider's message. */
function bodyOf(error: unknown): string {
  if (!APICallError.isInstance(error)) return "";
  const body: unknown = error.responseBody;
  // A failed response repeats the prompt; its error does not.
  return typeof body === "string"
    ? body
    : JSON.stringify((body as { error?: unknown } | undefined)?.error ?? "");
}
