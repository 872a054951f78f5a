export { sentenceEmbeddingModel } from "./sentence-embedding-model.ts";
export { houseLanguageModel } from "./house-language-model.ts";
export {
  houseRoster,
  type HouseActor,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
} from "./house-member.ts";
export { plainMember } from "./plain-member.ts";
export { promptEffect } from "./prompt-effect.ts";
