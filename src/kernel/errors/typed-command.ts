/** A call of an operation as each surface writes it: typed on a terminal, in code, or as an assistant's tool call. */

/** What is called, with the names of the library: `ab`, `{ checkpoint: ["…"], b: { prompt: "mine" } }`. */
export type Call = { operation: string; input: Readonly<Record<string, unknown>> };

/** Options that the terminal takes as arguments, wherever an operation has them. */
const ARGUMENTS = ["dir", "path", "file"];

export function typedCommand(
  { operation, input }: Call,
  launcher = "rehearse",
  named: readonly string[] = ARGUMENTS,
): string {
  const words = named.flatMap((each) => [input[each] ?? []].flat().map((value) => shellWord(String(value))));
  const flags = Object.entries(input)
    .filter(([option, value]) => !named.includes(option) && value !== undefined)
    .map(([option, value]) => flagOf(option, value));
  return [launcher, operation, ...words, ...flags].join(" ");
}

/** `ab {"checkpoint":["…"],"budget":1}`: what an assistant sends. */
export const toolCall = ({ operation, input }: Call): string => `${operation} ${JSON.stringify(input)}`;

/** `ab({"checkpoint":["…"]})`: what a program writes. */
export const codeCall = ({ operation, input }: Call): string =>
  `${operation}(${Object.keys(input).length === 0 ? "" : JSON.stringify(input)})`;

/** A list is joined, and an object is what an arm changes. */
export const typedValue = (value: unknown): string => shellWord([asWords(value)].flat().join(","));

/** What an arm changes: `prompt=NAME`. Its guide and the guide's form have the same word. */
function asWords(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "text" in value) return value;
  const changes = Object.entries(value).filter(([, change]) => change !== undefined);
  if (!changes.every(([, change]) => typeof change === "string")) return value;
  return changes.map(([key, change]) => `${key === "storyGuide" ? "guide" : key}=${String(change)}`);
}

function flagOf(option: string, value: unknown): string {
  if (value === true) return `--${kebab(option)}`;
  if (value === false) return `--no-${kebab(option)}`;
  const word = typedValue(value);
  // Otherwise it would be read as a flag.
  return word.startsWith("-") ? `--${kebab(option)}=${word}` : `--${kebab(option)} ${word}`;
}

/** A word for a shell, quoted if needed: somebody else may have chosen it, and messages are copied. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** `maxTurns` in code is `--max-turns` on the command line. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
