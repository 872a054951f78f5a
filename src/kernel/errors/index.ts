/**
 * The one error people see: what happened, with the value that caused it, and what to do about it.
 * `exit` is the process exit code that this kind of failure earns (see docs/guide/cost-and-resume.md).
 */
export type ExitCode = 1 | 2 | 3 | 4 | 130;

export type HarnessErrorFacts = {
  /** Stable, kebab-case: scripts and tests rely on it, never on the message. */
  code: string;
  message: string;
  remedy: string;
  /** 2 the caller can fix it · 3 a provider or the machine failed · 4 budget spent · 130 interrupted */
  exit?: ExitCode;
  cause?: unknown;
};

export class HarnessError extends Error {
  readonly code: string;
  readonly remedy: string;
  readonly exit: ExitCode;

  constructor({ code, message, remedy, exit = 2, cause }: HarnessErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.remedy = remedy;
    this.exit = exit;
  }
}

/** The known names closest to what was typed: at most three, none that is merely a different word. */
export function didYouMean(asked: string, known: readonly string[]): string[] {
  const wanted = asked.toLowerCase();
  const tolerance = Math.max(1, Math.floor(wanted.length / 3));
  return known
    .map((name) => ({ name, distance: distance(wanted, name.toLowerCase()) }))
    .filter(
      ({ name, distance }) =>
        distance <= tolerance || (wanted.length >= 3 && name.toLowerCase().startsWith(wanted)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `Did you mean opus-4.5?`, or nothing where no name is close. */
export function suggestion(asked: string, known: readonly string[]): string {
  const close = didYouMean(asked, known);
  return close.length === 0 ? "" : `Did you mean ${close.join(" or ")}?`;
}

/** Edits (insert, delete, replace, swap of neighbours) from one word to the other. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, rows[i - 1]![j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      }
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
