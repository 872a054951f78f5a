import type { MatrixView } from "../../../src/contract/index.ts";
import { FindingQuotes } from "../verdict/index.ts";
import { findingsByVariant } from "./findings-by-variant.ts";

/** Why the numbers are as they are: findings with a quote each, what changed against the baseline, what would decide. */
export function Explained({ matrix }: { matrix: MatrixView }) {
  const { explained } = matrix;
  const variants = findingsByVariant(matrix);
  if (variants.length + explained.changes.length + explained.decides.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="explained-title">
      <h2 id="explained-title">What explains it</h2>
      {variants.length > 0 && (
        <div className="explained-variants">
          {variants.map(({ name, findings }) => (
            <section key={name} aria-label={`Findings of ${name}`}>
              <h3>{name}</h3>
              <FindingQuotes findings={findings} none="No findings." />
            </section>
          ))}
        </div>
      )}
      <Lines title="Changes from the baseline" lines={explained.changes} />
      <Lines title="What would decide" lines={explained.decides} />
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="explained-lines">
      <summary>
        {title} ({lines.length})
      </summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
