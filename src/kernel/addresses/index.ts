/**
 * The address of a user's own system may hold a key: in its query, or as user and password. What is stored, shown and
 * compared is its label; the whole address is only used to call it.
 */
import { basename, isAbsolute } from "node:path";
import { keepOut, SECRET_NAME } from "../secrets/index.ts";

export const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** Begins the name of a function that a program gave: `function:tellTale`. */
export const FUNCTION = "function:";
export const isFunction = (name: string): boolean => name.startsWith(FUNCTION);

/** Scheme, host and path, also of an address with a mistyped scheme. What is not an address is its own label. */
export const addressLabel = (text: string): string =>
  /^\s*(?:https?:|\w+:\/\/)/i.test(text)
    ? text.replace(/^\s*(\w+:)[\\/]*(?:[^\\/?#]*@)?/, "$1//").replace(/[?#].*$/s, "")
    : text;

/** The name of a module or file without the folders of this machine: recordings are shared. */
export const portableName = (name: string): string => (isAbsolute(name) ? basename(name) : name);

/** For errors about a name that is neither known nor an address, but may have been meant as one. */
export const withoutKey = (text: string): string =>
  text.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)?.*@/s, "$1");

/** Whether an address says more than its label. A fragment is never sent. */
export const hasKey = (text: string): boolean => text.replace(/#.*$/s, "") !== addressLabel(text);

/** An address for `fetch`, which takes no user and password, and the header that carries them instead. */
export function requestTo(address: string): { url: string; headers: Record<string, string> } {
  const url = new URL(address);
  const authorization = basicAuthorization(url);
  [url.username, url.password] = ["", ""];
  return { url: url.href, headers: authorization === undefined ? {} : { authorization } };
}

/** Redacts what an address says besides its label, from now on: the system may quote its own address. */
export function keepAddressOut(address: string): void {
  const url = URL.parse(address);
  if (!url || !hasKey(address)) return;
  const { username, password, search, searchParams } = url;
  keepOut({ query: search.slice(1), password: decoded(password) });
  keepOut({ authorization: basicAuthorization(url)?.slice("Basic ".length) });
  // Many services take a key as the user, without a password.
  if (password === "") keepOut({ user: decoded(username) });
  for (const [name, value] of searchParams)
    if (SECRET_NAME.test(name) || SHORT_NAME.test(name)) keepOut({ [name]: value });
}

/** Secret too. Values of other names are words and ids: redacting them would change stories and document ids. */
const SHORT_NAME = /^(code|sig|pwd)$/i;

function basicAuthorization({ username, password }: URL): string | undefined {
  if (username + password === "") return undefined;
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString("base64")}`;
}

/** A single "%" is allowed in a password. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
