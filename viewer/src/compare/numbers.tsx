import { useState } from "react";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { Select, metricName, metricValue, turnSpan, DataTable } from "../ui/index.ts";
import { letter } from "./compare-link.ts";

/** Every metric of each session, over the turns that all share or over those each played itself. */
export function Numbers({ view }: { view: ComparisonView }) {
  const offered = measures(view);
  const [wanted, setWanted] = useState<Measure["name"]>();
  const [all, setAll] = useState(false);
  const measure = offered.find(({ name }) => name === wanted) ?? offered[0];
  if (!measure) return null;
  const { numbers, covers } = measure;
  const known = metricsIn(numbers);
  const differs = (name: string) => new Set(numbers.map((each) => each[name])).size > 1;
  const names = all ? known : known.filter(differs);
  const warning = beforeComparing(measure, view);
  const alike = known.length - known.filter(differs).length;
  return (
    <section className="numbers">
      <div className="lens-bar">
        <h2>Numbers</h2>
        {offered.length > 1 ? (
          <Select
            label="over"
            className="field inline"
            value={measure.name}
            onChange={(name) => setWanted(name as Measure["name"])}
            options={offered.map(({ name, label }) => ({ value: name, text: label }))}
          />
        ) : (
          <span className="muted small">over {measure.label}</span>
        )}
      </div>
      {warning !== null && <p className="small">{warning}</p>}
      {names.length === 0 && <p className="muted small">All numbers are equal.</p>}
      {names.length > 0 && (
        <DataTable
          label="Numbers"
          columns={[
            { text: "Metric" },
            ...view.sessions.map(({ id }, at) => ({
              number: (
                <>
                  {letter(at)}
                  <span className="muted block small">{covers[at]}</span>
                </>
              ),
              title: id,
            })),
          ]}
        >
          {names.map((name) => (
            <tr key={name} className={differs(name) ? "differs" : undefined}>
              <th scope="row">{metricName(name)}</th>
              {numbers.map((each, at) => (
                <td key={at} className="number">
                  {metricValue(name, each[name])}
                </td>
              ))}
            </tr>
          ))}
        </DataTable>
      )}
      {alike > 0 && (
        <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Show only differences" : `Show the ${alike} equal ones`}
        </button>
      )}
    </section>
  );
}

/** Metrics with a value. A part of the score that is also a metric of its own is listed once. */
function metricsIn(numbers: ReadonlyArray<Record<string, number | null>>): string[] {
  const names = new Set(numbers.flatMap((each) => Object.keys(each)));
  return [...names].filter(
    (name) =>
      numbers.some((each) => each[name] != null) &&
      !(name.startsWith("overall/") && names.has(name.slice("overall/".length))),
  );
}

type Numbers = Record<string, number | null>;
type Measure = {
  name: "own" | "shared";
  label: string;
  numbers: Numbers[];
  /** The turns covered, per session. */ covers: string[];
};

/** The ranges of turns to measure over, fairest first: the same turns for all. A range equal to an earlier one is left out. */
export function measures({ sessions, shared: { range } }: ComparisonView): Measure[] {
  const shared: Measure[] =
    range && sessions.every(({ shared }) => shared)
      ? [
          {
            name: "shared",
            label: `${turnSpan(range.from, range.to)} (common to all)`,
            numbers: sessions.map(({ shared }) => shared ?? {}),
            covers: sessions.map(() => turnSpan(range.from, range.to)),
          },
        ]
      : [];
  const own: Measure = {
    name: "own",
    label: "each session's own turns",
    numbers: sessions.map(({ own }) => own?.numbers ?? {}),
    covers: sessions.map(({ own }) => (own ? turnSpan(own.from, own.to) : "no turns of its own")),
  };
  const same = (one: Measure, other: Measure) => one.covers.join() === other.covers.join();
  const offered = [...shared, own];
  return offered.filter((one, at) => !offered.slice(0, at).some((before) => same(before, one)));
}

/** A warning to read before comparing columns. */
export function beforeComparing(
  { covers }: Measure,
  { firstDifference, shared }: Pick<ComparisonView, "firstDifference" | "shared">,
): string | null {
  if (new Set(covers).size > 1)
    return "The columns cover different turns, so they are not directly comparable.";
  if (firstDifference !== null || shared.range === null) return null;
  return "These turns are identical, word for word.";
}
