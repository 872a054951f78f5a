import type { Note, Role } from "../../../contract/index.ts";
import { about } from "../../errors/index.ts";
import { providers, type ProviderId } from "../providers/index.ts";
import type { Catalog, ResolvedModel } from "./catalog.ts";

/** The default model of each role, and its output cap, which a budget also reserves. */
export const roleDefaults: Record<Role, { model: string; maxOutput: number }> = {
  narrator: { model: "opus-4.5", maxOutput: 1_500 },
  player: { model: "qwen", maxOutput: 400 },
  spokesperson: { model: "qwen", maxOutput: 500 },
  classifier: { model: "gpt-4o-mini", maxOutput: 1_000 },
  observer: { model: "gpt-4o-mini", maxOutput: 5_000 },
  judge: { model: "deepseek-r2", maxOutput: 3_000 },
  reader: { model: "gpt-4o-mini", maxOutput: 6_000 },
  reranker: { model: "haiku", maxOutput: 800 },
  embedder: { model: "voyage", maxOutput: 0 },
  calibrator: { model: "opus-4.5", maxOutput: 2_000 },
  // The user's own RAG system: named by its address or file, never a default.
  target: { model: "house", maxOutput: 0 },
};

/** The options that name the model of a role, where they are not called like the role. */
export const roleOptions: Partial<Record<Role, string>> = {
  player: "playerModel",
  spokesperson: "playerModel",
  reader: "answers",
};

/** Chooses a role's model: the requested name, else one-key mode, else the settings, else the usual one. */
export type Casting = {
  modelFor(role: Role, wish?: { asked?: string; usual?: string }): ResolvedModel;
  /** What reports must say about the choice of models. */
  notes(): Note[];
};

type CastingOptions = {
  catalog: Catalog;
  roles?: Partial<Record<Role, string>>;
  /** The provider that plays every role. */
  oneKey?: ProviderId;
};

const DEAR_ROLES = new Set<Role>(["narrator", "calibrator"]);

export function createCasting({ catalog, roles = {}, oneKey }: CastingOptions): Casting {
  return {
    modelFor(role, { asked, usual } = {}) {
      // A role that the settings leave empty has its usual model where it is needed nonetheless.
      const chosen = roles[role] === "none" ? undefined : roles[role];
      const kind = role === "embedder" ? "embedding" : "language";
      if (asked !== undefined) return about(roleOptions[role] ?? role, () => catalog.resolve(asked, kind));
      return catalog.resolve(
        (oneKey && oneKeyModel(role, oneKey)) ?? chosen ?? usual ?? roleDefaults[role].model,
        kind,
      );
    },
    notes: () => (oneKey ? [oneKeyNote(oneKey)] : []),
  };
}

function oneKeyModel(role: Role, provider: ProviderId): string {
  // No chat vendor's key buys the kind of embeddings that the banks need: the embedded model is used.
  if (role === "embedder") return "house-embedding";
  const { dear, cheap } = castOf(provider);
  return DEAR_ROLES.has(role) ? dear : cheap;
}

function oneKeyNote(provider: ProviderId): Note {
  const { dear, cheap } = castOf(provider);
  return {
    code: "one-key",
    text:
      `every role plays on ${providers[provider].title} (${dear} for narrator and calibrator, ` +
      `${cheap} for the rest, offline embeddings)`,
  };
}

/** The settings accept no provider without one. */
const castOf = (provider: ProviderId) => providers[provider].oneKey!;
