import { Link } from "wouter";
import type { ExperimentCard, ExperimentKind } from "../../../src/contract/index.ts";
import { Badge, count, money, when } from "../ui/index.ts";
import { outcomeLooks } from "../verdict/index.ts";

const places: Record<ExperimentKind, { path: string; name: string }> = {
  matrix: { path: "/matrices", name: "Matrix" },
  ab: { path: "/ab", name: "A/B test" },
  bisect: { path: "/bisects", name: "Bisection" },
};

/** One row: what was tried, and the result. */
export function ExperimentEntry({
  experiment: { kind, id, at, title, verdict, progress, failed, cost, unpriced, live, unreadable },
}: {
  experiment: ExperimentCard;
}) {
  const { path, name } = places[kind];
  const { done, planned, unit } = progress;
  return (
    <Link href={`${path}/${encodeURIComponent(id)}`} className="row-link experiment-entry">
      <span className="experiment-kind">{name}</span>
      <span className="what">
        <span className="title">{title === "" ? id : title}</span>
        <span className="experiment-says">
          <Badge tone={unreadable ? "bad" : outcomeLooks[verdict.outcome].tone}>
            {unreadable ? "unreadable" : verdict.outcome}
          </Badge>{" "}
          {unreadable ?? verdict.headline}
        </span>
      </span>
      <span className="experiment-numbers small">
        <span className="marks">
          {live && <Badge tone="live">live</Badge>}
          {failed > 0 && <Badge tone="bad">{failed} failed or crashed</Badge>}
        </span>
        <span className="number">
          {done < planned ? `${done} of ${count(planned, unit)}` : count(done, unit)}
        </span>
        <span className="number">
          {unpriced > 0 && "≥ "}
          {money(cost)}
        </span>
        <span className="number muted">{when(at)}</span>
        <span className="experiment-id muted">{title === "" ? "" : id}</span>
      </span>
    </Link>
  );
}
