/** A catalog model as the narrator under test, with its prompt and its guide. */
import type { SessionConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  estimateTokens,
  isContextExceeded,
  type Gateway,
  type PromptMessage,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import { CREATION_TURNS, narratorInstructions, narratorHistory } from "../agents/index.ts";
import { toldPulses, type Narrator, type SessionState } from "../session/index.ts";
import {
  historyRoom,
  lastSummary,
  openTurns,
  sumUp,
  type Summary,
  type SumUpOptions,
} from "./summarise-history.ts";

export type ModelNarratorOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  /**
   * Summarises the oldest turns if the conversation outgrows the narrator's context. The narrator does it itself if this
   * model's context is smaller.
   */
  summariser: ResolvedModel;
  config: SessionConfig;
};

export function modelNarrator({ gateway, model, summariser, config }: ModelNarratorOptions): Narrator {
  const instructions = narratorInstructions(config);
  const names = config.group.players.map(({ name }) => name);
  const fits = (messages: readonly PromptMessage[]) =>
    messages.length < 3 || sizeOf(messages) <= historyRoom(model, instructions);
  const historyOf = narratorHistory({ names, config });
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const told = toldPulses(records);
      const history = (context?: Summary) => historyOf({ records, turn, told, context });
      const summarise = (options: Pick<SumUpOptions, "call" | "model" | "before" | "fitsWith">) =>
        sumUp({ gateway, records, names, turn, signal, ...options });
      const ask = (call: string, messages: PromptMessage[]) =>
        gateway.text({
          call,
          role: "narrator",
          model,
          turn,
          signal,
          instructions,
          cacheInstructions: true,
          messages,
          stage: {
            kind: "narrator",
            turn,
            phase: turn <= CREATION_TURNS ? "creation" : "story",
            guide: config.storyGuide,
            told,
            players: config.group.players.map(({ name, archetype }) => ({ name, archetype })),
          },
        });

      const whole = history();
      let context = fits(whole)
        ? undefined
        : await summarise({
            call: `turn/${turn}/summary`,
            model: (summariser.context ?? Infinity) < (model.context ?? Infinity) ? model : summariser,
            fitsWith: (summary) => fits(history(summary)),
          });
      const messages = context ? history(context) : whole;
      let reply: Awaited<ReturnType<typeof ask>>;
      try {
        reply = await ask(`turn/${turn}/narrator`, messages);
      } catch (error) {
        // The model's real context is smaller than the catalog's, or unknown to it.
        const before = context ?? lastSummary(records);
        if (!isContextExceeded(error) || openTurns(records, before).length < 2) throw error;
        context = await summarise({
          call: `turn/${turn}/again/summary`,
          model: summariser,
          before,
          fitsWith: (summary) => sizeOf(history(summary)) <= sizeOf(messages) / 2,
        });
        // An id of its own: the journal ties every call to its first request.
        reply = await ask(`turn/${turn}/again/narrator`, history(context)).catch((again: unknown) => {
          throw isContextExceeded(again) ? stillTooLong(again, context!) : again;
        });
      }
      return {
        text: reply.text,
        model: `${model.provider}/${reply.model}`,
        finish: reply.finish,
        context,
        truth: reply.truth,
      };
    },
  };
}

const sizeOf = (messages: readonly PromptMessage[]): number =>
  messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);

const stillTooLong = (error: HarnessError, { upToTurn }: Summary) =>
  new HarnessError({
    code: error.code,
    message: `${error.message} Turns 1 to ${upToTurn} were already replaced by a summary.`,
    remedy:
      "If your server limits the context, raise the limit and resume. " +
      "Otherwise branch from the last turn with a narrator that has a larger context: " +
      "`rehearse replay --checkpoint FILE --narrator NAME`.",
    exit: 3,
    cause: error,
  });
