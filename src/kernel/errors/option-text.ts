/** Options in messages: one text, which every surface prints with its own names. */

/** `flag`: `--max-turns 54`. `property`: `maxTurns: 54`. */
export type OptionStyle = "flag" | "property";

/** Options of an operation that are not spelled like the others. */
export type SpecialOptions = {
  /** Typed without a flag: `<dir>`. */
  arguments?: readonly string[];
  /** Lists in the library: `prompts: ["baseline"]`. */
  lists?: readonly string[];
};

/**
 * Stands for an option in the message or the remedy of an error, with a value if one is given.
 *
 *     `Raise the limit with ${optionText("maxTurns", 54)}.`
 *     // Raise the limit with --max-turns 54.
 *     // Raise the limit with maxTurns: 54.
 */
export const optionText = (name: string, value?: string | number | boolean): string =>
  value === undefined ? `⟦${name}⟧` : `⟦${name}=${value}⟧`;

export const spellOptions = (text: string, style: OptionStyle, special: SpecialOptions = {}): string =>
  text.replaceAll(/⟦([A-Za-z]+)(?:=([^⟧]*))?⟧/g, (_, name: string, value?: string) =>
    style === "flag" ? asFlag(name, value, special) : asProperty(name, value, special),
  );

/** Somebody else may have chosen the value, and messages are copied into a shell. */
const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** `maxTurns` in code is `--max-turns` on the command line. */
export const kebab = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function asFlag(name: string, value: string | undefined, { arguments: named }: SpecialOptions): string {
  if (named?.includes(name)) return value === undefined ? `<${kebab(name)}>` : shellWord(value);
  if (value === undefined || value === "true") return `--${kebab(name)}`;
  if (value === "false") return `--no-${kebab(name)}`;
  // --answers can stand alone, so its value follows an equals sign.
  return `--${kebab(name)}${name === "answers" ? "=" : " "}${shellWord(value)}`;
}

function asProperty(name: string, value: string | undefined, { lists }: SpecialOptions): string {
  if (value === undefined) return name;
  if (lists?.includes(name))
    return `${name}: [${value
      .split(",")
      .map((item) => JSON.stringify(item))
      .join(", ")}]`;
  const isPlain = /^(?:true|false|-?\d+(?:\.\d+)?)$/.test(value);
  return `${name}: ${isPlain ? value : JSON.stringify(value)}`;
}
