export * from "./sentence-embedding-model.ts";
export { houseLanguageModel } from "./house-language-model.ts";
export * from "./house-member.ts";
