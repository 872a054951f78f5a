import { z } from "zod";
import type { Phase, SessionConfig, Story, TurnRecord } from "../../contract/index.ts";
import { postJson, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { CREATION_TURNS, groupAnswer, narratorDirection, privateAnswers } from "../agents/index.ts";
import { isAddress } from "../../kernel/run/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";
import { moduleNarrator, type Permit } from "./narrator-module.ts";

/** What somebody's own narrator is asked: the contract of docs/guide/narrators.md. */
export type NarratorRequest = {
  version: 1;
  turn: number;
  phase: Phase;
  /** What a model would be told to do beside the story: create the characters, then begin. Empty in all later turns. */
  direction: string;
  /** The prompt and the guide, for narrators that take them. */
  prompt: string;
  story: string;
  guide: Story;
  players: string[];
  history: Array<{ turn: number; from: "narrator" | "group" | "player"; player?: string; text: string }>;
  /** What the narrator returned as its state a turn ago; null at first. */
  state: unknown;
};

const narratorAnswer = z.object(
  {
    text: z
      .string({ error: "`text` must be a string" })
      .refine((text) => text.trim() !== "", "`text` is empty"),
    state: z.unknown().optional(),
    keepsState: z.boolean({ error: "`keepsState` must be true or false" }).optional(),
  },
  { error: "it is no object" },
);
export type NarratorAnswer = z.infer<typeof narratorAnswer>;

const CONTRACT = "Answer { text, state? } to each turn, as docs/guide/narrators.md says; then resume.";

/** An HTTP endpoint or a TypeScript module as the narrator under test: `(history, state) → (text, state)`. */
export function outsideNarrator({
  gateway,
  model,
  config,
  permit,
}: {
  gateway: Gateway;
  model: ResolvedModel;
  config: SessionConfig;
  permit: Permit;
}): Narrator {
  const names = config.group.players.map(({ name }) => name);
  const ask = isAddress(model.id)
    ? overHttp(model.id, permit)
    : moduleNarrator({ name: model.id, path: config.narratorPath }, permit);
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const history = records.flatMap((record) => historyOf(record, names));
      const request: NarratorRequest = {
        version: 1,
        turn,
        phase: turn <= CREATION_TURNS ? "creation" : "story",
        direction: narratorDirection(turn, config),
        prompt: config.systemPrompt,
        story: config.story,
        guide: config.storyGuide,
        players: names,
        history,
        state: records.at(-1)?.narrator.state ?? null,
      };
      // Prompt and guide go along for those who want them; what they do with them is not ours to price.
      const counted = history.map(({ text }) => text).join("\n");
      const { answer } = await gateway.outside({
        call: `turn/${turn}/narrator`,
        role: "narrator",
        model,
        turn,
        signal,
        request,
        counted,
        schema: narratorAnswer,
        remedy: CONTRACT,
        send: (body, signal) => ask(body as NarratorRequest, signal),
      });
      return {
        text: answer.text,
        model: model.label,
        finish: "stop",
        state: answer.state,
        keepsState: answer.keepsState,
      };
    },
  };
}

function historyOf(record: TurnRecord, names: readonly string[]): NarratorRequest["history"] {
  const { turn, narrator, relay } = record;
  const answer = groupAnswer(record, names);
  return [
    { turn, from: "narrator", text: narrator.text },
    ...privateAnswers(record, names).map(({ name, answer }) => ({
      turn,
      from: "player" as const,
      player: name,
      text: answer,
    })),
    ...(answer === ""
      ? []
      : [{ turn, from: "group" as const, ...(relay && { player: names[relay.seat]! }), text: answer }]),
  ];
}

const overHttp = (url: string, permit: Permit) => async (request: NarratorRequest, signal: AbortSignal) =>
  postJson(await permit({ name: url, place: url }), request, signal);
