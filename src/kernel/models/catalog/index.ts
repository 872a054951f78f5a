export * from "./catalog.ts";
export { createCasting, roleDefaults, roleOptions, type Casting } from "./casting.ts";
export * from "./cost.ts";
