/** Replaces every key by the name of its variable. Providers quote keys in their errors: nothing of theirs is kept unredacted. */
export type Redact = (text: string) => string;

/** Shorter values are words like "none" that local servers take for keys; blanking those would blank prose. */
const SHORTEST_SECRET = 8;

/** `secrets`: variable name → value. */
export function createRedact(secrets: Record<string, string | undefined>): Redact {
  const known = Object.entries(secrets)
    .flatMap(([name, value]) =>
      value !== undefined && value.length >= SHORTEST_SECRET ? [{ name, value }] : [],
    )
    .flatMap(({ name, value }) =>
      [...new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])].map((form) => ({
        name,
        form,
      })),
    )
    // The longest first: a key may begin with another.
    .sort((a, b) => b.form.length - a.form.length);

  return (text) => {
    let clean = withoutUserInfo(text);
    for (const { name, form } of known) clean = clean.replaceAll(form, `[${name}]`);
    return clean;
  };
}

/** `https://user:password@host`: a base URL may carry a secret too. */
const withoutUserInfo = (text: string): string =>
  text.replaceAll(/(\bhttps?:\/\/)[^\s/@"']+@/gi, "$1[redacted]@");
