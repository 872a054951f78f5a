export { plotsOf, type Plot } from "./plots.ts";
