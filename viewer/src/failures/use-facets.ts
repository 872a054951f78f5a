import { useMemo } from "react";
import { useSearchParams } from "wouter";

export const facetNames = ["severity", "type", "detector", "story", "prompt", "narrator"] as const;
export type FacetName = (typeof facetNames)[number];
export type Chosen = Partial<Record<FacetName, string>>;

/** What is chosen is in the address: a link to a list of failures shows the same list. */
export function useFacets(): {
  chosen: Chosen;
  choose: (name: FacetName, value: string) => void;
  clear: () => void;
} {
  const [params, setParams] = useSearchParams();
  const chosen = useMemo(
    () =>
      Object.fromEntries(
        facetNames.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
      ) as Chosen,
    [params],
  );
  const choose = (name: FacetName, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "" || after.get(name) === value) after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return { chosen, choose, clear: () => setParams({}, { replace: true }) };
}
