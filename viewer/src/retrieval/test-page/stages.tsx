import type { Stage, TestView } from "../../../../src/contract/index.ts";
import { Icon } from "../../ui/index.ts";
import { Entities } from "./entities.tsx";
import { SemanticStages } from "./semantic-stages.tsx";

/** Input, output and expectation. The server describes the stages of every mechanism; only the semantic one has its own drawing. */
export function Stages({ last: { result, stages } }: { last: NonNullable<TestView["last"]> }) {
  if (result.mechanism === "semantic") return <SemanticStages result={result} />;
  return (
    <div className="stages">
      {stages.map((stage, index) => (
        <StagePanel key={stage.title} number={index + 1} stage={stage} />
      ))}
    </div>
  );
}

function StagePanel({
  number,
  stage: { title, facts, matches, none, lists = [], note },
}: {
  number: number;
  stage: Stage;
}) {
  return (
    <section className="panel">
      <h2>
        {number} · {title}
      </h2>
      {facts && (
        <dl className="pairs">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {matches?.length === 0 && <p className="muted">{none}</p>}
      {matches && (
        <ul className="matches">
          {matches.map(({ entity_id, by, text }) => (
            <li key={`${entity_id} ${by} ${text ?? ""}`}>
              <code>{by}</code> {text !== undefined && <q>{text}</q>} <Icon name="right" /> <b>{entity_id}</b>
            </li>
          ))}
        </ul>
      )}
      {lists.map(({ heading, entities, none: empty }, index) => {
        const marks = new Map(entities.map(({ id, mark }) => [id, mark]));
        return (
          <div key={index}>
            {heading !== undefined && entities.length > 0 && <h3>{heading}</h3>}
            <Entities ids={[...marks.keys()]} mark={(id) => marks.get(id) ?? "none"} none={empty} />
          </div>
        );
      })}
      {note !== undefined && <p className="muted small">{note}</p>}
    </section>
  );
}
