/** A narrator in this process: a TypeScript module, or a function of the calling program. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SessionConfig } from "../../contract/index.ts";
import { isFunction, systemText } from "../../kernel/addresses/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { ProviderFailure } from "../../kernel/models/index.ts";
import type { Harness, Permits } from "../../kernel/run/index.ts";
import { exists, fileNotFound } from "../../kernel/store/index.ts";
import { inBrackets } from "../../kernel/verdict-words/index.ts";
import type { NarratorFunction, NarratorRequest } from "../../contract/index.ts";

/** A module's given name, and its path when the session was planned. */
type Named = { name: string; path: string | undefined };
/** Says whether a module may be loaded or an address called; a stored folder may name any. */
type Permit = Permits["permit"];

type Opened = {
  /** For messages. */
  name: string;
  tell: NarratorFunction;
};

/** Throws if it was not given, or may not be loaded or cannot be. */
export const openNarrator = async (
  id: string,
  { narratorPath: path }: Pick<SessionConfig, "narratorPath">,
  { functions, permits }: Pick<Harness, "functions" | "permits">,
): Promise<Opened> =>
  isFunction(id)
    ? { name: id, tell: functions.get(id, "narrator") as NarratorFunction }
    : load({ name: id, path }, permits.permit);

/** It gets a copy, and only JSON comes back, as over HTTP. An exception is its own fault and would recur: no retry. */
export const inProcess =
  (opened: () => Promise<Opened>) =>
  async (request: NarratorRequest, signal: AbortSignal): Promise<unknown> => {
    const { name, tell } = await opened();
    try {
      const answer = await tell(structuredClone(request), { signal });
      return JSON.parse(JSON.stringify(answer) ?? "null") as unknown;
    } catch (error) {
      throw new ProviderFailure({
        code: "outside-failed",
        message: `${systemText("narrator", name)} threw ${said(error)}.`,
        remedy: "Fix it, then resume.",
        transient: false,
        billing: "none",
        cause: error,
      });
    }
  };

/** Loaded once: Node caches modules. */
async function load(named: Named, permit: Permit): Promise<Opened> {
  const place = found(named);
  const real = await permit({ name: named.name, place });
  const module = (await import(pathToFileURL(real).href).catch((error: unknown) => {
    throw unusable(named.name, said(error), error);
  })) as { default?: unknown };
  if (typeof module.default !== "function")
    throw unusable(named.name, "its default export is not a function");
  return { name: named.name, tell: module.default as NarratorFunction };
}

/** Its path when the session was planned; else, for a moved session, the same name here. */
function found({ name, path }: Named): string {
  const places = [...new Set([...(path === undefined ? [] : [path]), resolve(name)])];
  const there = places.find((place) => exists(place));
  if (there !== undefined) return there;
  throw fileNotFound(places.join(", "), {
    remedy: `Check the path of the narrator ${name}. A stored session needs its module where it was, or below the current folder.`,
  }).about("narrator");
}

const unusable = (name: string, why: string, cause?: unknown) =>
  new HarnessError({
    code: "bad-file",
    option: "narrator",
    message: `The narrator ${name} cannot be used: ${why}.`,
    remedy:
      "Export default async ({ turn, history, state }) => ({ text, state }); see docs/guide/narrators.md.",
    cause,
  });

/** With its first stack frame: the place in the module. */
function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const frame = error.stack?.split("\n").find((line) => line.trim().startsWith("at "));
  return `${error.name}: ${error.message}${inBrackets(frame?.trim().replace("file://", ""))}`;
}
