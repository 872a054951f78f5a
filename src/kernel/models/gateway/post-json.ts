import { APICallError } from "@ai-sdk/provider";

/** Asks somebody's own system over HTTP. A status is thrown as the vendors' packages throw theirs, so that retries and bookings treat it alike. */
export async function postJson(url: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const text = await response.text();
  const facts = {
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: text.slice(0, 2_000),
  };
  if (!response.ok) throw new APICallError({ message: text.slice(0, 300) || response.statusText, ...facts });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new APICallError({ message: `the response is not JSON: ${text.slice(0, 200)}`, ...facts });
  }
}
