import type { ComparisonView } from "../../../src/contract/playtest-api.ts";
import { decimal } from "../ui/index.ts";
import { letter } from "./letter.ts";

/** Every metric of each, over the turns that all have; of the whole beside it. */
export function Numbers({ view: { sessions, shared } }: { view: ComparisonView }) {
  const names = Object.keys(sessions[0]?.whole ?? {});
  const range = shared.range;
  const measured = (at: number) => sessions[at]?.shared ?? sessions[at]?.whole ?? {};
  const rows = names.filter((name) => sessions.some((_, at) => measured(at)[name] != null));
  return (
    <section className="numbers">
      <h2>Numbers {range && <span className="muted small">over turns {range.from} to {range.to}, which all have</span>}</h2>
      <div className="scroll-x">
        <table className="data">
          <thead>
            <tr>
              <th scope="col">metric</th>
              {sessions.map(({ id }, at) => (
                <th key={id} scope="col" className="number">
                  {letter(at)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((name) => (
              <tr key={name} className={new Set(sessions.map((_, at) => measured(at)[name])).size > 1 ? "differs" : undefined}>
                <th scope="row">{name}</th>
                {sessions.map(({ id }, at) => (
                  <td key={id} className="number">
                    {decimal(measured(at)[name], 2)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
