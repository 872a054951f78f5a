export { openAnswerCache, type AnswerCache } from "./layers/reuse-layer.ts";
export type { PromptMessage, Source } from "./call.ts";
export { isContextExceeded } from "./failures/provider-failure.ts";
export type { EmbedAsk } from "./requests/embed-and-rerank.ts";
export {
  ContextExceededError,
  InterruptedError,
  InvalidReplyError,
  isRefusal,
  lastFailure,
  ProviderFailure,
} from "./failures/failures.ts";
export { createGateway, type Gateway } from "./gateway.ts";
export type { Tape } from "./layers/recording-layer.ts";
export { jsonSchemaOf, type TextReply } from "./requests/language-request.ts";
export { createLimiter, type Limiter } from "./layers/limiter-layer.ts";
export { postJson, requireReachable, sendJson } from "./requests/outside-request.ts";
export type { PromptAsk } from "./requests/prompt.ts";
export type { RetryNews } from "./layers/retry-layer.ts";
export { requestHash } from "./request-hash.ts";
