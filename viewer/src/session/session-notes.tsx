import type { Damage } from "../../../src/contract/index.ts";
import { count, DamageList } from "../ui/index.ts";

/** Lists damaged or missing files. The rest of the session is shown. */
export function DamageNote({ damage }: { damage: readonly Damage[] }) {
  if (damage.length === 0) return null;
  return (
    <details className="damage-note" role="status" open={damage.length < 3}>
      <summary>
        <b>
          {count(damage.length, "file")} of this session {damage.length === 1 ? "is" : "are"} damaged or
          missing.
        </b>{" "}
        The rest is shown; numbers may be incomplete.
      </summary>
      <DamageList damage={damage} />
    </details>
  );
}

/** Says that a player's view is not complete. */
export function EyesNote({ name, back }: { name: string; back: () => void }) {
  return (
    <p className="eyes-note" role="status">
      This is what {name} knows. Other players' private moments, wishes and private answers are hidden, and so
      are issues, scores, lost wishes, cost and branches.
      <button type="button" className="quiet" onClick={back}>
        Show everything
      </button>
    </p>
  );
}

/** Skip past the strip of turns to the content. Visible only when focused. */
export function SkipLinks() {
  return (
    <nav className="skip-links" aria-label="Within the session">
      <a className="skip-link" href="#transcript">
        Skip to transcript
      </a>
      <a className="skip-link" href="#lens">
        Skip to views
      </a>
    </nav>
  );
}
