import { useMemo } from "react";
import { useSearchParams } from "wouter";

export const filterNames = ["q", "story", "prompt", "narrator", "outcome", "matrix", "sort"] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;

/** The address is where filters are kept: a link to a list shows the same list. */
export function useFilters(): {
  filters: Filters;
  set: (name: FilterName, value: string) => void;
  clear: () => void;
} {
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    () =>
      Object.fromEntries(
        filterNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as Filters,
    [params],
  );
  const set = (name: FilterName, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const clear = () =>
    setParams((before) => [...before].filter(([name]) => !filterNames.some((filter) => filter === name)), {
      replace: true,
    });
  return { filters, set, clear };
}
