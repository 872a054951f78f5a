import type { HeatMap as Heat } from "../../../src/contract/index.ts";
import { count, metricRange, metricValue, titled } from "../ui/index.ts";
import type { Cell } from "./matrix-queries.ts";
import { scaleOf, withoutValue, type Scale } from "./metric-scale.ts";

const words = {
  higher: "higher is better",
  lower: "lower is better",
  neither: "neither direction is better",
};
const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** A coloured table: one hue from pale to full, with the number in every cell. */
export function HeatMap({
  heat,
  chosen,
  onChoose,
}: {
  heat: Heat;
  chosen: Cell | null;
  onChoose: (cell: Cell) => void;
}) {
  const { cells, metric, better } = heat;
  const scale = scaleOf(heat);
  const stories = unique(cells.map(({ story }) => story));
  const prompts = unique(cells.map(({ prompt }) => prompt));
  const at = new Map(cells.map((cell) => [[cell.story, cell.prompt, cell.narrator].join("\n"), cell]));
  return (
    <div className={`heat ${better ?? "neither"}`}>
      <div className="heat-scroll" role="region" aria-label={`Heat map of ${metric}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Narrator and prompt</span>
              </th>
              {stories.map((story) => (
                <th key={story} scope="col">
                  {story}
                </th>
              ))}
            </tr>
          </thead>
          {unique(cells.map(({ narrator }) => narrator)).map((narrator) => (
            <tbody key={narrator}>
              <tr className="heat-group">
                <th scope="rowgroup" colSpan={stories.length + 1}>
                  <span>{narrator}</span>
                </th>
              </tr>
              {prompts.map((prompt) => (
                <tr key={prompt}>
                  <th scope="row">{prompt}</th>
                  {stories.map((story) => {
                    const cell = at.get([story, prompt, narrator].join("\n"));
                    return (
                      <td key={story}>
                        {cell && (
                          <HeatCell
                            cell={cell}
                            metric={metric}
                            scale={scale}
                            pressed={
                              chosen?.story === story &&
                              chosen.prompt === prompt &&
                              chosen.narrator === narrator
                            }
                            onChoose={onChoose}
                          />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="heat-legend muted small">
        <span className="number">{metricValue(metric, scale.low)}</span>
        <span className="ramp" aria-hidden="true" />
        <span className="number">{metricValue(metric, scale.high)}</span>
        <span>
          {titled(metric)}: mean of each cell with its 95 % confidence interval, or the number of sessions;{" "}
          {words[better ?? "neither"]}. Choose a cell to see its sessions.
        </span>
      </p>
    </div>
  );
}

function HeatCell({
  cell,
  metric,
  scale,
  pressed,
  onChoose,
}: {
  cell: Heat["cells"][number];
  metric: string;
  scale: Scale;
  pressed: boolean;
  onChoose: (cell: Cell) => void;
}) {
  const { story, prompt, narrator, n, mean, interval } = cell;
  const share = mean === null ? 0 : scale.share(mean);
  return (
    <button
      type="button"
      className={`heat-cell ${mean === null ? "unknown" : share > 0.745 ? "full" : share > 0.54 ? "middle" : ""}`}
      style={{ "--share": `${Math.round(share * 100)}%` } as React.CSSProperties}
      aria-pressed={pressed}
      onClick={() => onChoose({ story, prompt, narrator })}
    >
      <span className="visually-hidden">
        {story}, {prompt}, {narrator}:
      </span>
      {mean === null ? <span>{withoutValue(metric)}</span> : <b>{metricValue(metric, mean)}</b>}
      {interval && <span>{metricRange(metric, interval)}</span>}
      {mean !== null && <span className={interval ? "visually-hidden" : ""}>{count(n, "session")}</span>}
    </button>
  );
}
