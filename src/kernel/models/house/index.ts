export { sentenceEmbeddingModel } from "./sentence-embedding-model.ts";
export { houseLanguageModel } from "./house-language-model.ts";
export {
  houseRoster,
  type HouseActor,
  type HouseMember,
  type HouseReply,
  type HouseRequest,
  promptEffect,
  plainMember,
} from "./house-member.ts";
