/** Shown where there is nothing yet, with what to do. */
import type { ReactNode } from "react";
import { ApiProblem, useAsTyped } from "../api/index.ts";

export function Loading({ what }: { what: string }) {
  return (
    <p className="state loading" role="status">
      <span className="spinner" aria-hidden="true" /> Loading {what} …
    </p>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="state empty">
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  );
}

export function Problem({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const typed = useAsTyped();
  const remedy =
    error instanceof ApiProblem ? error.remedy : "Reload the page. If it happens again, please report it.";
  return (
    <section className="state problem" role="alert">
      <h2>{error instanceof Error ? error.message : String(error)}</h2>
      <p>{typed(remedy)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </section>
  );
}
