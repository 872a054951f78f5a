/** What an assistant may not start: code and addresses that the settings do not name, and more money than they allow. */
import type { Config } from "../config.ts";
import { HarnessError, optionText } from "../kernel/errors/index.ts";

type Given = Readonly<Record<string, unknown>>;

/** Narrators are refused where they are used, because stored sessions and plans name them too. */
export function refuseOutside({ target, budget }: Given, { settings }: Pick<Config, "settings">): void {
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
