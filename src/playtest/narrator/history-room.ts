import { estimateTokens, type PromptMessage, type ResolvedModel } from "../../kernel/models/index.ts";
import { cutText } from "../agents/index.ts";

/** The share of its context that a narrator's conversation may take before the oldest turns are summed up. */
const FULL = 0.8;
/** The share of that room that one output may take: no single turn may push out all others. */
const ONE_TURN = 0.25;

export type HistoryRoom = {
  fits(messages: readonly PromptMessage[]): boolean;
  /** An output as the narrator is reminded of it: whole, unless it alone would take too much of the room. */
  shorten(told: string): string;
};

/** How much of a conversation a narrator can be sent beside its instructions. The record keeps all of it. */
export function historyRoom({ context }: ResolvedModel, instructions: string): HistoryRoom {
  if (context === undefined) return { fits: () => true, shorten: (told) => told };
  const room = context * FULL - estimateTokens(instructions);
  const most = Math.max(0, room * ONE_TURN);
  return {
    fits: (messages) =>
      messages.length < 3 || messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) <= room,
    shorten(told) {
      const tokens = estimateTokens(told);
      return tokens <= most ? told : cutText(told, Math.floor(told.length * (most / tokens)));
    },
  };
}
