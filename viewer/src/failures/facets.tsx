import type { IssuePage } from "../../../src/contract/index.ts";
import { useAddress, words } from "../ui/index.ts";

const titles: Record<FacetName, string> = {
  severity: "Severity",
  kind: "Kind",
  detector: "Found by",
  story: "Story",
  prompt: "Prompt",
  narrator: "Narrator",
};
/** Further options go into a drop-down. */
const SHOWN = 8;

/** The options and how many issues each would show. Pressing one again deselects it. */
export function Facets({
  facets,
  chosen,
  choose,
}: {
  facets: IssuePage["facets"];
  chosen: Chosen;
  choose: (name: FacetName, value: string) => void;
}) {
  return (
    <div className="facets" role="search" aria-label="Filter failures">
      {facetNames.map((name) => (
        <Facet
          key={name}
          title={titles[name]}
          options={facets[name] ?? []}
          spoken={name === "kind" || name === "severity" ? words : String}
          chosen={chosen[name]}
          choose={(value) => choose(name, value)}
        />
      ))}
    </div>
  );
}

function Facet({
  title,
  options,
  spoken,
  chosen,
  choose,
}: {
  title: string;
  options: ReadonlyArray<{ value: string; count: number }>;
  spoken: (value: string) => string;
  chosen: string | undefined;
  choose: (value: string) => void;
}) {
  const all =
    chosen !== undefined && !options.some(({ value }) => value === chosen)
      ? [{ value: chosen, count: 0 }, ...options]
      : options;
  const [first, rest] = [all.slice(0, SHOWN), all.slice(SHOWN)];
  return (
    <fieldset className="facet">
      <legend>{title}</legend>
      {first.map(({ value, count }) => (
        <button
          key={value}
          type="button"
          className={count === 0 ? "muted" : undefined}
          aria-pressed={value === chosen}
          onClick={() => choose(value)}
        >
          <span>{spoken(value)}</span>
          <span className="number">{count.toLocaleString("en")}</span>
        </button>
      ))}
      {rest.length > 0 && (
        <select
          aria-label={`${title}: others`}
          value={rest.some(({ value }) => value === chosen) ? chosen : ""}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{rest.length} others …</option>
          {rest.map(({ value, count }) => (
            <option key={value} value={value}>
              {spoken(value)} ({count})
            </option>
          ))}
        </select>
      )}
      {all.length === 0 && <span className="muted small">none</span>}
    </fieldset>
  );
}

const facetNames = ["severity", "kind", "detector", "story", "prompt", "narrator"] as const;
type FacetName = (typeof facetNames)[number];
const names = [...facetNames, "q", "view"] as const;
type Chosen = Partial<Record<(typeof names)[number], string>>;

export function useFacets() {
  const { values: chosen, set } = useAddress(names);
  const choose = (name: FacetName, value: string) => set({ [name]: chosen[name] === value ? "" : value });
  const clear = () => set(Object.fromEntries([...facetNames, "q"].map((name) => [name, ""])));
  return { chosen, choose, set, clear };
}
