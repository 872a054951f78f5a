import { existsSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SessionConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { ProviderFailure, requireReachable, type ResolvedModel } from "../../kernel/models/index.ts";
import { isAddress, type Harness, type Permits } from "../../kernel/run/index.ts";
import { fileNotFound } from "../../kernel/store/index.ts";

/** A narrator that is a module: where it is found, and what it does wrong. */
type Asked = (request: unknown, signal: AbortSignal) => Promise<unknown>;
/** As it was named, and where it stood when the session was planned. */
type Named = { name: string; path: string | undefined };
/** Says whether a module may be loaded or an address called; a stored folder may name any. */
export type Permit = Permits["permit"];

/** What a plan records of a narrator: its name, and for a module also the file that is meant here and now. */
export const narratorNamed = ({
  name,
  provider,
  id,
}: ResolvedModel): Pick<SessionConfig, "narratorModel" | "narratorPath"> => ({
  narratorModel: name,
  narratorPath: provider === "outside" && !isAddress(id) ? resolve(id) : undefined,
});

/** Throws where somebody's own narrator may not be used, loaded or reached: before a folder is made, and before anything is asked. */
export async function requireNarrator(
  { provider, id, label }: ResolvedModel,
  { narratorPath }: Pick<SessionConfig, "narratorPath">,
  { permits: { permit }, clock, heard }: Pick<Harness, "permits" | "clock" | "heard">,
): Promise<void> {
  if (provider !== "outside") return;
  if (!isAddress(id)) {
    await load({ name: id, path: narratorPath }, permit);
    return;
  }
  await permit({ name: id, place: id });
  // One that has answered before and falters now is waited for when it is asked.
  if (!heard.has(label)) await requireReachable(id, { who: `The narrator ${id}`, clock });
}

/** The module's default export is the function. What it throws is its own fault, and would be thrown again: it is not tried again. */
export function moduleNarrator(named: Named, permit: Permit): Asked {
  return async (request, signal) => {
    const { tell, told } = await load(named, permit);
    try {
      return await tell(request, signal);
    } catch (error) {
      throw new ProviderFailure({
        code: "narrator-threw",
        message: `The narrator ${named.name} threw ${told(error)}`,
        remedy: "Mend it; then resume.",
        transient: false,
        billing: "none",
        cause: error,
      });
    }
  };
}

/** Loaded once: Node keeps modules. */
async function load(
  named: Named,
  permit: Permit,
): Promise<{ tell: Asked; told: (error: unknown) => string }> {
  const place = found(named);
  const real = await permit({ name: named.name, place });
  const told = (error: unknown) => asNamed(`${said(error)}${at(error, real)}`, { place, real });
  const module = (await import(pathToFileURL(real).href).catch((error: unknown) => {
    throw unusable(named.name, told(error), error);
  })) as { default?: unknown };
  if (typeof module.default !== "function")
    throw unusable(named.name, "its default export is not a function");
  return { tell: module.default as Asked, told };
}

/** Where it stood when the session was planned; else, for a session that was moved, the same name here. */
function found({ name, path }: Named): string {
  const places = [...new Set([...(path === undefined ? [] : [path]), resolve(name)])];
  const there = places.find((place) => existsSync(place));
  if (there !== undefined) return there;
  throw fileNotFound(places.join(", "), {
    code: "no-narrator",
    remedy: `Check the narrator ${name}. To resume a session, put the module there, or run in the folder that its name is relative to.`,
  });
}

const unusable = (name: string, why: string, cause?: unknown) =>
  new HarnessError({
    code: "bad-narrator",
    message: `The narrator ${name} cannot be used: ${why}`,
    remedy:
      "Export default async ({ turn, history, state }) => ({ text, state }); see docs/guide/narrators.md.",
    cause,
  });

const said = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** The first place in the stack that is in the module itself, else the first of all. */
function at(error: unknown, path: string): string {
  const lines = (error instanceof Error ? (error.stack ?? "") : "").split("\n").map((line) => line.trim());
  const line = lines.find((text) => text.includes(path)) ?? lines.find((text) => text.startsWith("at "));
  return line === undefined ? "" : ` (${line.replace("file://", "")})`;
}

/** A link is told by its own name, not by where it leads. */
const asNamed = (text: string, { place, real }: { place: string; real: string }): string =>
  text.replaceAll(real, place).replaceAll(`${dirname(real)}${sep}`, `${dirname(place)}${sep}`);
