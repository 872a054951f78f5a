/** The addresses of tests and lists. Each names the system under test, because a result is one system's. */
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { withQuery } from "../api/index.ts";
import type { TestFilters } from "./queries.ts";

export const listHref = (target: string | undefined, more: Record<string, string> = {}): string =>
  withQuery("/retrieval", { target, ...more });

export const testHref = (id: string, target: string | undefined): string =>
  withQuery(`/retrieval/tests/${encodeURIComponent(id)}`, { target });

const names = ["mechanism", "group", "state", "mark", "q", "target"] as const;

/** The address is where filters are kept: a link to a list shows the same list. */
export function useTestFilters(): {
  filters: TestFilters;
  set: (values: TestFilters) => void;
  clear: () => void;
} {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    () =>
      Object.fromEntries(
        names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as TestFilters,
    [params],
  );
  const set = (values: TestFilters) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return {
    filters,
    set,
    clear: () => setParams(filters.target === undefined ? {} : { target: filters.target }, { replace: true }),
  };
}
