export { deviationsOf, type Asked } from "./deviations-of.ts";
export { isSameModel } from "./same-model.ts";
