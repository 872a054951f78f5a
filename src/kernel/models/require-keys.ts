import type { KeyState, Role } from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import { inBrackets } from "../verdict-words/index.ts";
import { roleOptions } from "./catalog/index.ts";
import {
  oneKeyProviders,
  providers,
  type Connections,
  type NamedModel,
  type ProviderId,
} from "./providers/index.ts";

/** Whether the running operation has an option. */
export type HasOption = (name: string) => boolean;

type MissingKey = { key: string; users: string[]; setting: string | undefined; isUnfit: boolean };

type Using = { role: Role; model: NamedModel };

/** Throws one error that names every missing key. Its remedy names only options that the operation has. */
export function requireKeys<User extends Using>(
  cast: readonly User[],
  {
    connections,
    has = () => true,
    keepsModels = false,
    oneKey = false,
    origin = (...path) => path.join("."),
    chosenBy = () => undefined,
  }: {
    connections: Connections;
    has?: HasOption;
    /** A stored run keeps its models, whatever the settings say. */
    keepsModels?: boolean;
    /** The settings ask for one vendor's key, whichever it is. */
    oneKey?: boolean;
    /** Names a setting and where it was set. */
    origin?: (...path: string[]) => string;
    /** Names the setting that chose a model for its role. */
    chosenBy?: (user: User) => string | undefined;
  },
): void {
  const missing = new Map<string, MissingKey>();
  const lacking = new Set<Role>();
  for (const user of cast) {
    const { role, model } = user;
    const { key: given, keyFrom } = connections[model.provider] ?? {};
    const usual = providers[model.provider].key;
    if (usual === undefined || canBeSent(given)) continue;
    lacking.add(role);
    const key = keyFrom ?? usual;
    const entry = missing.get(key) ?? {
      key,
      users: [],
      setting: keyFrom && origin("providers", model.provider, "keyFrom"),
      isUnfit: given !== undefined,
    };
    const shown = model.name === model.label ? model.label : `${model.name} = ${model.label}`;
    const who = `${role} (${[shown, chosenBy(user)].filter(Boolean).join("; ")})`;
    if (!entry.users.includes(who)) entry.users.push(who);
    missing.set(key, entry);
  }
  if (missing.size === 0) return;
  if (oneKey && !keepsModels && keysPresent(connections).length === 0)
    throw new HarnessError({
      code: "missing-keys",
      message: `${origin("oneKey")} is set, but no vendor's key is.`,
      remedy: `Set one of ${oneKeyProviders.map((name) => connections[name]?.keyFrom ?? providers[name].key).join(", ")}.`,
    });
  const lines = [...missing.values()].map(({ key, users, setting, isUnfit }) => {
    const facts = [setting, isUnfit && "set, but contains an invalid character"].filter(Boolean).join("; ");
    return `  ${key}${inBrackets(facts || undefined)}  needed by ${users.join(", ")}`;
  });
  const headline = lines.length === 1 ? "A key is missing:" : `${lines.length} keys are missing:`;
  throw new HarnessError({
    code: "missing-keys",
    message: [headline, ...lines].join("\n"),
    remedy: remedyFor([...lacking], { has, keepsModels, connections, oneKey }),
  });
}

/** What to write for an option instead of another model's name, and its effect. */
const instead: Record<string, readonly [value: string, effect: string]> = {
  classifier: ["none", "no classifier model: no key, no cost"],
  embedder: ["house-embedding", "built in: no key, no cost"],
};

/** The offline cast plays these, and a stored session keeps their models: commands that resume one have no option for them. */
const ofSession: ReadonlySet<Role> = new Set(["narrator", "player", "spokesperson", "classifier"]);

function remedyFor(
  lacking: readonly Role[],
  {
    has,
    keepsModels,
    connections,
    oneKey,
  }: { has: HasOption; keepsModels: boolean; connections: Connections; oneKey: boolean },
): string {
  const optionOf = (role: Role) => roleOptions[role] ?? role;
  const isStored = keepsModels || lacking.some((role) => ofSession.has(role) && !has(optionOf(role)));
  const options = [...new Set(lacking.map(optionOf))].filter(
    (option) => option !== "narrator" && has(option),
  );
  const ways = [
    !isStored && oneKey && "no model by name: the vendor whose key is set then plays every role",
    !isStored &&
      !oneKey &&
      `REHEARSE_ONE_KEY=${keysPresent(connections)[0] ?? "true"}: play every role with one vendor's key`,
    !keepsModels && "REHEARSE_VIA=openrouter: reach every provider with OPENROUTER_API_KEY",
    ...options.map((option) => {
      const [value, effect] = instead[option] ?? ["NAME", "another model"];
      return `${optionText(option, value)}: ${effect}`;
    }),
    lacking.includes("reranker") &&
      `${optionText("target", "offline")}: offline models; no key, no cost, no evidence about production`,
    !isStored && "local/MODEL: any OpenAI-compatible server, at LOCAL_BASE_URL",
    !isStored &&
      lacking.some((role) => ofSession.has(role)) &&
      "house: the scripted narrator and players; no key, no cost, no evidence about a prompt",
  ].filter((way) => way !== false);
  return [
    ways.length > 0 ? "Set the keys, or use one of these:" : "Set the keys.",
    ...ways.map((way) => `  ${way}`),
    ...(isStored ? ["A stored session keeps its models. To use others, play a new session."] : []),
  ].join("\n");
}

/** The providers that one-key mode could use now. */
export const keysPresent = (connections: Connections): ProviderId[] =>
  oneKeyProviders.filter((name) => canBeSent(connections[name]?.key));

/** An ellipsis or a line break from copying would fail in the HTTP client with a message about headers. */
const canBeSent = (key: string | undefined): boolean => key !== undefined && /^[\x21-\x7e]+$/.test(key);

/** For each provider with a key: its variable, and whether it is set. */
export const keyStates = (connections: Connections): KeyState[] =>
  Object.entries(providers).flatMap(([provider, { key }]) => {
    if (key === undefined) return [];
    const connection = connections[provider as ProviderId];
    return [{ provider, variable: connection?.keyFrom ?? key, present: connection?.key !== undefined }];
  });
