import type { KeyState, Role } from "../../contract/index.ts";
import { HarnessError, optionText } from "../errors/index.ts";
import {
  oneKeyProviders,
  providers,
  type Connections,
  type NamedModel,
  type ProviderId,
} from "./providers/index.ts";

/** Whether the running operation has an option. */
export type HasOption = (name: string) => boolean;

/** The option that chooses another model for a role. Other roles have none. */
const roleOptions: Partial<Record<Role, string>> = {
  narrator: "narrator",
  player: "playerModel",
  spokesperson: "playerModel",
  classifier: "classifier",
};

/** The offline cast cannot judge or read, and its embedder has another name. */
const notHouse = ["judge", "observer", "reader", "embedder"] as const satisfies readonly Role[];

type MissingKey = { key: string; users: string[]; setting: string | undefined; isUnfit: boolean };

/** Lists every missing key at once, before the first call. */
export class MissingKeysError extends HarnessError {
  readonly missing: string[];

  constructor({ missing, remedies }: { missing: readonly MissingKey[]; remedies: readonly string[] }) {
    const lines = missing.map(({ key, users, setting, isUnfit }) => {
      const facts = [setting, isUnfit && "set, but contains an invalid character"].filter(Boolean);
      return `  ${key}${facts.length > 0 ? ` (${facts.join("; ")})` : ""}  needed by ${users.join(", ")}`;
    });
    super({
      code: "missing-keys",
      message: [`${lines.length === 1 ? "A key is" : `${lines.length} keys are`} missing:`, ...lines].join(
        "\n",
      ),
      remedy: remedies.join("\n"),
    });
    this.missing = missing.map(({ key }) => key);
  }
}

type Using = { role: Role; model: NamedModel };

/** Throws one error that names every missing key. Its remedy names only options that the operation has. */
export function requireKeys<User extends Using>(
  cast: readonly User[],
  {
    connections,
    has = () => true,
    keepsModels = false,
    origin = (...path) => path.join("."),
    chosenBy = () => undefined,
  }: {
    connections: Connections;
    has?: HasOption;
    /** A stored run keeps its models, whatever the settings say. */
    keepsModels?: boolean;
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
  const roles = new Set(cast.map(({ role }) => role));
  throw new MissingKeysError({
    missing: [...missing.values()],
    remedies: remediesFor({
      roles,
      lacking,
      has,
      keepsModels,
      present: keysPresent(connections),
      throughOpenRouter: missing.has(providers.openrouter.key!),
    }),
  });
}

function remediesFor({
  roles,
  lacking,
  has,
  keepsModels,
  present,
  throughOpenRouter,
}: {
  roles: ReadonlySet<Role>;
  /** Of these, those without a key. */
  lacking: ReadonlySet<Role>;
  has: HasOption;
  keepsModels: boolean;
  present: readonly string[];
  throughOpenRouter: boolean;
}): string[] {
  // Only a session that is played here can be classified by rules.
  const isPlayed = roles.has("narrator");
  const needsModel = (role: Role) =>
    notHouse.some((each) => each === role) || (role === "classifier" && !isPlayed);
  // A stored session keeps its models: commands that play one have no flag for them.
  const canChange = [...lacking].every((role) => roleOptions[role] === undefined || has(roleOptions[role]));
  const houseNote = `the embedded models${lacking.has("judge") ? ", for all but the judge" : ""}; no key, no cost, no evidence about a prompt`;
  const ways: Array<[applies: boolean, write: string, effect: string]> = [
    [
      canChange && present.length > 0,
      `REHEARSE_ONE_KEY=${present[0]}`,
      "use the key that is set for every role",
    ],
    [
      canChange && present.length === 0,
      "REHEARSE_ONE_KEY=true",
      `with a single key of ${oneKeyProviders.join(", ")}`,
    ],
    // Not if it was already used.
    [
      !keepsModels && !throughOpenRouter,
      "REHEARSE_VIA=openrouter",
      "reach every provider with OPENROUTER_API_KEY",
    ],
    [
      roles.has("player") && has("playerModel"),
      optionText("playerModel", "NAME"),
      "another model for all players",
    ],
    [roles.has("observer") && has("observer"), optionText("observer", "NAME"), "another reader"],
    [roles.has("reader") && has("answers"), optionText("answers", "NAME"), "another reader of answers"],
    [
      isPlayed && roles.has("classifier") && has("classifier"),
      optionText("classifier", "none"),
      "the narrator's own markers only: no key, no cost",
    ],
    [
      lacking.has("embedder") && !roles.has("reranker") && has("embedder"),
      optionText("embedder", "house-embedding"),
      "built in: no key, no cost",
    ],
    [
      roles.has("reranker"),
      optionText("target", "offline"),
      "embedded models: no key, no cost, no evidence about production",
    ],
    [canChange, "local/MODEL", "any OpenAI-compatible server, at LOCAL_BASE_URL"],
    [
      canChange && !roles.has("reranker") && !roles.has("calibrator") && ![...lacking].every(needsModel),
      "house",
      houseNote,
    ],
  ];
  const lines = ways.flatMap(([applies, write, effect]) => (applies ? [`  ${write}: ${effect}`] : []));
  return [
    lines.length > 0 ? "Set the keys, or use one of these:" : "Set the keys.",
    ...lines,
    ...(canChange
      ? []
      : [
          "A stored session keeps its models. To use others, play a new session: rehearse play --help lists the flags.",
        ]),
  ];
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
