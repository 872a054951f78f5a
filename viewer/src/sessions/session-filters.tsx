import type { SessionPage } from "../../../src/contract/index.ts";
import { NARROW, outcomeWords, SearchField, Select, useAddress, useMedia } from "../ui/index.ts";

const facetLabels = { story: "Story", prompt: "Prompt", narrator: "Narrator", outcome: "Outcome" } as const;
type FacetName = keyof typeof facetLabels;
const names = Object.keys(facetLabels) as FacetName[];

type SessionFiltersProps = {
  filters: Filters;
  set: (changes: Changes) => void;
  /** The options and how many sessions each would show. Absent while loading. */
  facets: SessionPage["facets"] | undefined;
};

/** Options come from the sessions themselves, so custom prompts are included. */
export function SessionFilters({ filters, set, facets }: SessionFiltersProps) {
  const narrow = useMedia(NARROW);
  const chosen = names.flatMap((name) => filters[name] ?? []);
  const facet = (name: FacetName) => {
    const known = facets?.[name] ?? [];
    const chosen = filters[name];
    const options =
      chosen === undefined || known.some(({ value }) => value === chosen)
        ? known
        : [...known, { value: chosen, count: 0 }];
    return (
      <Select
        key={name}
        label={facetLabels[name]}
        value={chosen ?? ""}
        onChange={(value) => set({ [name]: value })}
        none="all"
        options={options.map(({ value, count }) => ({
          value,
          text: `${name === "outcome" ? outcomeWords(value) : value} (${count.toLocaleString("en")})`,
        }))}
      />
    );
  };
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <SearchField placeholder="story, prompt, narrator, id" value={filters.q} onChange={(q) => set({ q })} />
      {narrow ? (
        <details className="fold filter-fold">
          <summary>
            Filter and order
            {chosen.length > 0 && `: ${chosen.join(", ")}`}
          </summary>
          <div>
            {names.map(facet)}
            <Order filters={filters} set={set} />
          </div>
        </details>
      ) : (
        names.map(facet)
      )}
    </form>
  );
}

/** On a narrow screen, which has no head of columns. */
const orders = {
  "": "newest",
  "played asc": "oldest",
  issues: "most findings",
  score: "highest score",
  "score asc": "lowest score",
  cost: "most expensive",
  turns: "most turns",
  title: "title",
} as const;

function Order({ filters: { sort = "", order }, set }: Pick<SessionFiltersProps, "filters" | "set">) {
  const chosen = [sort, order].filter(Boolean).join(" ");
  return (
    <Select
      label="Order"
      value={chosen}
      onChange={(value) => {
        const [sort = "", order = ""] = value.split(" ");
        set({ sort, order });
      }}
      options={[
        ...Object.entries(orders).map(([value, text]) => ({ value, text })),
        ...(chosen in orders ? [] : [chosen]),
      ]}
    />
  );
}

/** One switch: sessions under their origins, or all in one list. */
export const ViewSwitch = ({ all, set }: { all: boolean; set: (changes: Changes) => void }) => (
  <div className="view-switch" role="group" aria-label="Which sessions">
    <button type="button" aria-pressed={!all} onClick={() => set({ view: "" })}>
      My sessions
    </button>
    <button type="button" aria-pressed={all} onClick={() => set({ view: "all" })}>
      All sessions
    </button>
  </div>
);

const filterNames = [
  "q",
  "story",
  "prompt",
  "narrator",
  "outcome",
  "matrix",
  "sort",
  "order",
  "view",
] as const;
type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;
type Changes = { [name in FilterName]?: string };

const narrowing: readonly FilterName[] = ["q", "story", "prompt", "narrator", "outcome", "matrix"];
export const isNarrowed = (filters: Filters): boolean =>
  narrowing.some((name) => filters[name] !== undefined);

export function useFilters() {
  const { values: filters, set } = useAddress(filterNames);
  return { filters, set, clear: () => set(Object.fromEntries(narrowing.map((name) => [name, ""]))) };
}
