import type { ExperimentCard } from "../../../src/contract/index.ts";
import { experimentPath, experimentPlaces } from "../experiments/index.ts";
import { Badge, count, HouseBadge, money, Row, when } from "../ui/index.ts";
import { outcomeLooks } from "../verdict/index.ts";

/** An experiment: what it compares, and its answer. */
export function ExperimentRow({
  experiment: { kind, id, at, title, verdict, progress, failed, cost, unpriced, live, house, unreadable },
}: {
  experiment: ExperimentCard;
}) {
  const { done, planned, unit } = progress;
  return (
    <Row
      className="experiment-row"
      kind={experimentPlaces[kind].name}
      href={experimentPath(kind, id)}
      title={title === "" ? id : title}
      marks={
        <>
          {live ? (
            <Badge tone="live">live</Badge>
          ) : unreadable !== undefined ? (
            <Badge tone="bad">unreadable</Badge>
          ) : (
            <Badge tone={outcomeLooks[verdict.outcome].tone}>{verdict.outcome}</Badge>
          )}
          {house && <HouseBadge />}
          {failed > 0 && <Badge tone="bad">{failed} failed or crashed</Badge>}
        </>
      }
      sub={unreadable ?? verdict.headline}
      cells={[
        <span className="muted">
          {done < planned && verdict.outcome !== "done"
            ? `${done} of ${count(planned, unit)}`
            : count(done, unit)}
        </span>,
        `${unpriced > 0 ? "≥ " : ""}${money(cost)}`,
        <span className="muted" title={id}>
          {when(at)}
        </span>,
      ]}
    />
  );
}
