import type { HeatMap as Heat } from "../../../src/contract/index.ts";
import { count, metricChange, metricRange, metricValue, titled } from "../ui/index.ts";
import { differenceOf, isBetter, reachOf, type Against } from "./against.ts";
import type { Cell } from "./matrix-queries.ts";
import { scaleOf, withoutValue } from "./metric-scale.ts";

const words = {
  higher: "higher is better",
  lower: "lower is better",
  neither: "neither direction is better",
};
const unique = (values: readonly string[]): string[] => [...new Set(values)];

/**
 * A coloured table with the number in every cell: values in one hue from pale to full, differences in two hues that
 * colour-blind readers can tell apart, with their sign.
 */
export function HeatMap({
  heat,
  against,
  chosen,
  onChoose,
}: {
  heat: Heat;
  against: Against;
  chosen: Cell | null;
  onChoose: (cell: Cell) => void;
}) {
  const { cells, metric, better } = heat;
  const scale = scaleOf(heat);
  const reach = reachOf(heat, against);
  const differs = against.kind !== "values";
  const shadeOf = (cell: Heat["cells"][number]): Shade => {
    const difference = differenceOf(cell, against, heat);
    if (!differs) return { tone: "value", share: cell.mean === null ? 0 : scale.share(cell.mean) };
    if (difference === "reference") return { tone: "reference", share: 0 };
    if (difference === null) return { tone: "none", share: 0 };
    const good = isBetter(difference, better);
    return {
      tone: good === null ? "none" : good ? "better" : "worse",
      share: Math.min(1, Math.abs(difference) / reach),
      difference,
    };
  };
  const stories = unique(cells.map(({ story }) => story));
  const prompts = unique(cells.map(({ prompt }) => prompt));
  const at = new Map(cells.map((cell) => [[cell.story, cell.prompt, cell.narrator].join("\n"), cell]));
  return (
    <div className={`heat ${differs ? "differences" : (better ?? "neither")}`}>
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
                            shade={shadeOf(cell)}
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
      {differs ? (
        <p className="heat-legend muted small">
          <span className="number">{metricChange(metric, better === "lower" ? reach : -reach)} worse</span>
          <span className="ramp" aria-hidden="true" />
          <span className="number">{metricChange(metric, better === "lower" ? -reach : reach)} better</span>
          <span>
            {titled(metric)}: difference of the means, {words[better ?? "neither"]}. It is not a verdict: the
            standings below test it. Choose a cell to see its sessions.
          </span>
        </p>
      ) : (
        <p className="heat-legend muted small">
          <span className="number">{metricValue(metric, scale.low)}</span>
          <span className="ramp" aria-hidden="true" />
          <span className="number">{metricValue(metric, scale.high)}</span>
          <span>
            {titled(metric)}: mean of each cell with its 95 % confidence interval, or the number of sessions;{" "}
            {words[better ?? "neither"]}. Choose a cell to see its sessions.
          </span>
        </p>
      )}
    </div>
  );
}

type Shade = {
  tone: "value" | "better" | "worse" | "reference" | "none";
  /** Of the full colour, 0 to 1. */ share: number;
  difference?: number;
};

function HeatCell({
  cell,
  metric,
  shade: { tone, share, difference },
  pressed,
  onChoose,
}: {
  cell: Heat["cells"][number];
  metric: string;
  shade: Shade;
  pressed: boolean;
  onChoose: (cell: Cell) => void;
}) {
  const { story, prompt, narrator, n, mean, interval, failed } = cell;
  const told = metricValue(metric, mean);
  return (
    <button
      type="button"
      className={`heat-cell ${tone} ${mean === null ? "unknown" : share > 0.745 ? "full" : share > 0.54 ? "middle" : ""}`}
      style={{ "--share": `${Math.round(share * 100)}%` } as React.CSSProperties}
      aria-pressed={pressed}
      onClick={() => onChoose({ story, prompt, narrator })}
    >
      <span className="visually-hidden">
        {story}, {prompt}, {narrator}:
      </span>
      {mean === null ? (
        <span>{withoutValue(metric)}</span>
      ) : difference === undefined ? (
        <b>{told}</b>
      ) : (
        <b>{metricChange(metric, difference)}</b>
      )}
      {difference !== undefined && (
        <span>{tone === "better" || tone === "worse" ? `${tone}: ${told}` : told}</span>
      )}
      {difference === undefined && tone === "reference" && mean !== null && <span>reference</span>}
      {tone === "value" && interval && <span>{metricRange(metric, interval)}</span>}
      {tone === "value" && mean !== null && (
        <span className={interval ? "visually-hidden" : ""}>{count(n, "session")}</span>
      )}
      {failed > 0 && <span className="heat-failed">{failed} failed</span>}
    </button>
  );
}
