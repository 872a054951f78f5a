export type Query = Record<string, string | number | readonly string[] | undefined | null>;

/** The address with what is set of the query; of a list, each by itself. */
export function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).flatMap(([key, value]) =>
    value == null || value === ""
      ? []
      : typeof value === "object"
        ? value.map((one) => [key, one])
        : [[key, String(value)]],
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}
