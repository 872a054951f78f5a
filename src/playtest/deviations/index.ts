export { deviationsOf, isSameModel, type Asked } from "./deviations-of.ts";
