import { useQuery } from "@tanstack/react-query";
import type { MatrixView } from "../../../src/contract/index.ts";
import { choicesQuery } from "../replay/index.ts";
import { Command, isJudged, Loading, Problem, titled, useAddress } from "../ui/index.ts";
import { CellSessions } from "./cell-sessions.tsx";
import { HeatMap } from "./heat-map.tsx";
import { heatQuery, type Cell } from "./matrix-queries.ts";
import { StripPlot } from "./strip-plot.tsx";

const names = ["metric", "story", "prompt", "narrator"] as const;

/** One metric over the cells and session by session. The address keeps the metric and the cell. */
export function MetricPart({ id, matrix }: { id: string; matrix: MatrixView }) {
  const { values, set: change } = useAddress(names);
  const { data: choices } = useQuery(choicesQuery);
  const metric = values.metric ?? matrix.config.primaryMetric;
  const heat = useQuery(heatQuery(id, metric));
  const cell = cellIn(values);
  const toggle = (to: Cell) =>
    change(cell && same(cell, to) ? { story: null, prompt: null, narrator: null } : { ...to });
  return (
    <section className="panel" aria-labelledby="metric-title">
      <header className="panel-head">
        <h2 id="metric-title">Stories × prompts × narrators</h2>
        <label className="field inline">
          Metric
          <select value={metric} onChange={(event) => change({ metric: event.target.value })}>
            {[...new Set([metric, ...(choices?.metrics ?? [])])].map((name) => (
              <option key={name} value={name}>
                {titled(name)}
              </option>
            ))}
          </select>
        </label>
      </header>
      {heat.isPending && <Loading what="the heat map" />}
      {heat.isError && <Problem error={heat.error} onRetry={() => void heat.refetch()} />}
      {heat.data && (
        <>
          <HeatMap heat={heat.data} chosen={cell} onChoose={toggle} />
          {cell && <CellSessions id={id} cell={cell} metric={metric} onClose={() => toggle(cell)} />}
          {heat.data.cells.some(({ values }) => values.length > 0) ? (
            <StripPlot heat={heat.data} />
          ) : (
            <NoValues metric={metric} id={id} />
          )}
        </>
      )}
    </section>
  );
}

/** Why there is nothing to draw, and what would change that. */
const NoValues = ({ metric, id }: { metric: string; id: string }) =>
  isJudged(metric) ? (
    <div>
      <p className="muted">These sessions have not been judged. To judge them:</p>
      <Command>{`rehearse judge matrices/${id}/sessions/*`}</Command>
    </div>
  ) : (
    <p className="muted">No finished session has a value for this metric.</p>
  );

const same = (a: Cell, b: Cell): boolean =>
  a.story === b.story && a.prompt === b.prompt && a.narrator === b.narrator;

const cellIn = ({ story, prompt, narrator }: Partial<Cell>): Cell | null =>
  story && prompt && narrator ? { story, prompt, narrator } : null;
