import type { Settings } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import {
  keysPresent,
  providerIds,
  providers as known,
  requireProvider,
  type Connections,
  type ProviderId,
} from "../models/index.ts";
import { keepOut } from "../secrets/index.ts";
import type { Environment, SettingOrigin } from "./resolve-settings.ts";

export type Connected = {
  connections: Connections;
  /** The provider of every role in one-key mode. */
  oneKey: ProviderId | undefined;
  /** Names a setting and where it was set, for errors. */
  origin: SettingOrigin;
  /** A variable of the environment, for what the user's own files name. Absent: none is known. */
  variable?: (name: string) => string | undefined;
};

/**
 * Takes the keys from the environment. Only provider packages see them, and they are redacted in everything written.
 */
export function connect(
  { providers, oneKey }: Settings,
  env: Environment,
  { origin = (...path) => path.join(".") }: { origin?: SettingOrigin } = {},
): Connected {
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
    origin,
    oneKey: oneKeyProvider(oneKey, { connections, setting: origin("oneKey") }),
    variable: (name) => (Object.hasOwn(env, name) ? env[name]?.trim() || undefined : undefined),
  };
}

function oneKeyProvider(
  oneKey: Settings["oneKey"],
  { connections, setting }: { connections: Connections; setting: string },
): ProviderId | undefined {
  if (oneKey === false) return undefined;
  if (oneKey !== true) return requireProvider(oneKey);
  const present = keysPresent(connections);
  // Recordings and offline models need no key: CI runs them for pull requests that get none.
  if (present.length <= 1) return present[0];
  throw new HarnessError({
    code: "bad-settings",
    message: `${setting} needs one provider, and the keys of ${present.join(", ")} are set.`,
    remedy: `Name the provider: REHEARSE_ONE_KEY=${present[0]}, or oneKey: "${present[0]}" in the settings file.`,
  });
}
