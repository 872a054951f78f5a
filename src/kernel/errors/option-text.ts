/** Options and calls in messages: one text, which every surface prints with its own names. */
import { type Call, codeCall, kebab, shellWord, typedCommand, typedValue } from "./typed-command.ts";

/**
 * `flag`: `--max-turns 54`. `property`: `maxTurns: 54`. Of a tool and of HTTP: `json`: `"maxTurns": 54`, `query`:
 * `max_turns=54`, and calls as they take them.
 */
export type OptionStyle = "flag" | "property" | { options: "json" | "query"; call(call: Call): string };

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
export const optionText = (name: string, value?: unknown): string =>
  value === undefined ? `⟦${name}⟧` : `⟦${name}=${encoded(value)}⟧`;

/**
 * Stands for a call of an operation.
 *
 *     callText("report", { dir: "sessions/abc" })
 *     // `rehearse report sessions/abc`
 *     // `report({"dir":"sessions/abc"})`
 */
export const callText = (operation: string, input: Call["input"] = {}): string =>
  `⟦!${operation}=${encoded(input)}⟧`;

const encoded = (value: unknown): string => JSON.stringify(value).replaceAll("⟧", "\\u27e7");

export const spellOptions = (text: string, style: OptionStyle, special: SpecialOptions = {}): string =>
  text.replaceAll(/⟦(!?)([A-Za-z ]+)(?:=([^⟧]*))?⟧/g, (_, isCall: string, name: string, json?: string) => {
    const value: unknown = json === undefined ? undefined : JSON.parse(json);
    if (isCall) return spellCall({ operation: name, input: value as Call["input"] }, style);
    const options = typeof style === "object" ? style.options : style;
    if (options === "query") return asQuery(name, value);
    return options === "flag" ? asFlag(name, value, special) : asProperty(name, value, { options, special });
  });

function spellCall(call: Call, style: OptionStyle): string {
  if (typeof style === "object") return style.call(call);
  return `\`${style === "flag" ? typedCommand(call) : codeCall(call)}\``;
}

function asFlag(name: string, value: unknown, { arguments: named }: SpecialOptions): string {
  if (named?.includes(name)) return value === undefined ? `<${kebab(name)}>` : shellWord(String(value));
  if (value === undefined || value === true) return `--${kebab(name)}`;
  if (value === false) return `--no-${kebab(name)}`;
  // --answers can stand alone, so its value follows an equals sign.
  return `--${kebab(name)}${name === "answers" ? "=" : " "}${typedValue(value)}`;
}

/** As in the query of an address. */
export const snake = (name: string): string => kebab(name).replaceAll("-", "_");
const asQuery = (name: string, value: unknown): string =>
  value === undefined ? snake(name) : `${snake(name)}=${String(value)}`;

function asProperty(
  name: string,
  value: unknown,
  { options, special: { lists } }: { options: "property" | "json"; special: SpecialOptions },
): string {
  if (value === undefined) return name;
  const isList = lists?.includes(name) && typeof value === "string";
  const shown = JSON.stringify(isList ? value.split(",") : value);
  return `${options === "json" ? JSON.stringify(name) : name}: ${shown.replaceAll('","', '", "')}`;
}
