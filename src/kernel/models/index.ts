/** The only way to a model: the catalog and the gateway. */
export * from "./catalog/index.ts";
export * from "./gateway/index.ts";
export * from "./house/index.ts";
export * from "./providers/index.ts";
export { keyStates, keysPresent, requireKeys, type HasOption } from "./require-keys.ts";
