import type { SessionCard } from "../../../src/contract/index.ts";

/** Names the file from which on the session cannot be read. The turns before it are shown. */
export function UnreadableNote({ turns, unreadable }: SessionCard) {
  if (unreadable === undefined) return null;
  return (
    <p className="unreadable-note" role="status">
      <b>This session cannot be read after turn {turns}.</b> {unreadable}
    </p>
  );
}

/** Says that a player's view is not complete. */
export function EyesNote({ name, back }: { name: string; back: () => void }) {
  return (
    <p className="eyes-note" role="status">
      This is what {name} knows. Other players' private moments, wishes and private answers are hidden, and so
      are findings, scores, cost and branches.
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
