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
