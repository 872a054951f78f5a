/** An example of a declaration as it is typed. */
import { shellWord } from "../../config/started-by.ts";
import { kebab } from "../../kernel/errors/index.ts";

export function exampleCommand(
  { name, arguments: named = [] }: { name: string; arguments?: readonly string[] },
  input: Readonly<Record<string, unknown>>,
): string {
  const words = named.flatMap((each) => [input[each] ?? []].flat().map((value) => shellWord(String(value))));
  const flags = Object.entries(input)
    .filter(([option]) => !named.includes(option))
    .map(([option, value]) => flagOf(option, value));
  return ["rehearse", name, ...words, ...flags].join(" ");
}

function flagOf(option: string, value: unknown): string {
  if (value === true) return `--${kebab(option)}`;
  if (value === false) return `--no-${kebab(option)}`;
  return `--${kebab(option)} ${shellWord([value].flat().join(","))}`;
}
