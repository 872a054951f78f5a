export { houseCast } from "./house-cast.ts";
