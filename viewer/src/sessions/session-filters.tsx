import { useQuery } from "@tanstack/react-query";
import type { SessionOutcome } from "../../../src/contract/session-result.ts";
import { choicesQuery } from "../replay/index.ts";
import type { FilterName, Filters } from "./use-filters.ts";

const outcomes: readonly SessionOutcome[] = ["completed", "timeout", "failed", "budget", "interrupted", "stopped", "unfinished"];
const sorts = ["newest", "oldest", "best", "worst", "dearest"] as const;
const sortWords: Record<string, string> = { best: "best score", worst: "worst score", dearest: "most expensive" };

/** What the list shows, and in which order. */
export function SessionFilters({ filters, set }: { filters: Filters; set: (name: FilterName, value: string) => void }) {
  const { data: choices } = useQuery(choicesQuery);
  const pick = (name: FilterName, label: string, options: readonly string[], all = "all") => (
    <label className="field">
      {label}
      <select value={filters[name] ?? ""} onChange={(event) => set(name, event.target.value)}>
        {all !== "" && <option value="">{all}</option>}
        {[...new Set([...options, ...(filters[name] ? [filters[name]] : [])])].map((option) => (
          <option key={option} value={option}>
            {name === "sort" ? (sortWords[option] ?? option) : option}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label className="field grow">
        Search
        <input data-search type="search" placeholder="story, prompt, narrator, id" value={filters.q ?? ""} onChange={(event) => set("q", event.target.value)} />
      </label>
      {pick("story", "Story", choices?.stories ?? [])}
      {pick("prompt", "Prompt", choices?.prompts ?? [])}
      {pick("narrator", "Narrator", choices?.narrators.map(({ name }) => name) ?? [])}
      {pick("outcome", "Outcome", outcomes)}
      {pick("sort", "Order", sorts.slice(1), sorts[0])}
    </form>
  );
}
