export { compareLink } from "./compare-link.ts";
export { experimentPath, experimentPlaces } from "./experiment-queries.ts";
export { usePicked, type Picked } from "./use-picked.ts";
