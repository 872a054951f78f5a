import { APICallError } from "@ai-sdk/provider";

/** The HTTP status of a failure; `inside` where the vendor answered 200 and told the failure in the body. */
export type ToldStatus = { status?: number; inside: boolean };

/** Vendors that tell failures inside a 200 would else be tried again for ever, or not at all: their packages make a status up. */
export function toldStatus(error: unknown): ToldStatus {
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

/** OpenAI's package says 400 of every response that failed, and keeps the response itself where others keep its text. */
function ofFailedResponse(response: { error?: { code?: unknown } | null }): number {
  if (!response.error) return 200;
  return (
    new Map<unknown, number>([
      ["server_error", 500],
      ["rate_limit_exceeded", 429],
    ]).get(response.error.code) ?? 400
  );
}
