import type { Role } from "../../contract/index.ts";
import { HarnessError } from "../errors/index.ts";
import {
  oneKeyProviders,
  providers,
  type Connections,
  type NamedModel,
  type ProviderId,
} from "./providers/index.ts";

/** Said once, before any call, with everything that is missing: nobody should fix keys one run at a time. */
export class MissingKeysError extends HarnessError {
  readonly missing: string[];

  constructor({
    missing,
    unfit,
    present,
    roles,
    lacking,
  }: {
    missing: Map<string, string[]>;
    unfit: Set<string>;
    present: string[];
    roles: ReadonlySet<Role>;
    /** Of these, those without their key. */ lacking: ReadonlySet<Role>;
  }) {
    const throughOpenRouter = missing.has(providers.openrouter.key!);
    const lines = [...missing].map(
      ([key, users]) =>
        `  ${key}${unfit.has(key) ? " (set, but with a character that no key has)" : ""}  needed by ${users.join(", ")}`,
    );
    super({
      code: "missing-keys",
      message: [`${lines.length === 1 ? "A key is" : `${lines.length} keys are`} missing:`, ...lines].join(
        "\n",
      ),
      remedy: [
        "Set the keys, or take another way:",
        present.length > 0
          ? `  ${`--one-key=${present[0]}`.padEnd(21)}  play every role on the key that is there`
          : `  --one-key              with a single key of ${oneKeyProviders.join(", ")}`,
        // No way out where it is the way that was taken.
        ...(throughOpenRouter ? [] : ["  --via openrouter       reach every vendor with OPENROUTER_API_KEY"]),
        ...(roles.has("player") ? ["  --player-model NAME    another model for all players"] : []),
        ...(roles.has("observer") ? ["  --observer NAME        another reader"] : []),
        ...(roles.has("classifier")
          ? ["  --classifier house     rules in place of a model that classifies: no key, no cost"]
          : []),
        ...(roles.has("reranker")
          ? ["  --target offline       embedded models: no key, no cost, and no evidence about production"]
          : []),
        "  local/MODEL            any OpenAI-compatible server, at LOCAL_BASE_URL",
        // It reads a script: it plays every part, and judges nothing.
        ...(roles.has("reranker") ||
        roles.has("calibrator") ||
        (lacking.size === 1 && (lacking.has("judge") || lacking.has("observer")))
          ? []
          : [
              `  house                  the embedded models${lacking.has("judge") ? ", for all but the judge" : ""}: no key, no cost, no evidence about a prompt`,
            ]),
      ].join("\n"),
    });
    this.missing = [...missing.keys()];
  }
}

/** Throws one error that names every key which the cast needs and this process does not have. */
export function requireKeys(
  cast: ReadonlyArray<{ role: Role; model: NamedModel }>,
  connections: Connections,
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
    });
}

/** The providers that one-key mode could play on now. */
export const keysPresent = (connections: Connections): ProviderId[] =>
  oneKeyProviders.filter((name) => canBeSent(connections[name]?.key));

/** An ellipsis or a line break from copying would fail in the HTTP client, again and again and in words about headers. */
const canBeSent = (key: string | undefined): boolean => key !== undefined && /^[\x21-\x7e]+$/.test(key);
