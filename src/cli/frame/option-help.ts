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
  if (spec.kind === "boolean") return spec.default === true ? `--no-${flag}` : `--${flag}`;
  return spec.bare === undefined ? `--${flag} ${valueName(spec)}` : `--${flag}[=${valueName(spec)}]`;
}

export function flagText({
  description,
  choices,
  min,
  max,
  bare,
  kind,
  required,
  ...spec
}: OptionSpec): string {
  const notes = [
    ...(choices && !choices.every((choice) => description.includes(choice))
      ? [`one of ${choices.join(", ")}`]
      : []),
    ...(min === undefined || spec.duration ? [] : [`at least ${min}`]),
    ...(max === undefined ? [] : [`at most ${max}`]),
    ...(bare === undefined ? [] : [`without a value: ${bare}`]),
    ...(spec.default === undefined || kind === "boolean" ? [] : [`default ${String(spec.default)}`]),
    ...(kind === "list" ? [spec.whole ? "repeatable" : "comma separated or repeated"] : []),
    ...(required ? ["required"] : []),
  ];
  const text = spellOptions(description, "flag");
  return notes.length === 0 ? text : `${text} (${notes.join("; ")})`;
}

export function valueName({ kind, value, choices, duration }: OptionSpec): string {
  if (value !== undefined) return value;
  if (duration) return "DURATION";
  if (choices) return "NAME";
  return { boolean: "", number: "N", integer: "N", text: "TEXT", list: "A,B" }[kind];
}
