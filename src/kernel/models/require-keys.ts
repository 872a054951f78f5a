import type { Role } from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import {
  oneKeyProviders,
  providers,
  type Connections,
  type NamedModel,
  type ProviderId,
} from "./providers/index.ts";

/** Whether the running command has a flag. */
export type HasFlag = (flag: string) => boolean;

/** The flag that chooses another model for a role. Other roles have no flag. */
const roleFlags: Partial<Record<Role, string>> = {
  narrator: "narrator",
  player: "player-model",
  spokesperson: "player-model",
  classifier: "classifier",
};

/** The offline cast cannot judge or read, and its embedder has another name. */
const notHouse = ["judge", "observer", "reader", "embedder"] as const satisfies readonly Role[];

/** Lists every missing key at once, before the first call. */
export class MissingKeysError extends HarnessError {
  readonly missing: string[];

  constructor({
    missing,
    unfit,
    present,
    roles,
    lacking,
    has,
  }: {
    missing: Map<string, string[]>;
    unfit: Set<string>;
    present: string[];
    roles: ReadonlySet<Role>;
    /** Of these, those without a key. */ lacking: ReadonlySet<Role>;
    has: HasFlag;
  }) {
    const throughOpenRouter = missing.has(providers.openrouter.key!);
    const lines = [...missing].map(
      ([key, users]) =>
        `  ${key}${unfit.has(key) ? " (set, but contains an invalid character)" : ""}  needed by ${users.join(", ")}`,
    );
    // Only a session that is played here can be classified by rules.
    const isPlayed = roles.has("narrator");
    const needsModel = (role: Role) =>
      notHouse.some((each) => each === role) || (role === "classifier" && !isPlayed);
    // A stored session keeps its models: commands that play one have no flag for them.
    const canChange = [...lacking].every((role) => roleFlags[role] === undefined || has(roleFlags[role]));
    super({
      code: "missing-keys",
      message: [`${lines.length === 1 ? "A key is" : `${lines.length} keys are`} missing:`, ...lines].join(
        "\n",
      ),
      remedy: [
        canChange || has("via") ? "Set the keys, or use one of these:" : "Set the keys.",
        ...(!canChange || !has("one-key")
          ? []
          : present.length > 0
            ? [
                `  ${optionText("oneKey", present[0])}${"".padEnd(11 - present[0]!.length)}  use the key that is set for every role`,
              ]
            : [`  ${optionText("oneKey")}              with a single key of ${oneKeyProviders.join(", ")}`]),
        // Not if it was already used.
        ...(throughOpenRouter || !has("via")
          ? []
          : [`  ${optionText("via", "openrouter")}       reach every provider with OPENROUTER_API_KEY`]),
        ...(roles.has("player") && has("player-model")
          ? [`  ${optionText("playerModel", "NAME")}    another model for all players`]
          : []),
        ...(roles.has("observer") && has("observer")
          ? [`  ${optionText("observer", "NAME")}        another reader`]
          : []),
        ...(roles.has("reader") && has("reader")
          ? [`  ${optionText("reader", "NAME")}          another reader of answers`]
          : []),
        ...(isPlayed && roles.has("classifier") && has("classifier")
          ? [`  ${optionText("classifier", "none")}      the narrator's own markers only: no key, no cost`]
          : []),
        ...(lacking.has("embedder") && !roles.has("reranker") && has("embedder")
          ? [`  ${optionText("embedder", "house-embedding")}  built in: no key, no cost`]
          : []),
        ...(roles.has("reranker")
          ? [
              `  ${optionText("target", "offline")}       embedded models: no key, no cost, no evidence about production`,
            ]
          : []),
        ...(canChange
          ? ["  local/MODEL            any OpenAI-compatible server, at LOCAL_BASE_URL"]
          : [
              "A stored session keeps its models. To use others, play a new session: rehearse play --help lists the flags.",
            ]),
        ...(!canChange || roles.has("reranker") || roles.has("calibrator") || [...lacking].every(needsModel)
          ? []
          : [
              `  house                  the embedded models${lacking.has("judge") ? ", for all but the judge" : ""}: no key, no cost, no evidence about a prompt`,
            ]),
      ].join("\n"),
    });
    this.missing = [...missing.keys()];
  }
}

/** Throws one error that names every missing key. Its remedy names only flags that the command has. */
export function requireKeys(
  cast: ReadonlyArray<{ role: Role; model: NamedModel }>,
  connections: Connections,
  has: HasFlag = () => true,
): void {
  const missing = new Map<string, string[]>();
  const unfit = new Set<string>();
  const lacking = new Set<Role>();
  for (const { role, model } of cast) {
    const connection = connections[model.provider];
    const key = providers[model.provider].key && (connection?.keyFrom ?? providers[model.provider].key);
    if (key === undefined || canBeSent(connection?.key)) continue;
    if (connection?.key !== undefined) unfit.add(key);
    lacking.add(role);
    const users = missing.get(key) ?? [];
    const user =
      model.name === model.label ? `${role} (${model.label})` : `${role} (${model.name} = ${model.label})`;
    if (!users.includes(user)) users.push(user);
    missing.set(key, users);
  }
  if (missing.size > 0)
    throw new MissingKeysError({
      missing,
      unfit,
      present: keysPresent(connections),
      roles: new Set(cast.map(({ role }) => role)),
      lacking,
      has,
    });
}

/** The providers that one-key mode could use now. */
export const keysPresent = (connections: Connections): ProviderId[] =>
  oneKeyProviders.filter((name) => canBeSent(connections[name]?.key));

/** An ellipsis or a line break from copying would fail in the HTTP client with a message about headers. */
const canBeSent = (key: string | undefined): boolean => key !== undefined && /^[\x21-\x7e]+$/.test(key);

export type KeyState = { provider: string; variable: string; present: boolean };

/** For each provider with a key: its variable, and whether it is set. */
export const keyStates = (connections: Connections): KeyState[] =>
  Object.entries(providers).flatMap(([provider, { key }]) => {
    if (key === undefined) return [];
    const connection = connections[provider as ProviderId];
    return [{ provider, variable: connection?.keyFrom ?? key, present: connection?.key !== undefined }];
  });
