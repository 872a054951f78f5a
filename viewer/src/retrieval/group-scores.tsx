import { useState } from "react";
import type { RetrievalGroup } from "../../../src/contract/index.ts";
import { count, decimal } from "../ui/index.ts";
import { Bar } from "./health.tsx";

const FIRST = 14;

/** Scores of topics, handlers or patterns; each leads to its tests. */
export function GroupScores({
  title,
  groups,
  onChoose,
}: {
  title: string;
  groups: readonly RetrievalGroup[];
  onChoose: (name: string) => void;
}) {
  const [all, setAll] = useState(false);
  if (groups.length === 0) return null;
  const choose = (name: string) => {
    onChoose(name);
    document.querySelector("#tests")?.scrollIntoView();
  };
  return (
    <section className="panel">
      <h2>{title}</h2>
      <ul className="group-scores">
        {groups.slice(0, all ? undefined : FIRST).map(({ name, avg, tests, hard_fails }) => (
          <li key={name}>
            <button type="button" className="quiet" onClick={() => choose(name)}>
              {name}
            </button>
            <Bar share={(avg ?? 0) / 100} />
            <b className="number">{decimal(avg)}</b>
            <span className="muted small number">
              {hard_fails > 0 ? `${hard_fails} of ${tests} hard fails` : count(tests, "test")}
            </span>
          </li>
        ))}
      </ul>
      {groups.length > FIRST && (
        <button type="button" className="quiet start" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? "Show fewer" : `Show all ${groups.length}`}
        </button>
      )}
    </section>
  );
}
