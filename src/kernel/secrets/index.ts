/**
 * Keys must not leave the process except to their vendor. Models, servers and prompts can quote one anywhere, in any
 * encoding that a parser later decodes. So everything that is written to a file, printed or sent to a page passes
 * `withoutSecrets` as the last step, after all parsing, and so does every reply on arrival.
 */
import { literalPattern } from "../literal-pattern.ts";

/** Shorter values are words like "none" that local servers accept as keys; redacting those would redact prose. */
const SHORTEST_SECRET = 8;

type Secrets = { keys: string[]; names: string[]; inJson: RegExp; inText: RegExp; encoded: RegExp };

/** Key → its variable. Per process, like the environment. */
const known = new Map<string, string>();
let secrets: Secrets | undefined;

/** Redacts these from now on. `secrets`: variable name → value. */
export function keepOut(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value.length >= SHORTEST_SECRET) known.set(value, name);
  secrets = undefined;
}

/**
 * The text with each key replaced by its variable's name, whether plain or escaped as JSON or for a URL. Valid JSON
 * stays valid.
 */
export const withoutSecrets = (json: string): string => replaced(json, "inJson");

/** The same for text that is not parsed: a backslash before a key is not an escape there. */
export const textWithoutSecrets = (text: string): string => replaced(text, "inText");

function replaced(text: string, where: "inJson" | "inText"): string {
  const { keys, names, encoded, [where]: pattern } = (secrets ??= readySecrets());
  // Most texts have none: two quick checks decide.
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

/** For messages of providers and servers: passwords in addresses are removed too. */
export const redact = (text: string): string =>
  textWithoutSecrets(text).replaceAll(/(\bhttps?:(?:\\*\/){2})[^\s/@"'\\]+@/gi, "$1[redacted]@");

/** Names of headers, fields and variables whose values are secret. */
export const SECRET_NAME = /auth|key|token|secret|cookie|pass|credential|signature/i;

/** Redacts the password of an address and the keys in its query from now on. */
export function keepOutOfAddress(address: string): void {
  if (!URL.canParse(address)) return;
  const { password, searchParams } = new URL(address);
  keepOut({ password: decoded(password) });
  for (const [name, value] of searchParams) if (SECRET_NAME.test(name)) keepOut({ [name]: value });
}

/** A single "%" is allowed in a password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const hasPassword = (address: string): boolean => /^https?:\/\/[^/?#]*@/i.test(address);

/** An address to show: without a user, a password or a query, which may contain a key. */
export const addressLabel = (address: string): string =>
  address.replace(/^(https?:\/\/)[^/?#]*@/i, "$1[redacted]@").replace(/^(https?:[^?#]*)[?#].*$/is, "$1");

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

/** Signs that characters of a key are escaped. */
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

/**
 * A UTF-16 unit as itself, as \u002d with any number of backslashes (JSON in JSON), or as %2D. Backslashes are consumed
 * whole, so that none is left to escape what follows.
 */
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
