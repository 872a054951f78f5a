import type { Settings } from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import {
  keysPresent,
  oneKeyProviders,
  providerIds,
  providers as known,
  requireProvider,
  type Connections,
  type ProviderId,
} from "../models/index.ts";
import { keepOut } from "../secrets/index.ts";
import type { Environment } from "./resolve-settings.ts";

export type Connected = {
  connections: Connections;
  /** The provider of every role in one-key mode. */
  oneKey: ProviderId | undefined;
  /** A variable of the environment, for what the user's own files name. Absent: none is known. */
  variable?: (name: string) => string | undefined;
};

/**
 * Takes the keys from the environment. Only provider packages see them, and they are redacted in everything written.
 */
export function connect({ providers, oneKey }: Settings, env: Environment): Connected {
  const connections: Connections = {};
  const secrets: Record<string, string | undefined> = {};
  for (const name of providerIds) {
    const variable = providers[name]?.keyFrom ?? known[name].key ?? known[name].optionalKey;
    const key = variable === undefined ? undefined : env[variable]?.trim() || undefined;
    if (variable !== undefined) secrets[variable] = key;
    connections[name] = { key, keyFrom: providers[name]?.keyFrom, baseURL: providers[name]?.baseURL };
  }
  keepOut(secrets);
  return {
    connections,
    oneKey: oneKeyProvider(oneKey, connections),
    variable: (name) => (Object.hasOwn(env, name) ? env[name]?.trim() || undefined : undefined),
  };
}

function oneKeyProvider(setting: Settings["oneKey"], connections: Connections): ProviderId | undefined {
  if (setting === false) return undefined;
  if (setting !== true) return requireProvider(setting);
  const present = keysPresent(connections);
  if (present.length === 1) return present[0];
  throw new HarnessError({
    code: "bad-settings",
    option: "oneKey",
    message:
      present.length === 0
        ? `${optionText("oneKey")} needs a key, and none of ${oneKeyProviders.map((name) => known[name].key).join(", ")} is set.`
        : `${optionText("oneKey")} needs one provider, and the keys of ${present.join(", ")} are set.`,
    remedy:
      present.length === 0
        ? `Set one of them, or use ${optionText("narrator", "house")}.`
        : `Name the provider: ${optionText("oneKey", present[0])}.`,
  });
}
