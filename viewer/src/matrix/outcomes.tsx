import type { VariantSummary } from "../../../src/contract/index.ts";

/** The order is that of how good an end it is. */
const order = ["completed", "stopped", "timeout", "budget", "interrupted", "unfinished", "failed", "crashed"];
const place = (outcome: string): number => (order.indexOf(outcome) + order.length + 1) % (order.length + 1);

/** How many sessions ended how: a bar for each, and the numbers beside it. */
export function Outcomes({ title, of }: { title: string; of: Readonly<Record<string, VariantSummary>> }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      {Object.entries(of).map(([name, { outcomes, sessions, broken }]) => {
        const ends = Object.entries(outcomes).sort(([a], [b]) => place(a) - place(b));
        return (
          <div key={name} className="outcome-row">
            <span className="strip-name">{name}</span>
            <span className="outcome-bar" aria-hidden="true">
              {ends.map(([outcome, count]) => (
                <span key={outcome} className={`end ${outcome}`} style={{ flexGrow: count }} />
              ))}
            </span>
            <span className="small muted">
              {ends.map(([outcome, count]) => `${count} ${outcome}`).join(", ") || `${sessions} planned`}
              {broken > 0 && `; ${broken} broken by their players`}
            </span>
          </div>
        );
      })}
    </section>
  );
}
