/** Turns the text behind a flag into its value, or says what was wrong with that text. */
import { HarnessError, suggestion } from "../../kernel/errors/index.ts";
import type { ChoiceFlag, ListFlag, NumberFlag, StringFlag } from "./flag-spec.ts";

export type ValueFlag = StringFlag | NumberFlag | ListFlag | ChoiceFlag;

export function readFlagValue(
  spec: ValueFlag,
  given: { flag: string; text: string; helpHint: string },
): unknown {
  switch (spec.type) {
    case "string":
      return isPath(spec) ? readPath(given) : given.text;
    case "number":
    case "integer":
      return readNumber(spec, given);
    case "choice":
      return readChoice(spec.choices, given);
    case "list":
      return (spec.whole ? [given.text] : given.text.split(","))
        .map((item) => item.trim())
        .filter((item) => item !== "")
        .map((text) => {
          if (spec.choices) return readChoice(spec.choices, { ...given, text });
          return isPath(spec) ? readPath({ ...given, text }) : text;
        });
  }
}

type Given = { flag: string; text: string; helpHint: string };

const isPath = ({ value }: { value?: string }) => value === "DIR" || value === "FILE";

/** What no file system takes as the name of one file or folder, or as a whole path. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4_095;

/** Refused here, before anything is paid for: some commands write only at their end. */
function readPath({ flag, text }: Given): string {
  const name = text.split(/[/\\]/).find((part) => Buffer.byteLength(part) > LONGEST_NAME);
  if (name !== undefined)
    throw badValue(
      `${flag}: the name "${name.slice(0, 40)}…" is ${Buffer.byteLength(name)} bytes long; file systems take at most ${LONGEST_NAME}.`,
      "Choose a shorter name.",
    );
  if (Buffer.byteLength(text) > LONGEST_PATH)
    throw badValue(
      `${flag}: the path "${text.slice(0, 40)}…" is ${Buffer.byteLength(text)} bytes long; at most ${LONGEST_PATH} work.`,
      "Choose a shorter path.",
    );
  return text;
}

// Stricter than Number(), which takes "", " 3 " and "0x10".
const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function looksNumeric(text: string): boolean {
  return decimal.test(text);
}

function readNumber({ type, min, max }: NumberFlag, { flag, text, helpHint }: Given): number {
  const value = looksNumeric(text) ? Number(text) : Number.NaN;
  const wanted = type === "integer" ? "a whole number" : "a number";
  const fits = type === "integer" ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!fits) throw badValue(`${flag} needs ${wanted}, not "${text}".`, helpHint);
  if (min !== undefined && value < min)
    throw badValue(`${flag} must be at least ${min}, not ${text}.`, helpHint);
  if (max !== undefined && value > max)
    throw badValue(`${flag} must be at most ${max}, not ${text}.`, helpHint);
  return value;
}

function readChoice(choices: readonly string[], { flag, text, helpHint }: Given): string {
  if (choices.includes(text)) return text;
  const known = `${flag} cannot be "${text}". Known: ${choices.join(", ")}.`;
  throw badValue(`${known} ${suggestion(text, choices)}`.trimEnd(), helpHint);
}

function badValue(message: string, remedy: string): HarnessError {
  return new HarnessError({ code: "bad-value", message, remedy });
}
