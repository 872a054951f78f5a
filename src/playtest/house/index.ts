export { houseCast } from "./house-cast.ts";
export { houseContent } from "./house-reading.ts";
