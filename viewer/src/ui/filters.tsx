import type { ReactNode } from "react";
import { NARROW, useMedia } from "./page-hooks.ts";
import { Select } from "./select.tsx";

export type Filter<Name extends string> = {
  name: Name;
  label: string;
  options: ReadonlyArray<{ value: string; text?: string; count?: number }>;
};

type Values<Name extends string> = Partial<Record<Name | "q", string>>;

/** A search box and one choice per filter. On a narrow screen the choices are folded. */
export function Filters<Name extends string>({
  search,
  values,
  set,
  filters,
  children,
}: {
  /** What is searched. Absent: there is no box. */ search?: string;
  values: Values<Name>;
  set: (changes: Values<Name>) => void;
  filters: ReadonlyArray<Filter<Name>>;
  /** Further choices. */ children?: ReactNode;
}) {
  const narrow = useMedia(NARROW);
  const change = (name: Name | "q", value: string) => set({ [name]: value } as Values<Name>);
  const chosen = filters.flatMap(({ name }) => values[name] ?? []);
  const choices = (
    <>
      {filters.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          value={values[name] ?? ""}
          onChange={(value) => change(name, value)}
          none="all"
          options={withChosen(options, values[name]).map(({ value, text = value, count }) => ({
            value,
            text: count === undefined ? text : `${text} (${count.toLocaleString("en")})`,
          }))}
        />
      ))}
      {children}
    </>
  );
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {search !== undefined && (
        <label className="field grow">
          Search
          <input
            data-search
            type="search"
            placeholder={search}
            value={values.q ?? ""}
            onChange={(event) => change("q", event.target.value)}
          />
        </label>
      )}
      {narrow ? (
        <details className="fold">
          <summary>Filter{chosen.length > 0 && `: ${chosen.join(", ")}`}</summary>
          <div>{choices}</div>
        </details>
      ) : (
        choices
      )}
    </form>
  );
}

/** A choice that fits nothing any more can still be seen and taken back. */
const withChosen = (options: Filter<string>["options"], chosen: string | undefined) =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, count: 0 }];
