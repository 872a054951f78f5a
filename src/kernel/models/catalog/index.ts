export {
  createCatalog,
  isOutside,
  localPriceNotes,
  type Catalog,
  type CatalogOptions,
  type ResolvedModel,
} from "./catalog.ts";
export { createCasting, oneKeyVendors, type Casting, type CastingOptions } from "./casting.ts";
export { costOf, mostItCosts } from "./cost.ts";
export { houseRoster, type HouseActor } from "./house-roster.ts";
export { roleDefaults } from "./roles.ts";
export { estimateTokens, TOKENS_PER_MESSAGE } from "./tokens.ts";
export { UnknownModelError } from "./unknown-model-error.ts";
export { vendors, type Vendor } from "./vendors.ts";
