import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { CREATION_TURNS, narratorInstructions, narratorHistory } from "../agents/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";
import { historyRoom } from "./history-room.ts";
import { sumUp } from "./sum-up.ts";

export type ModelNarratorOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  /** Sums up the oldest turns where the conversation outgrows the narrator's context. */
  summariser: ResolvedModel;
  config: SessionConfig;
};

/** A catalog model with a prompt and a guide: the usual narrator under test. */
export function modelNarrator({ gateway, model, summariser, config }: ModelNarratorOptions): Narrator {
  const instructions = narratorInstructions(config);
  const names = config.group.players.map(({ name }) => name);
  const room = historyRoom(model, instructions);
  const historyOf = narratorHistory({ names, config, shorten: room.shorten });
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const history = (context?: TurnRecord["context"]) => historyOf({ records, turn, context });
      const whole = history();
      const context = room.fits(whole)
        ? undefined
        : await sumUp({
            gateway,
            model: summariser,
            records,
            turn,
            signal,
            shorten: room.shorten,
            fitsWith: (context) => room.fits(history(context)),
          });
      const messages = context ? history(context) : whole;
      const reply = await gateway.text({
        call: `turn/${turn}/narrator`,
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
          players: config.group.players.map(({ name, archetype }) => ({ name, archetype })),
        },
      });
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
