export { plotsOf } from "./plots.ts";
export type { Plot } from "./plot.ts";
