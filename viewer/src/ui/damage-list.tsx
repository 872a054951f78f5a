import type { Damage } from "../../../src/contract/index.ts";

/** File by file: what became of it, and what a reader can do about it. */
export const DamageList = ({ damage }: { damage: readonly Damage[] }) => (
  <ul>
    {damage.map(({ file, what, remedy }) => (
      <li key={`${file} ${what}`}>
        <code>{file}</code> {what} <span className="muted">{remedy}</span>
      </li>
    ))}
  </ul>
);
