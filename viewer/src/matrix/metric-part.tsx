import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { HeatMap as Heat, MatrixView } from "../../../src/contract/index.ts";
import { experimentsQuery } from "../experiments/experiment-queries.ts";
import { exported } from "../exported/index.ts";
import { choicesQuery } from "../replay/index.ts";
import { Command, isJudged, Loading, Problem, Select, titled, useAddress } from "../ui/index.ts";
import { againstIn, againstOptions, baselineIn } from "./against.ts";
import { CellSessions } from "./cell-sessions.tsx";
import { HeatMap } from "./heat-map.tsx";
import { heatQuery, type Cell } from "./matrix-queries.ts";
import { StripPlot } from "./strip-plot.tsx";

const names = ["metric", "against", "story", "prompt", "narrator"] as const;

/** One metric over the cells and session by session. The address keeps the metric and the cell. */
export function MetricPart({ id, matrix }: { id: string; matrix: MatrixView }) {
  const { values, set: change } = useAddress(names);
  const { data: choices } = useQuery(choicesQuery);
  const metric = values.metric ?? matrix.config.primaryMetric;
  const heat = useQuery(heatQuery(id, metric, baselineIn(values.against)));
  const others = useOtherMatrices(id);
  const cell = cellIn(values);
  const toggle = (to: Cell) =>
    change(cell && same(cell, to) ? { story: null, prompt: null, narrator: null } : { ...to });
  return (
    <section className="panel" aria-labelledby="metric-title">
      <header className="panel-head">
        <h2 id="metric-title">Stories × prompts × narrators</h2>
        <Select
          label="Metric"
          className="field inline"
          value={metric}
          onChange={(metric) => change({ metric })}
          options={[...new Set([metric, ...(choices?.metrics ?? [])])].map((name) => ({
            value: name,
            text: titled(name),
          }))}
        />
        {heat.data && (
          <Select
            label="Colour by"
            className="field inline"
            value={chosenOf(values.against, heat.data, others)}
            onChange={(against) => change({ against })}
            options={againstOptions(heat.data, others)}
          />
        )}
      </header>
      {heat.isPending && <Loading what="the heat map" />}
      {heat.isError && <Problem error={heat.error} onRetry={() => void heat.refetch()} />}
      {heat.data && (
        <>
          <HeatMap
            heat={heat.data}
            against={againstIn(values.against, heat.data)}
            chosen={cell}
            onChoose={toggle}
          />
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

/** Matrices to compare with; an exported file has no others. */
function useOtherMatrices(id: string): string[] {
  const { data } = useInfiniteQuery({ ...experimentsQuery("matrix"), enabled: !exported });
  return (
    data?.pages
      .flatMap(({ experiments }) => experiments.map((each) => each.id))
      .filter((each) => each !== id) ?? []
  );
}

function chosenOf(text: string | undefined, heat: Heat, others: readonly string[]): string {
  const against = againstIn(text, heat);
  if (against.kind === "prompt") return `prompt:${against.prompt}`;
  return against.kind === "baseline" && heat.baseline !== undefined && others.includes(heat.baseline)
    ? `matrix:${heat.baseline}`
    : against.kind;
}

const same = (a: Cell, b: Cell): boolean =>
  a.story === b.story && a.prompt === b.prompt && a.narrator === b.narrator;

const cellIn = ({ story, prompt, narrator }: Partial<Cell>): Cell | null =>
  story && prompt && narrator ? { story, prompt, narrator } : null;
