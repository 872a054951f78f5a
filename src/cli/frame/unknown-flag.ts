/** A flag that the command does not have. The frame knows which other commands have it. */
import { HarnessError, typingErrors } from "../../kernel/errors/index.ts";

type UnknownFlag = {
  command: string;
  written: string;
  /** Flags of this command that may be meant, without dashes. */
  close: readonly string[];
  known: readonly string[];
};

export class UnknownFlagError extends HarnessError {
  readonly flag: string;
  /** It differs from a flag of the command by a few letters. */
  readonly isTypo: boolean;
  readonly #facts: UnknownFlag;

  constructor(facts: UnknownFlag, others: readonly string[] = []) {
    const { command, written, known } = facts;
    super({
      code: "unknown-option",
      option: written.replace(/^-+/, ""),
      message: `Unknown flag ${written}. ${hint(facts, others)}`.trimEnd(),
      remedy: `rehearse ${command} --help lists the flags.`,
    });
    this.flag = written.replace(/^-+/, "");
    this.isTypo = typingErrors(this.flag, known).length > 0;
    this.#facts = facts;
  }

  /** The same error with the commands that have the flag. */
  of(others: readonly string[]): UnknownFlagError {
    return new UnknownFlagError(this.#facts, others);
  }
}

function hint({ command, written, close }: UnknownFlag, others: readonly string[]): string {
  const flags = close.map((name) => `--${name}`);
  const elsewhere = `${written} is a flag of ${listed(others)}.`;
  if (others.length === 0) return flags.length === 0 ? "" : `Did you mean ${flags.join(" or ")}?`;
  return flags.length === 0 ? elsewhere : `${command} has ${listed(flags)}; ${elsewhere}`;
}

/** `a, b and c`. */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
