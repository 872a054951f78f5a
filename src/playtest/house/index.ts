export { houseCast } from "./house-cast.ts";
export { houseContent } from "./house-reading.ts";
export { readTruth, TRUTH_FILE, type Truth } from "./truth.ts";
