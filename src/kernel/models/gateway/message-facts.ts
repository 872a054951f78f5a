import { estimateTokens, TOKENS_PER_MESSAGE } from "../catalog/index.ts";
import type { PromptMessage } from "./call.ts";
import { lasting } from "./request-hash.ts";

/** What the hash and the size of a request need of one message. */
export type MessageFacts = { said: readonly [role: string, content: string]; tokens: number };

/** By the message itself: who sends the same one again, as histories do turn by turn, is not made to wait for it again. */
const known = new WeakMap<PromptMessage, MessageFacts>();

export function messageFacts(messages: readonly PromptMessage[]): MessageFacts[] {
  return messages.map((message, index) => {
    const found = known.get(message);
    if (found) return found;
    const facts: MessageFacts = {
      said: [message.role, message.content],
      tokens: estimateTokens(message.content) + TOKENS_PER_MESSAGE,
    };
    // The last one is this turn's instruction: it does not come again.
    if (index < messages.length - 1) {
      lasting(facts.said);
      known.set(message, facts);
    }
    return facts;
  });
}
