import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { estimateTokens, type Gateway, type PromptMessage, type ResolvedModel } from "../../kernel/models/index.ts";
import { CREATION_TURNS, narratorInstructions, narratorMessages } from "../agents/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";

/** The share of its context that a narrator's conversation may take before the oldest turns are summed up. */
const FULL = 0.8;

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
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const whole = narratorMessages({ records, names, config, turn });
      const context = fits(instructions, whole, model) ? undefined : await sumUp(records, turn, signal);
      const messages = context ? narratorMessages({ records, names, config, turn, context }) : whole;
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
      return { text: reply.text, model: `${model.provider}/${reply.model}`, finish: reply.finish, context, truth: reply.truth };
    },
  };

  /** The older half of what is still told word for word becomes a summary: an event of the session, not a provider's error at turn 80. */
  async function sumUp(records: readonly TurnRecord[], turn: number, signal: AbortSignal | undefined): Promise<TurnRecord["context"]> {
    const before = records.findLast(({ context }) => context)?.context;
    const open = records.filter((record) => record.turn > (before?.upToTurn ?? 0));
    const old = open.slice(0, Math.max(1, Math.floor(open.length / 2)));
    const { text } = await gateway.text({
      call: `turn/${turn}/summary`,
      role: "observer",
      model: summariser,
      turn,
      signal,
      instructions: "You sum up an interactive story for its narrator, who will go on from it: places, people, what was decided and what followed, what was promised, what each player was told alone (marked as such). Facts only, in order.",
      messages: [{ role: "user", content: [before?.summary ?? "", ...old.map(({ turn, narrator, relay }) => `Turn ${turn}\nNarrator: ${narrator.text}\nGroup: ${relay?.text ?? ""}`)].filter((part) => part !== "").join("\n\n") }],
    });
    return { kind: "summarised", upToTurn: old.at(-1)!.turn, summary: text };
  }
}

function fits(instructions: string, messages: readonly PromptMessage[], { context }: ResolvedModel): boolean {
  if (context === undefined || messages.length < 3) return true;
  return messages.reduce((sum, { content }) => sum + estimateTokens(content), estimateTokens(instructions)) <= context * FULL;
}
