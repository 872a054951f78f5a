/**
 * Keys must not leave the process except to their vendor. Models, servers and prompts can quote one anywhere. So
 * everything that is written to a file, printed or sent to a page passes `withoutSecrets` as the last step, and so does
 * every reply on arrival.
 */

/** Shorter values are words like "none" that local servers accept as keys; redacting those would redact prose. */
const SHORTEST_SECRET = 8;

/** Key → its variable. Per process, like the environment. */
const known = new Map<string, string>();
let forms: Array<{ form: string; name: string }> = [];

/** Redacts these from now on. `secrets`: variable name → value. */
export function keepOut(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value.length >= SHORTEST_SECRET) known.set(value, name);
  forms = [...known]
    .flatMap(([key, name]) => formsOf(key).map((form) => ({ form, name })))
    // The longest first: a key may begin with another.
    .sort((a, b) => b.form.length - a.form.length);
}

/** A key as itself, as serialisers write it in JSON, and in a URL. */
function formsOf(key: string): string[] {
  const json = JSON.stringify(key).slice(1, -1);
  const escaped = (hex: (code: string) => string) =>
    key.replaceAll(/[^a-z\d]/gi, (unit) => `\\u${hex(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`);
  const inUrl = encodeURIComponent(key.toWellFormed());
  return [
    ...new Set([
      key,
      json,
      json.replaceAll("/", String.raw`\/`),
      escaped((code) => code),
      escaped((code) => code.toUpperCase()),
      inUrl,
      inUrl.replaceAll(/%../g, (code) => code.toLowerCase()),
    ]),
  ];
}

/** The text with each key replaced by its variable's name, whether plain or escaped as JSON or for a URL. */
export const withoutSecrets = (text: string): string =>
  forms.reduce((clean, { form, name }) => clean.replaceAll(form, () => `[${name}]`), text);

/** Every string in a value of plain JSON, names of fields too. */
export function valueWithoutSecrets<Value>(value: Value): Value {
  const json = JSON.stringify(value);
  if (json === undefined) return value;
  return JSON.parse(json, (_, each: unknown) => {
    if (typeof each === "string") return withoutSecrets(each);
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).map(([name, field]) => [withoutSecrets(name), field]));
  }) as Value;
}

/** For messages of providers and servers: passwords in addresses are removed too. */
export const redact = (text: string): string =>
  withoutSecrets(text).replaceAll(/(\bhttps?:(?:\\*\/){2})[^\s/@"'\\]+@/gi, "$1[redacted]@");

/** Names of headers, fields and variables whose values are secret. */
export const SECRET_NAME = /auth|key|token|secret|cookie|pass|credential|signature/i;
