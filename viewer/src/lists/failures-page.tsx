import { useDeferredValue } from "react";
import type { IssuePage } from "../../../src/contract/index.ts";
import { usePages } from "../api/index.ts";
import {
  Command,
  count,
  Empty,
  Filters,
  kindTitle,
  List,
  PageHead,
  useAddress,
  useTitle,
} from "../ui/index.ts";
import { IssueRow } from "./issue-row.tsx";
import { OwnOrAll } from "./own-or-all.tsx";
import "./lists.css";

const facets = ["severity", "story", "prompt", "narrator", "detector"] as const;
const narrowing = ["q", "kind", ...facets] as const;
const names = [...narrowing, "view"] as const;
const labels = {
  severity: "Severity",
  story: "Story",
  prompt: "Prompt",
  narrator: "Narrator",
  detector: "Found by",
} as const;

/** The findings of all sessions, costliest first. */
export function FailuresPage() {
  useTitle("Failures");
  const { values, set } = useAddress(names);
  const { view, ...asked } = useDeferredValue(values);
  const all = view === "all";
  const isNarrowed = narrowing.some((name) => values[name] !== undefined);
  // Not refreshed by live events: every turn would fetch many pages again.
  const pages = usePages<IssuePage>(["issues", asked, all], {
    path: "/api/issues",
    query: { ...asked, own: all ? undefined : "true", limit: 200 },
  });
  const [first] = pages.data?.pages ?? [];
  const kinds = first?.facets.kind ?? [];
  return (
    <div className="page">
      <PageHead title="Failures" counted={first && count(first.total, "finding")}>
        <OwnOrAll all={all} set={(view) => set({ view })} />
      </PageHead>
      <Filters
        search="descriptions and quotes"
        values={values}
        set={set}
        filters={facets.map((name) => ({ name, label: labels[name], options: first?.facets[name] ?? [] }))}
      />
      {kinds.length > 0 && (
        <div className="chips" role="group" aria-label="Kind of finding">
          {kinds.map(({ value, count }) => (
            <button
              key={value}
              type="button"
              aria-pressed={values.kind === value}
              onClick={() => set({ kind: values.kind === value ? "" : value })}
            >
              {kindTitle(value)} <span className="number muted">{count.toLocaleString("en")}</span>
            </button>
          ))}
        </div>
      )}
      <List
        what="findings"
        pages={pages}
        rows={pages.data?.pages.flatMap(({ issues }) => issues) ?? []}
        keyOf={({ session, index }) => `${session}/${index}`}
        height={150}
        clear={isNarrowed ? () => set(Object.fromEntries(narrowing.map((name) => [name, ""]))) : undefined}
        none={<NoneYet all={all} />}
      >
        {(issue) => <IssueRow issue={issue} />}
      </List>
    </div>
  );
}

const NoneYet = ({ all }: { all: boolean }) => (
  <Empty title="No findings yet">
    {!all && <p>“All” above includes those of experiments.</p>}
    <p>
      This page lists the findings of sessions, costliest first. To see an example, play a narrator with a
      known fault (needs no key):
    </p>
    <Command>rehearse play --story innsmouth --prompt baseline --narrator house/forgetful</Command>
  </Empty>
);
