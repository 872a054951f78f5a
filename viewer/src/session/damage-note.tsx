import type { Damage } from "../../../src/contract/index.ts";
import { count, DamageList } from "../ui/index.ts";

/** What of the session's files is spoiled or missing: the rest is shown, and may lack something. */
export function DamageNote({ damage }: { damage: readonly Damage[] }) {
  if (damage.length === 0) return null;
  return (
    <details className="damage-note" role="status" open={damage.length < 3}>
      <summary>
        <b>
          {count(damage.length, "file")} of this session {damage.length === 1 ? "is" : "are"} damaged or
          missing.
        </b>{" "}
        What can be read is shown; numbers may lack something.
      </summary>
      <DamageList damage={damage} />
    </details>
  );
}
