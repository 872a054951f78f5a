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
export { createCasting, roleDefaults, roleOptions, type Casting } from "./casting.ts";
export { costOf, estimateTokens, mostItCosts, TOKENS_PER_MESSAGE } from "./cost.ts";
