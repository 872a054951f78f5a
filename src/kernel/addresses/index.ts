/** The address, module or function of a user's own system: its name is stored and shown as it is. */
import { basename, isAbsolute } from "node:path";
import { HarnessError } from "../errors/index.ts";

export const isAddress = (text: string): boolean => /^https?:/i.test(text);

/** Begins the name of a function that a program gave: `function:tellTale`. */
export const FUNCTION = "function:";
export const isFunction = (name: string): boolean => name.startsWith(FUNCTION);

/** In a sentence: `The narrator ./mine.mts`, `The narrator function tellTale`; a function may be called like its role. */
export function systemText(role: string, name: string): string {
  if (!isFunction(name)) return `The ${role} ${name}`;
  const own = name.slice(FUNCTION.length);
  return `The ${role} function${own === role ? "" : ` ${own}`}`;
}

/** The name of a module or file without the folders of this machine: recordings are shared. */
export const portableName = (name: string): string => (isAbsolute(name) ? basename(name) : name);

/** Scheme, host and path, for errors about a name that may have been meant as an address. */
export const withoutKey = (text: string): string =>
  text.replace(/[?#].*$/s, "").replace(/^(\w+:\/\/)?.*@/s, "$1");

/** An address is stored and shown, so it must not hold a key. Other names are returned as they are. */
export function requireBareAddress(name: string): string {
  if (!isAddress(name) || withoutKey(name) === name) return name;
  throw new HarnessError({
    code: "bad-value",
    message:
      `The address ${withoutKey(name)} was given with a query, a user or a password. ` +
      'Addresses are stored and shown, so they must not contain "?", "#" or "@".',
    remedy: "Send a key in a header: docs/guide/narrators.md and docs/guide/retrieval.md say how.",
  });
}
