export { addViewer } from "./add-viewer.ts";
export { builtViewer } from "./built-viewer.ts";
