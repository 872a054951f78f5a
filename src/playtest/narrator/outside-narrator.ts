import { pathToFileURL } from "node:url";
import { resolve } from "node:path";
import { z } from "zod";
import type { SessionConfig, TurnRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { postJson, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";

/** What somebody's own narrator is asked: the contract of docs/guide/narrators.md. */
export type NarratorRequest = {
  version: 1;
  turn: number;
  /** The prompt and the guide, for narrators that take them. */
  prompt: string;
  story: string;
  players: string[];
  history: Array<{ turn: number; from: "narrator" | "group" | "player"; player?: string; text: string }>;
  /** What the narrator returned as its state a turn ago; null at first. */
  state: unknown;
};

const narratorAnswer = z.object({ text: z.string().min(1), state: z.unknown().optional(), keepsState: z.boolean().optional() });
export type NarratorAnswer = z.infer<typeof narratorAnswer>;

/** An HTTP endpoint or a TypeScript module as the narrator under test: `(history, state) → (text, state)`. */
export function outsideNarrator({ gateway, model, config }: { gateway: Gateway; model: ResolvedModel; config: SessionConfig }): Narrator {
  const names = config.group.players.map(({ name }) => name);
  const ask = /^https?:/.test(model.id) ? overHttp(model.id) : inModule(model.id);
  return {
    label: model.label,
    async tell({ records }: SessionState, { turn, signal }) {
      const request: NarratorRequest = {
        version: 1,
        turn,
        prompt: config.systemPrompt,
        story: config.story,
        players: names,
        history: records.flatMap((record) => historyOf(record, names)),
        state: records.at(-1)?.narrator.state ?? null,
      };
      const { answer } = await gateway.outside({ call: `turn/${turn}/narrator`, role: "narrator", model, turn, signal, request, schema: narratorAnswer, send: (body, signal) => ask(body as NarratorRequest, signal) });
      return { text: answer.text, model: model.label, finish: "stop", state: answer.state, keepsState: answer.keepsState };
    },
  };
}

function historyOf({ turn, narrator, players, relay }: TurnRecord, names: readonly string[]): NarratorRequest["history"] {
  return [
    { turn, from: "narrator", text: narrator.text },
    ...players.flatMap(({ seat, private: moment }) => (moment ? [{ turn, from: "player" as const, player: names[seat]!, text: moment.answer }] : [])),
    ...(relay ? [{ turn, from: "group" as const, player: names[relay.seat]!, text: relay.text }] : []),
  ];
}

type AskNarrator = (request: NarratorRequest, signal: AbortSignal) => Promise<unknown>;

const overHttp = (url: string): AskNarrator => (request, signal) => postJson(url, request, signal);

/** The module's default export is the function. It is loaded once, with the first turn. */
function inModule(path: string): AskNarrator {
  let loaded: Promise<AskNarrator> | undefined;
  const load = async (): Promise<AskNarrator> => {
    const module = (await import(pathToFileURL(resolve(path)).href).catch((error: unknown) => {
      throw unusable(path, error instanceof Error ? error.message : String(error), error);
    })) as { default?: unknown };
    if (typeof module.default !== "function") throw unusable(path, "its default export is no function");
    return module.default as AskNarrator;
  };
  return async (request, signal) => {
    loaded ??= load();
    return (await loaded)(request, signal);
  };
}

const unusable = (path: string, why: string, cause?: unknown) =>
  new HarnessError({ code: "bad-narrator", message: `The narrator ${path} cannot be used: ${why}`, remedy: "Export default async ({ turn, history, state }) => ({ text, state }); see docs/guide/narrators.md.", cause });
