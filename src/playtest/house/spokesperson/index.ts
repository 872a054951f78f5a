export { fates, type Fate } from "./fates.ts";
export { readWish } from "./read-wish.ts";
export { relay } from "./relay.ts";
