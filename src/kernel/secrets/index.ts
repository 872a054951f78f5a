/**
 * Keys must not leave the process except to their vendor. Models, servers and prompts can quote one anywhere, in any
 * encoding that a parser undoes later. So nobody is asked to remember: whatever is written to a file, printed or sent to a
 * page passes `withoutSecrets` at the last step, after all parsing, and so does every reply as it arrives.
 */
import { literalPattern } from "../literal-pattern.ts";

/** Shorter values are words like "none" that local servers take for keys; blanking those would blank prose. */
const SHORTEST_SECRET = 8;

type Secrets = { keys: string[]; names: string[]; inJson: RegExp; inText: RegExp; encoded: RegExp };

/** Key → the variable it came from. Of this process, as the environment is. */
const known = new Map<string, string>();
let secrets: Secrets | undefined;

/** From now on these are kept out of everything. `secrets`: variable name → value. */
export function keepOut(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value.length >= SHORTEST_SECRET) known.set(value, name);
  secrets = undefined;
}

/** The text with the name of its variable for each key, be it plain or as JSON or a URL may write it. Valid JSON stays valid. */
export const withoutSecrets = (json: string): string => replaced(json, "inJson");

/** The same for text that nobody parses: a backslash before a key is no escape there. */
export const textWithoutSecrets = (text: string): string => replaced(text, "inText");

function replaced(text: string, where: "inJson" | "inText"): string {
  const { keys, names, encoded, [where]: pattern } = (secrets ??= readySecrets());
  // Nearly every text has none: two quick looks decide.
  if (!keys.some((key) => text.includes(key)) && !encoded.test(text)) return text;
  return text.replaceAll(
    pattern,
    (_, ...groups) => `[${names[groups.findIndex((group) => group !== undefined)]}]`,
  );
}

/** Every string in a value of plain JSON, names of fields too. */
export function valueWithoutSecrets<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  const clean = withoutSecrets(json);
  return clean === json ? value : (JSON.parse(clean) as Value);
}

/** For what providers and servers say: passwords in addresses are taken out as well. */
export const redact = (text: string): string =>
  textWithoutSecrets(text).replaceAll(/(\bhttps?:(?:\\*\/){2})[^\s/@"'\\]+@/gi, "$1[redacted]@");

function readySecrets(): Secrets {
  // The longest first: a key may begin with another.
  const entries = [...known].sort(([a], [b]) => b.length - a.length);
  return {
    keys: entries.map(([key]) => key),
    names: entries.map(([, name]) => name),
    encoded: encodedSigns(entries.map(([key]) => key).join("")),
    inJson: patternOf(entries, true),
    inText: patternOf(entries, false),
  };
}

/** What a text has in it where characters of a key are written otherwise than as themselves. */
function encodedSigns(characters: string): RegExp {
  if (characters === "") return /(?!)/;
  return /["/\\]/.test(characters) ? /\\u00|\\["/\\]|%[2-7][\da-f]/i : /\\u00|%[2-7][\da-f]/i;
}

const patternOf = (entries: ReadonlyArray<[key: string, name: string]>, json: boolean): RegExp =>
  new RegExp(
    entries
      .map(
        ([key]) =>
          `(${key
            .split("")
            .map((unit, index) => unitPattern(unit, index, json))
            .join("")})`,
      )
      .join("|") || "(?!)",
    "g",
  );

/** A UTF-16 unit as itself, as \u002d with any number of backslashes (JSON in JSON), or as %2D. Backslashes are taken whole, so that none is left over to escape what follows. */
function unitPattern(unit: string, index: number, json: boolean): string {
  const code = unit.charCodeAt(0);
  const escape = `${index === 0 ? String.raw`(?<!\\)` : ""}\\\\+u${anyCase(code.toString(16).padStart(4, "0"))}`;
  const percent = code < 0x80 ? `|%${anyCase(code.toString(16).padStart(2, "0"))}` : "";
  return `(?:${plain(unit, json && index === 0)}|${escape}${percent})`;
}

function plain(unit: string, mayBeEscaped: boolean): string {
  if (unit === "\\") return String.raw`\\{1,2}`;
  if (unit === '"' || unit === "/") return String.raw`\\*${unit}`;
  // In JSON, \n before "k-…" is a line break and not the first letter of a key "nk-…".
  const isEscape = mayBeEscaped && "bfnrtu".includes(unit);
  // The letter comes first: looking back from every character of a run of backslashes takes quadratic time in Node 22.
  return `${literalPattern(unit)}${isEscape ? String.raw`(?<!(?<!\\)(?:\\\\)*\\${unit})` : ""}`;
}

const anyCase = (hex: string): string =>
  hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
