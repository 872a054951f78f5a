export { houseEmbeddingModel } from "./house-embedding-model.ts";
export { houseLanguageModel } from "./house-language-model.ts";
export type { HouseMember, HouseReply, HouseRequest } from "./house-member.ts";
export type { JsonSchema } from "./json-schema.ts";
export { plainMember } from "./plain-member.ts";
export { sentenceEmbeddingModel } from "./sentence-embedding-model.ts";
export { instanceOf } from "./schema-instance.ts";
