/** The input of a declaration as it is typed on a terminal. */
import { shellWord } from "../config/started-by.ts";
import { kebab } from "../kernel/errors/index.ts";

type Given = Readonly<Record<string, unknown>>;

export function exampleCommand(
  { name, arguments: named = [] }: { name: string; arguments?: readonly string[] },
  input: Given,
  command = "rehearse",
): string {
  const words = named.flatMap((each) => [input[each] ?? []].flat().map((value) => shellWord(String(value))));
  const flags = Object.entries(input)
    .filter(([option, value]) => !named.includes(option) && value !== undefined)
    .map(([option, value]) => flagOf(option, value));
  return [command, name, ...words, ...flags].join(" ");
}

/** Undefined: a text that is in no file cannot be typed. */
export function inputCommand(
  declaration: { name: string; arguments?: readonly string[] },
  input: Given,
  command: string,
): string | undefined {
  const typed = Object.entries(input).map(([option, value]) => [option, asWords(value)] as const);
  const isTyped = typed.every(([, value]) => [value].flat().every((word) => typeof word !== "object"));
  return isTyped ? exampleCommand(declaration, Object.fromEntries(typed), command) : undefined;
}

/** What an arm changes: `prompt=NAME`. Its guide and the guide's form have the same word. */
function asWords(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const changes = Object.entries(value);
  if (!changes.every(([, change]) => typeof change === "string")) return value;
  if ("text" in value) return value;
  return changes.map(([key, change]) => `${key === "storyGuide" ? "guide" : key}=${String(change)}`);
}

function flagOf(option: string, value: unknown): string {
  if (value === true) return `--${kebab(option)}`;
  if (value === false) return `--no-${kebab(option)}`;
  const word = shellWord([value].flat().join(","));
  // Otherwise it would be read as a flag.
  return word.startsWith("-") ? `--${kebab(option)}=${word}` : `--${kebab(option)} ${word}`;
}
