/** The addresses of tests and lists. Each names the system under test, because results belong to one system. */
import { withQuery } from "../api/index.ts";
import { useAddress } from "../ui/index.ts";

export const listHref = (target: string | undefined, more: Record<string, string> = {}): string =>
  withQuery("/retrieval", { target, ...more });

export const testHref = (id: string, target: string | undefined): string =>
  withQuery(`/retrieval/tests/${encodeURIComponent(id)}`, { target });

const names = ["mechanism", "group", "state", "mark", "q", "target"] as const;

export function useTestFilters() {
  const { values: filters, set } = useAddress(names);
  const clear = () => set({ mechanism: "", group: "", state: "", mark: "", q: "" });
  return { filters, set, clear };
}
