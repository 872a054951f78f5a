import { useId, useState } from "react";
import { useLocation } from "wouter";
import type { HeatMap } from "../../../src/contract/index.ts";
import { count, metricValue } from "../ui/index.ts";
import { scaleOf, type Scale } from "./metric-scale.ts";

const parts = ["prompt", "narrator", "story"] as const;
type Part = (typeof parts)[number];
type Value = HeatMap["cells"][number]["values"][number];

/** A dot per session and a line for the mean, to show the spread. */
export function StripPlot({ heat }: { heat: HeatMap }) {
  const [part, setPart] = useState<Part>("prompt");
  const title = useId();
  const scale = scaleOf(heat);
  const told = (value: number) => metricValue(heat.metric, value);
  const groups = [...new Set(heat.cells.map((cell) => cell[part]))].map((name) => ({
    name,
    values: heat.cells.filter((cell) => cell[part] === name).flatMap(({ values }) => values),
  }));
  return (
    <figure className="strips" aria-labelledby={title}>
      <figcaption>
        <h3 id={title}>Every session, by {part}</h3>
        <span className="choice" role="group" aria-label="One row for each">
          {parts.map((one) => (
            <button key={one} type="button" aria-pressed={one === part} onClick={() => setPart(one)}>
              {one}
            </button>
          ))}
        </span>
      </figcaption>
      {groups.map(({ name, values }) => (
        <Strip key={name} name={name} values={values} scale={scale} told={told} />
      ))}
      <div className="strip-axis muted small number" aria-hidden="true">
        <span>{told(scale.low)}</span>
        <span>{told((scale.low + scale.high) / 2)}</span>
        <span>{told(scale.high)}</span>
      </div>
    </figure>
  );
}

/** Spreads dots across the strip by index, so that a dot never moves. */
const across = (index: number): number => 10 + ((index * 0.618_034) % 1) * 80;

function Strip({
  name,
  values,
  scale,
  told,
}: {
  name: string;
  values: readonly Value[];
  scale: Scale;
  told: (value: number) => string;
}) {
  const [, go] = useLocation();
  const mean = values.length === 0 ? null : values.reduce((sum, { value }) => sum + value, 0) / values.length;
  const label =
    mean === null
      ? "no values"
      : `${count(values.length, "session")}, mean ${told(mean)}, from ${told(Math.min(...values.map(({ value }) => value)))} to ${told(Math.max(...values.map(({ value }) => value)))}`;
  return (
    <div className="strip">
      <span className="strip-name">{name}</span>
      <div className="strip-area" role="img" aria-label={`${name}: ${label}`}>
        {values.map(({ session, value }, index) => (
          // A shortcut for the mouse; by keyboard the cells lead to the same sessions.
          <span
            key={session}
            className="dot"
            style={{ left: `${scale.share(value) * 100}%`, top: `${across(index)}%` }}
            title={`${session}: ${told(value)}`}
            onClick={() => go(`/sessions/${encodeURIComponent(session)}`)}
          />
        ))}
        {mean !== null && <span className="mean" style={{ left: `${scale.share(mean) * 100}%` }} />}
      </div>
      <span className="strip-mean number">{mean === null ? "–" : told(mean)}</span>
    </div>
  );
}
