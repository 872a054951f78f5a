export { remember } from "./remember.ts";
