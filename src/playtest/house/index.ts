export { houseCast } from "./house-cast.ts";
export { houseContent, plantedNothing } from "./house-reading.ts";
