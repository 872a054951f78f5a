import type { SessionPage } from "../../../src/contract/index.ts";
import { outcomeWords, useAddress } from "../ui/index.ts";

/** There is no order by score: sessions' scores may have different components. */
const sorts = {
  newest: "newest",
  oldest: "oldest",
  dearest: "most expensive",
} as const;
const facetLabels = { story: "Story", prompt: "Prompt", narrator: "Narrator", outcome: "Outcome" } as const;
type FacetName = keyof typeof facetLabels;

type SessionFiltersProps = {
  filters: Filters;
  set: (name: FilterName, value: string) => void;
  /** The options and how many sessions each would show. Absent while loading. */
  facets: SessionPage["facets"] | undefined;
};

/** Filters and order of the list. Options come from the sessions themselves, so custom prompts are included. */
export function SessionFilters({ filters, set, facets }: SessionFiltersProps) {
  const facet = (name: FacetName) => {
    const known = facets?.[name] ?? [];
    const chosen = filters[name];
    const options =
      chosen === undefined || known.some(({ value }) => value === chosen)
        ? known
        : [...known, { value: chosen, count: 0 }];
    return (
      <label key={name} className="field">
        {facetLabels[name]}
        <select value={chosen ?? ""} onChange={(event) => set(name, event.target.value)}>
          <option value="">all</option>
          {options.map(({ value, count }) => (
            <option key={value} value={value}>
              {name === "outcome" ? outcomeWords(value) : value} ({count.toLocaleString("en")})
            </option>
          ))}
        </select>
      </label>
    );
  };
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label className="field grow">
        Search
        <input
          data-search
          type="search"
          placeholder="story, prompt, narrator, id"
          value={filters.q ?? ""}
          onChange={(event) => set("q", event.target.value)}
        />
      </label>
      {(Object.keys(facetLabels) as FacetName[]).map(facet)}
      <label className="field">
        Order
        <select
          value={filters.sort ?? "newest"}
          onChange={(event) => set("sort", event.target.value === "newest" ? "" : event.target.value)}
        >
          {Object.entries(sorts).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}

const filterNames = ["q", "story", "prompt", "narrator", "outcome", "matrix", "sort"] as const;
type FilterName = (typeof filterNames)[number];
type Filters = Partial<Record<FilterName, string>>;

export function useFilters() {
  const { values: filters, set, clear } = useAddress(filterNames);
  return { filters, set: (name: FilterName, value: string) => set({ [name]: value }), clear };
}
