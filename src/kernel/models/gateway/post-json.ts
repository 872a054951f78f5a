import { APICallError } from "@ai-sdk/provider";

/** Asks somebody's own system over HTTP. A status is thrown as the vendors' packages throw theirs, so that retries and bookings treat it alike. */
export async function postJson(url: string, body: unknown, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
    // Where it would lead is an address that nobody named.
    redirect: "manual",
  });
  const text = await response.text();
  const facts = {
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: text.slice(0, 2_000),
  };
  const leadsTo = response.status >= 300 && response.status < 400 && response.headers.get("location");
  if (leadsTo)
    throw new APICallError({
      message: `it redirects to ${leadsTo}; name that address if you trust it`,
      ...facts,
    });
  if (!response.ok) throw new APICallError({ message: text.slice(0, 300) || response.statusText, ...facts });
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new APICallError({ message: `the response is not JSON: ${text.slice(0, 200)}`, ...facts });
  }
}
