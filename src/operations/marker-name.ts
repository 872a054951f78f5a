/** A name for the marker of a comment. The same input gives the same marker however the operation ends. */
import { basename } from "node:path";

export const markerName = (given: readonly unknown[], otherwise: string): string =>
  given.flatMap((each) => nameOf(each)).join(" ") || otherwise;

function nameOf(given: unknown): string[] {
  if (typeof given === "function") return given.name === "" ? [] : [given.name];
  if (typeof given === "object" && given !== null) {
    const { name, title } = given as { name?: unknown; title?: unknown };
    return [name, title].filter((text) => typeof text === "string").slice(0, 1);
  }
  if (typeof given !== "string") return [];
  if (given.includes("://")) return addressName(given);
  return [basename(given).replace(/\.(md|txt|json|ya?ml|run|[cm]?[jt]s)$/, "")];
}

/** Host and path. Ports change, users and queries may hold keys, and so may long or random parts of a path. */
function addressName(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { hostname, pathname } = new URL(text);
  return [[hostname, ...pathname.split("/").filter((part) => PLAIN_PART.test(part))].join("/")];
}

const PLAIN_PART = /^(?!(?:.*\d){4})[a-z][a-z0-9._-]{0,23}$/i;
