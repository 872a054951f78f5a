/** Matrices, A/B tests and bisections of a workspace. */
export { abReader, abView } from "./ab-index.ts";
export { bisectReader, bisectView } from "./bisect-index.ts";
export { listExperiments, type Experiments } from "./experiment-list.ts";
export { matrixReader, matrixView } from "./matrix-index.ts";
export { createStoredExperiments } from "./stored-experiments.ts";
