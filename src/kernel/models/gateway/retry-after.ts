/** How long a provider asks to wait, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date. */
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
