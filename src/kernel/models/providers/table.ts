/**
 * All providers. To add one, write its module and list it here; the catalog, the settings, one-key mode, the listings
 * and the guide follow from this table.
 */
import { HarnessError, suggestion } from "../../errors/index.ts";
import { alibaba } from "./alibaba.ts";
import { anthropic } from "./anthropic.ts";
import { deepseek } from "./deepseek.ts";
import { house, outside } from "./house.ts";
import { local } from "./local.ts";
import { moonshot } from "./moonshot.ts";
import { openai } from "./openai.ts";
import { openrouter } from "./openrouter.ts";
import type { Provider } from "./provider.ts";
import { voyage } from "./voyage.ts";
import { xai } from "./xai.ts";

const table = {
  anthropic,
  xai,
  deepseek,
  alibaba,
  moonshot,
  openai,
  openrouter,
  voyage,
  local,
  house,
  outside,
} satisfies Record<string, Provider>;

export type ProviderId = keyof typeof table;
export const providers: Readonly<Record<ProviderId, Provider>> = table;
export const providerIds = Object.keys(table) as ProviderId[];

export const isProvider = (id: string): id is ProviderId => Object.hasOwn(table, id);

export function requireProvider(id: string): ProviderId {
  if (isProvider(id)) return id;
  throw new HarnessError({
    code: "unknown-name",
    message: [`Unknown provider "${id}".`, suggestion(id, providerIds)].filter(Boolean).join(" "),
    remedy: `Known: ${providerIds.join(", ")}. A newer version of Rehearse may support more.`,
  });
}

/** The providers that one-key mode can play every role on. */
export const oneKeyProviders = providerIds.filter((id) => providers[id].oneKey !== undefined);
