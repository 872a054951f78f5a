/** The number of the last event that an answer already knows of: `/api/events?after=` goes on from there. */
export function lastEventIn(data: unknown): number | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { lastEvent, pages } = data as { lastEvent?: unknown; pages?: unknown };
  if (typeof lastEvent === "number") return lastEvent;
  return Array.isArray(pages) ? lowest(pages.map(lastEventIn)) : undefined;
}

/** What the oldest of them does not know, nobody may miss. */
export const lowest = (numbers: ReadonlyArray<number | undefined>): number | undefined =>
  numbers.reduce(
    (least, number) => (number === undefined || (least !== undefined && least < number) ? least : number),
    undefined,
  );
