import type { ArmComparisonView } from "../../../src/contract/index.ts";
import { count, metricName, percent, VerdictBadge } from "../ui/index.ts";
import { MetricTable } from "../verdict/index.ts";

/** The statistics of `rehearse compare`, and what they allow to conclude. */
export function Verdicts({
  comparison,
  unpaired,
  decideBy,
}: {
  comparison: ArmComparisonView;
  /** Why the sessions form no pairs. */ unpaired: string | undefined;
  decideBy: (metric: string) => void;
}) {
  const {
    a,
    b,
    paired,
    alone,
    speaksFor,
    primary,
    others,
    completed,
    crashed,
    note,
    withheld,
    parts,
    settings = [],
  } = comparison;
  const single = alone.a + alone.b;
  if (paired === 0)
    return (
      <section>
        <h2>
          {b} against {a}
        </h2>
        <p>
          {unpaired ??
            `No pairs: a pair needs the same dice and the same starting point${single > 0 ? ` (${count(single, "session")} unpaired)` : ""}.`}
        </p>
        {note && <p className="house-note">{note}</p>}
      </section>
    );
  return (
    <section>
      <h2>
        {b} against {a}, by
        <select
          aria-label="Primary metric"
          value={primary.metric}
          onChange={(event) => decideBy(event.target.value)}
        >
          {[primary, ...others]
            .map(({ metric }) => metric)
            .sort((one, other) => one.localeCompare(other))
            .map((metric) => (
              <option key={metric} value={metric}>
                {metricName(metric)}
              </option>
            ))}
        </select>
        {primary.verdict && <VerdictBadge verdict={primary.verdict} />}
      </h2>
      {note && <p className="house-note">{note}</p>}
      {withheld && <p className="house-note">No verdict ({withheld.join("; ")}).</p>}
      {settings.length > 0 && (
        <p className="house-note">Also different: {settings.join(", ")}. That may be the cause.</p>
      )}
      {parts && <p className="muted small">{parts}</p>}
      <p className="muted small">
        {count(paired, "pair")}, {speaksFor}
        {single > 0 && `; ${count(single, "unpaired session")} left out`}
        {crashed.a + crashed.b > 0 &&
          `; ${count(crashed.a + crashed.b, "pair")} lost because a session failed`}
        .
        {completed.passedA !== null &&
          completed.passedB !== null &&
          ` Completed: ${percent(completed.passedA)} of ${a}, ${percent(completed.passedB)} of ${b} (${completed.verdict}).`}
      </p>
      <MetricTable comparison={comparison} label={`${b} against ${a}`} />
    </section>
  );
}
