import { useDeferredValue } from "react";
import { Link } from "wouter";
import type { ExperimentPage } from "../../../src/contract/index.ts";
import { usePages } from "../api/index.ts";
import { Command, count, Empty, Filters, List, PageHead, useAddress, useTitle } from "../ui/index.ts";
import { ExperimentRow } from "./experiment-row.tsx";
import "./lists.css";

const names = ["q", "kind"] as const;
const kinds = [
  { value: "matrix", text: "matrices" },
  { value: "ab", text: "A/B tests" },
  { value: "bisect", text: "bisections" },
];

/** Experiments (many sessions that answer one question), each with its answer. */
export function ExperimentsPage() {
  useTitle("Experiments");
  const { values, set } = useAddress(names);
  const asked = useDeferredValue(values);
  const pages = usePages<ExperimentPage>(["experiments", asked], {
    path: "/api/experiments",
    query: { ...asked, limit: 50 },
  });
  return (
    <div className="page">
      <PageHead
        title="Experiments"
        counted={pages.data && count(pages.data.pages[0]?.total ?? 0, "experiment")}
      />
      <Filters
        search="title, id, verdict"
        values={values}
        set={set}
        filters={[{ name: "kind", label: "Kind", options: kinds }]}
      />
      <List
        what="experiments"
        pages={pages}
        rows={pages.data?.pages.flatMap(({ experiments }) => experiments) ?? []}
        keyOf={({ kind, id }) => `${kind} ${id}`}
        height={66}
        clear={names.some((name) => values[name]) ? () => set({ q: "", kind: "" }) : undefined}
        none={<NoneYet />}
      >
        {(experiment) => <ExperimentRow experiment={experiment} />}
      </List>
    </div>
  );
}

const NoneYet = () => (
  <Empty title="No experiments yet">
    <p>
      A matrix plays every story with every prompt and narrator. An A/B test replays turns of a session in
      pairs, with and without a change. A bisection finds the turn after which a session no longer recovers.
    </p>
    <p>
      <Link className="button primary" href="/start?kind=matrix">
        New run
      </Link>
    </p>
    <p>Or in a terminal, without a key:</p>
    <Command>rehearse matrix --preset smoke --narrator house</Command>
  </Empty>
);
