/**
 * What an assistant may not start: code and addresses that the settings do not name, more money than they allow, and what
 * writes into a folder elsewhere, or sends its texts to a provider.
 */
import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { about, HarnessError, optionText } from "../kernel/errors/index.ts";
import { resolveInside } from "../kernel/store/index.ts";

type Given = Readonly<Record<string, unknown>>;

/** By tool: the option whose folder is written into or sent. */
const KEPT_INSIDE: Readonly<Record<string, string>> = { observe: "path", resume: "dir", check: "kb" };

/** Narrators, stories and prompts are refused where they are used, because stored sessions and plans name them too. */
export function refuseOutside(
  tool: string,
  { target, budget, ...given }: Given,
  { settings }: Pick<Config, "settings">,
): void {
  const inside = KEPT_INSIDE[tool];
  const path = inside === undefined ? undefined : given[inside];
  if (inside !== undefined && typeof path === "string")
    about(inside, () => resolveInside(resolve("."), path));
  if (target !== undefined && target !== settings.retrieval.target) refuseTarget(target);
  if (typeof budget === "number" && settings.budget !== undefined && budget > settings.budget)
    throw new HarnessError({
      code: "bad-value",
      option: "budget",
      message: `${optionText("budget", budget)} is more than the ${settings.budget} USD that the settings allow.`,
      remedy: `Use at most ${settings.budget}.`,
    });
}

function refuseTarget(target: unknown): void {
  if (typeof target === "string" && !/^https?:|\.([cm]?[jt]s|ya?ml|json)$/i.test(target)) return;
  throw new HarnessError({
    code: "not-allowed",
    option: "target",
    message: `The target ${JSON.stringify(target).slice(0, 200)} is a module, an address or a target file that the settings do not name.`,
    remedy: `Only the owner of the settings can allow it, in rehearse.config.ts: retrieval: { target: … }. built-in and offline need no permission.`,
  });
}
