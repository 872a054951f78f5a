import type { AlwaysResult, PatternResult, StateResult, TestResult } from "../../../src/contract/index.ts";
import { Icon } from "../ui/index.ts";
import { Entities } from "./entities.tsx";
import { SemanticStages } from "./semantic-stages.tsx";

/** What came in, what came out, and what was expected, for each of the four mechanisms. */
export function Stages({ result }: { result: TestResult }) {
  switch (result.mechanism) {
    case "semantic":
      return <SemanticStages result={result} />;
    case "state":
      return <StateStages result={result} />;
    case "pattern":
      return <PatternStages result={result} />;
    case "always":
      return <AlwaysStages result={result} />;
  }
}

const StateStages = ({
  result: {
    user_state,
    triggered_handlers,
    expected_handlers,
    not_expected_handlers,
    wrong_handlers,
    extra_handlers,
  },
}: {
  result: StateResult;
}) => (
  <div className="stages">
    <section className="panel">
      <h2>1 · The user's state</h2>
      <dl className="pairs">
        {Object.entries(user_state).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
    <section className="panel">
      <h2>2 · Handlers that came up</h2>
      <Entities
        ids={triggered_handlers}
        mark={(id) =>
          wrong_handlers.includes(id)
            ? "bad"
            : expected_handlers.includes(id)
              ? "good"
              : extra_handlers.includes(id)
                ? "extra"
                : "none"
        }
        none="None came up."
      />
    </section>
    <section className="panel">
      <h2>3 · Expected</h2>
      <Entities
        ids={expected_handlers}
        mark={(id) => (triggered_handlers.includes(id) ? "good" : "lost")}
        none="Nothing."
      />
      {not_expected_handlers.length > 0 && <h3>Must not come up</h3>}
      <Entities
        ids={not_expected_handlers}
        mark={(id) => (triggered_handlers.includes(id) ? "bad" : "none")}
      />
    </section>
  </div>
);

const PatternStages = ({
  result: {
    pattern_type,
    is_critical,
    matched_entities,
    details,
    expected_matches,
    expected_secondary,
    not_expected_matches,
  },
}: {
  result: PatternResult;
}) => (
  <div className="stages">
    <section className="panel">
      <h2>1 · Rules that matched</h2>
      {details.length === 0 && <p className="muted">No rule matched.</p>}
      <ul className="matches">
        {details.map(({ entity_id, by, text }) => (
          <li key={`${entity_id} ${by} ${text ?? ""}`}>
            <code>{by}</code> {text !== undefined && <q>{text}</q>} <Icon name="right" /> <b>{entity_id}</b>
          </li>
        ))}
      </ul>
    </section>
    <section className="panel">
      <h2>2 · What came up</h2>
      <Entities
        ids={matched_entities}
        mark={(id) =>
          not_expected_matches.includes(id)
            ? "bad"
            : [...expected_matches, ...expected_secondary].includes(id)
              ? "good"
              : "extra"
        }
        none="Nothing."
      />
    </section>
    <section className="panel">
      <h2>3 · Expected</h2>
      <Entities
        ids={expected_matches}
        mark={(id) => (matched_entities.includes(id) ? "good" : "lost")}
        none="Nothing may come up."
      />
      <Entities ids={expected_secondary} mark={(id) => (matched_entities.includes(id) ? "good" : "lost")} />
      {not_expected_matches.length > 0 && <h3>Must not come up</h3>}
      <Entities ids={not_expected_matches} mark={(id) => (matched_entities.includes(id) ? "bad" : "none")} />
      <p className="muted small">
        {pattern_type}
        {is_critical && ": safety, a failure of it is critical"}
      </p>
    </section>
  </div>
);

const AlwaysStages = ({
  result: { user_type, loaded_entities, expected_always },
}: {
  result: AlwaysResult;
}) => (
  <div className="stages">
    <section className="panel">
      <h2>1 · Loaded for {user_type}</h2>
      <Entities
        ids={loaded_entities}
        mark={(id) => (expected_always.includes(id) ? "good" : "none")}
        none="Nothing was loaded."
      />
    </section>
    <section className="panel">
      <h2>2 · Expected</h2>
      <Entities
        ids={expected_always}
        mark={(id) => (loaded_entities.includes(id) ? "good" : "lost")}
        none="Nothing."
      />
    </section>
  </div>
);
