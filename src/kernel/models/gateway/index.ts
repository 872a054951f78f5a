export { openAnswers, type Answers } from "./answers.ts";
export type { Ask, PromptMessage } from "./call.ts";
export { isContextExceeded } from "./context-overflow.ts";
export type { EmbedAsk, EmbedReply } from "./embed-call.ts";
export {
  ContextExceededError,
  InterruptedError,
  InvalidReplyError,
  isRefusal,
  ProviderFailure,
} from "./failures.ts";
export { createGateway, type Gateway, type GatewayOptions, type Sourced } from "./gateway.ts";
export type { Source } from "./obtain.ts";
export type { Tape } from "./recording-layer.ts";
export type { ObjectAsk, ObjectReply, TextReply } from "./language-call.ts";
export { createLimiter, type Limiter } from "./limiter.ts";
export type { OutsideAsk } from "./outside-call.ts";
export { postJson } from "./post-json.ts";
export type { PromptAsk } from "./prompt.ts";
export type { RetryNews } from "./retry-layer.ts";
export type { RerankAsk, RerankReply } from "./rerank-call.ts";
export { requestHash } from "./request-hash.ts";
export { requireReachable } from "./require-reachable.ts";
