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

/** `h1`: nothing else is on the page. */
type Titled = { as?: "h1" | "h2" };

export function Empty({
  title,
  as: Title = "h2",
  children,
}: Titled & { title: string; children?: ReactNode }) {
  return (
    <section className="state empty">
      <Title>{title}</Title>
      <div>{children}</div>
    </section>
  );
}

export function Problem({
  error,
  as: Title = "h2",
  onRetry,
}: Titled & { error: unknown; onRetry?: () => void }) {
  const typed = useAsTyped();
  const remedy =
    error instanceof ApiProblem ? error.remedy : "Reload the page. If it happens again, please report it.";
  return (
    <section className="state problem" role="alert">
      <Title>{error instanceof Error ? error.message : String(error)}</Title>
      <p>{typed(remedy)}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </section>
  );
}
