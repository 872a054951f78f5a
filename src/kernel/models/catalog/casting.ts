import type { ProviderName, Role } from "../../../contract/index.ts";
import { HarnessError } from "../../errors/index.ts";
import type { Catalog, ResolvedModel } from "./catalog.ts";
import { roleDefaults } from "./roles.ts";
import { vendors } from "./vendors.ts";

/** Which model plays a role: what was asked for by name, else one-key mode, else the settings, else the usual. */
export type Casting = {
  modelFor(role: Role, wish?: { asked?: string; usual?: string }): ResolvedModel;
  /** What reports must say about how the roles were cast. */
  notes(): string[];
};

export type CastingOptions = {
  catalog: Catalog;
  roles?: Partial<Record<Role, string>>;
  /** The vendor that plays every role. */
  oneKey?: ProviderName;
};

const DEAR_ROLES = new Set<Role>(["narrator", "calibrator"]);

export function createCasting({ catalog, roles = {}, oneKey }: CastingOptions): Casting {
  return {
    modelFor(role, { asked, usual } = {}) {
      const name =
        asked ?? (oneKey && oneKeyModel(role, oneKey)) ?? roles[role] ?? usual ?? roleDefaults[role].model;
      return catalog.resolve(name);
    },
    notes: () => (oneKey ? [oneKeyNote(oneKey)] : []),
  };
}

function oneKeyModel(role: Role, vendor: ProviderName): string {
  // No chat vendor's key buys embeddings of the kind the banks need: the embedded model stands in.
  if (role === "embedder") return "house-embedding";
  const { dear, cheap } = castOf(vendor);
  return DEAR_ROLES.has(role) ? dear : cheap;
}

function oneKeyNote(vendor: ProviderName): string {
  const { dear, cheap } = castOf(vendor);
  return `One-key mode: every role plays on ${vendors[vendor].title} (${dear} for narrator and calibrator, ${cheap} for the rest, embedded embeddings).`;
}

function castOf(vendor: ProviderName): { dear: string; cheap: string } {
  const cast = vendors[vendor].oneKey;
  if (cast) return cast;
  throw new HarnessError({
    code: "one-key-unfit",
    message: `One-key mode cannot play every role on ${vendors[vendor].title}.`,
    remedy: `Use one of ${oneKeyVendors.join(", ")}.`,
  });
}

export const oneKeyVendors = (Object.keys(vendors) as ProviderName[]).filter(
  (name) => vendors[name].oneKey !== undefined,
);
