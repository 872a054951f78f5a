export {
  createCatalog,
  isOutside,
  localPriceNotes,
  type Catalog,
  UnknownModelError,
  type CatalogOptions,
  type Needed,
  type ResolvedModel,
} from "./catalog.ts";
export { createCasting, roleDefaults, roleOptions, type Casting, type CastingOptions } from "./casting.ts";
export { costOf, estimateTokens, mostItCosts, priceSources, TOKENS_PER_MESSAGE } from "./cost.ts";
