/** How options look in help and in the reference, from the specifications that parsing uses. */
import { kebab, spellOptions } from "../../kernel/errors/index.ts";
import type { OptionSpec } from "../../operations/option-spec.ts";

/** `<dir> [other...]`, as the usage line and the errors show it. */
export const argumentsLine = (specs: readonly OptionSpec[]): string =>
  specs
    .map(({ name, kind, required }) => {
      const text = `${kebab(name)}${kind === "list" ? "..." : ""}`;
      return required ? `<${text}>` : `[${text}]`;
    })
    .join(" ");

export function flagLabel(spec: OptionSpec): string {
  const flag = kebab(spec.name);
  const value = valueName(spec);
  if (spec.kind === "boolean") return spec.default === true ? `--no-${flag}` : `--${flag}`;
  if (spec.bare !== undefined) return `--${flag}[=${value}]`;
  const isList = spec.kind === "list" && !spec.whole;
  return isList && !value.includes(",") ? `--${flag} ${value},…` : `--${flag} ${value}`;
}

export function flagText(spec: OptionSpec): string {
  const { description, choices = [], bare, kind, required } = spec;
  const notes = [
    choices.some((choice) => !description.includes(choice)) && `one of ${choices.join(", ")}`,
    rangeNote(spec),
    bare !== undefined && `without a value: ${bare}`,
    spec.default !== undefined && kind !== "boolean" && `default ${String(spec.default)}`,
    kind === "list" && spec.whole && "repeatable",
    required && "required",
  ].filter((note) => note);
  const isNegated = kind === "boolean" && spec.default === true;
  const says = isNegated ? `Do not ${description[0]!.toLowerCase()}${description.slice(1)}` : description;
  const text = spellOptions(says, "flag");
  return notes.length === 0 ? text : `${text} (${notes.join("; ")})`;
}

/** Nothing of what the value's name says, as 2..5 does, and nothing of counts from 1. */
function rangeNote({ kind, min, max, value, duration }: OptionSpec): string | undefined {
  if (duration || value?.includes("..") || (min === undefined && max === undefined)) return undefined;
  if (min === undefined) return `at most ${max}`;
  if (max !== undefined) return `${min} to ${max}`;
  return kind === "integer" && min === 1 ? undefined : `at least ${min}`;
}

export function valueName({ kind, value, choices, duration }: OptionSpec): string {
  if (value !== undefined) return value;
  if (duration) return "DURATION";
  if (choices) return "NAME";
  return { boolean: "", number: "N", integer: "N", text: "TEXT", list: "A,B" }[kind];
}
