/**
 * The one error people see: what happened, with the value that caused it, and the remedy. `exit` is the process exit
 * code of this kind of failure (see docs/guide/models.md).
 */
import type { ErrorCode } from "./error-codes.ts";
import { type OptionStyle, type SpecialOptions, spellOptions } from "./option-text.ts";

export { errorCodes, isErrorCode, type ErrorCode } from "./error-codes.ts";
export { guidePage } from "./guide-page.ts";
export {
  callText,
  optionText,
  snake,
  spellOptions,
  type OptionStyle,
  type SpecialOptions,
} from "./option-text.ts";
export { type Call, kebab, shellWord, toolCall, typedCommand } from "./typed-command.ts";

export type ExitCode = 1 | 2 | 3 | 4 | 130;

export type HarnessErrorFacts = {
  /** Stable: scripts and tests rely on this, not on the message. */
  code: ErrorCode;
  /** The option that is wrong, by its name in the declaration: `maxTurns`. */
  option?: string | undefined;
  /** Names of options are written with `optionText`: each surface spells them in its own way. */
  message: string;
  remedy: string;
  /** 2 the caller can fix it · 3 a provider or the machine failed · 4 budget spent · 130 interrupted */
  exit?: ExitCode;
  cause?: unknown;
};

export class HarnessError extends Error {
  readonly code: ErrorCode;
  option?: string | undefined;
  remedy: string;
  readonly exit: ExitCode;
  #text: Pick<HarnessErrorFacts, "message" | "remedy">;
  /** Of the operation that it comes from, also where an outer surface spells it again. */
  #special: SpecialOptions | undefined;

  constructor({ code, option, message, remedy, exit = 2, cause }: HarnessErrorFacts) {
    super(spellOptions(message, "flag"), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = code;
    this.option = option;
    this.remedy = spellOptions(remedy, "flag");
    this.exit = exit;
    this.#text = { message, remedy };
    this.#sayInStack();
  }

  /** With the remedy, for a program that prints the error or its stack alone. */
  override toString(): string {
    return `${this.name}: ${this.message}\n${this.remedy}`;
  }

  /** For Vitest, which prints the message alone, and otherwise every method. */
  toJSON(): FoundProblem & { exit: ExitCode } {
    const { code, option, message, remedy, exit } = this;
    return { code, option, message: `${message}\n${remedy}`, remedy, exit };
  }

  /** The engine writes the stack once, with the first message. */
  #sayInStack(): void {
    const { stack = "" } = this;
    const frames = stack.indexOf("\n    at ");
    this.stack = `${String(this)}${frames === -1 ? "" : stack.slice(frames)}`;
  }

  /** With options as `optionText` writes them, for an error that says more. */
  get unspelled(): Pick<HarnessErrorFacts, "message" | "remedy"> {
    return this.#text;
  }

  /** Says where the value that caused it comes from. */
  from(setting: string): this {
    this.#text = { ...this.#text, remedy: `${this.#text.remedy} The value comes from ${setting}.` };
    return this.spell("flag");
  }

  /** Names options as a surface spells them. Until then they are flags. */
  spell(style: OptionStyle, special = this.#special): this {
    this.#special = special;
    this.message = spellOptions(this.#text.message, style, special);
    this.remedy = spellOptions(this.#text.remedy, style, special);
    this.#sayInStack();
    return this;
  }

  /** Says which option caused it: an operation knows its own names, what it calls may have others. */
  about(option: string): this {
    this.option = option;
    return this;
  }
}

/** Adds to the error of some work the option whose value it is about. */
export function about<Value>(option: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof HarnessError ? error.about(option) : error;
  }
}

/** Adds to the error of some work the setting that caused it. Undefined: the value is not from a setting. */
export function causedBy<Value>(setting: string | undefined, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw error instanceof HarnessError && setting !== undefined ? error.from(setting) : error;
  }
}

export type FoundProblem = Pick<HarnessErrorFacts, "code" | "option" | "message" | "remedy">;

/**
 * The known names closest to what was typed, at most three: typing errors, or else names that share whole words
 * (`turns` and `max-turns`).
 */
export function didYouMean(asked: string, known: readonly string[]): string[] {
  const typos = typingErrors(asked, known);
  if (typos.length > 0) return typos;
  const wanted = wordsOf(asked);
  return known.filter((name) => shareWords(wanted, wordsOf(name))).slice(0, 3);
}

/** The known names that differ from what was typed by a few letters, by their endings, or by how words are joined. */
export function typingErrors(asked: string, known: readonly string[]): string[] {
  const typed = wordsOf(asked).join("");
  const tolerance = Math.max(1, Math.floor(typed.length / 3));
  return known
    .map((name) => ({ name, letters: wordsOf(name).join("") }))
    .map(({ name, letters }) => ({ name, letters, distance: distance(typed, letters) }))
    .filter(
      ({ letters, distance }) => distance <= tolerance || (typed.length >= 3 && letters.startsWith(typed)),
    )
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** `recoveryRate`, `recovery_rates` and `recovery-rate` are the same words. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-")
    .toLowerCase()
    .split(/[-_. ]+/)
    .filter((word) => word !== "")
    .map((word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/(?<!s)s$/, "") : word));

/** All words of one are among those of the other. One short word proves nothing. */
function shareWords(a: readonly string[], b: readonly string[]): boolean {
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.join("").length >= 4 && fewer.every((word) => more.includes(word));
}

/** `Did you mean opus-4.5?`, or an empty string if no name is close. */
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
