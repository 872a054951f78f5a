export { houseCast } from "./house-cast.ts";
export { houseContent, type HouseReadOptions } from "./house-reading.ts";
