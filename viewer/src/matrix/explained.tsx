import type { MatrixView } from "../../../src/contract/index.ts";
import { count } from "../ui/index.ts";

/** Why the numbers are as they are: findings with a quote each, what changed against the baseline, what would decide. */
export function Explained({ matrix: { findings = [], explained } }: { matrix: MatrixView }) {
  if (findings.length + explained.changes.length + explained.decides.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="explained-title">
      <header className="panel-head">
        <h2 id="explained-title">What explains it</h2>
      </header>
      {findings.length > 0 && (
        <>
          <h3>Findings by prompt</h3>
          <ul>
            {findings.map(({ prompt, narrator, type, issues, sessions, of, sessionId, example }) => (
              <li key={`${prompt}/${narrator ?? ""}/${type}`}>
                <b>
                  {prompt}
                  {narrator !== undefined && ` with ${narrator}`}, {type}
                </b>
                : {issues} in {sessions} of {count(of, "session")}. Worst: {sessionId}, turn {example.turn}:{" "}
                {example.description}
                {example.evidence[0] && <q>{example.evidence[0].text}</q>}
              </li>
            ))}
          </ul>
        </>
      )}
      <Lines title="Changed against the baseline" lines={explained.changes} />
      <Lines title="What would decide" lines={explained.decides} />
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
