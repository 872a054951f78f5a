/** The addresses of tests and lists. Each names the system under test, because results belong to one system. */
import { withQuery } from "../api/index.ts";
import { useAddress } from "../ui/index.ts";

export const listHref = (target: string | undefined, more: Record<string, string> = {}): string =>
  withQuery("/retrieval", { target, ...more });

export const testHref = (id: string, target: string | undefined): string =>
  withQuery(`/retrieval/tests/${encodeURIComponent(id)}`, { target });

/** The form of a new check, filled in. */
export const checkHref = (input: { target: string; test?: string }): string =>
  withQuery("/start", { kind: "check", ...input });

const names = ["mechanism", "group", "state", "q", "target"] as const;

export function useTestFilters() {
  const { values: filters, set } = useAddress(names);
  const clear = () => set({ mechanism: "", group: "", state: "", q: "" });
  return { filters, set, clear };
}
