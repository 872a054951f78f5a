/** The routes of experiments. */
export { addExperiments } from "./experiments.ts";
export { addMatrices } from "./matrices.ts";
