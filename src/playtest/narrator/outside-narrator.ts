/** The user's own narrator under test: an HTTP endpoint, a TypeScript module or a function. */
import { z } from "zod";
import { resolve } from "node:path";
import { narratorMarks, type SessionConfig, type TurnRecord } from "../../contract/index.ts";
import { sendJson, type Gateway, type ResolvedModel, requireReachable } from "../../kernel/models/index.ts";
import { CREATION_TURNS, groupAnswer, narratorDirection, privateAnswers } from "../agents/index.ts";
import { isAddress, isFunction } from "../../kernel/addresses/index.ts";
import { keepOut, SECRET_NAME } from "../../kernel/secrets/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import type { Narrator, SessionState } from "../session/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { inProcess, openNarrator } from "./in-process-narrator.ts";
import type { NarratorAnswer, NarratorRequest } from "../../contract/index.ts";

const narratorAnswer = z
  .object({
    text: z.string().refine((text) => text.trim() !== "", "is empty"),
    marks: narratorMarks.optional(),
    state: z.unknown().optional(),
    keepsState: z.boolean().optional(),
  })
  .superRefine(({ text, marks }, check) => {
    const at = (marks?.private ?? []).findIndex((one) => !text.includes(one.text));
    if (at !== -1)
      check.addIssue({
        code: "custom",
        path: ["marks", "private", at, "text"],
        message: "must occur in `text`, word for word",
      });
  }) satisfies z.ZodType<NarratorAnswer>;

const CONTRACT = "Return { text, marks?, state? } for each turn (see docs/guide/narrators.md), then resume.";

/** The user's own system as the narrator under test: `(history, state) → (text, marks, state)`. */
export function outsideNarrator({
  gateway,
  model,
  config,
  harness,
}: {
  gateway: Gateway;
  model: ResolvedModel;
  config: SessionConfig;
  harness: OutsideHarness;
}): Narrator {
  const names = config.group.players.map(({ name }) => name);
  const ask = isAddress(model.id)
    ? overHttp(model, harness)
    : inProcess(() => openNarrator(model.id, config, harness));
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
      // Prompt and guide are sent for narrators that want them; their use is not priced here.
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
        marks: answer.marks,
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
      : [{ turn, from: "group" as const, player: relay && names[relay.seat], text: answer }]),
  ];
}

/** What a narrator outside needs besides the gateway. */
export type OutsideHarness = Pick<Harness, "permits" | "functions" | "settings" | "variable">;

const overHttp =
  (model: ResolvedModel, harness: OutsideHarness) => async (request: NarratorRequest, signal: AbortSignal) =>
    sendJson(await harness.permits.permit({ name: model.name, place: model.id }), {
      method: "POST",
      headers: headersFor(model.id, harness),
      body: request,
      signal,
    });

/** The headers that the settings name for an address. The value of a variable is sent, and stored nowhere. */
function headersFor(address: string, { settings, variable }: Pick<OutsideHarness, "settings" | "variable">) {
  const [, headers = {}] =
    Object.entries(settings.narratorHeaders).find(([named]) => named === address) ?? [];
  return Object.fromEntries(
    Object.entries(headers).map(([header, text]) => {
      const value = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
        const found = variable(name);
        if (found === undefined) throw unsetVariable(name, header);
        keepOut({ [name]: found });
        return found;
      });
      if (SECRET_NAME.test(header)) keepOut({ [header]: value });
      return [header, value];
    }),
  );
}

const unsetVariable = (name: string, header: string) =>
  new HarnessError({
    code: "bad-settings",
    message: `narratorHeaders: the header ${header} uses the environment variable ${name}, which is not set.`,
    remedy: `Set ${name}, or remove the header from the settings.`,
  });

/** What a plan records of a narrator: its name, and for a module also its current file. */
export const narratorNamed = ({
  name,
  provider,
  id,
}: ResolvedModel): Pick<SessionConfig, "narratorModel" | "narratorPath"> => ({
  narratorModel: name,
  narratorPath: provider === "outside" && !isAddress(id) && !isFunction(id) ? resolve(id) : undefined,
});

/**
 * Throws if the user's own narrator may not be used, loaded or reached: before a folder is made, and before any call.
 */
export async function requireNarrator(
  model: ResolvedModel,
  config: Pick<SessionConfig, "narratorPath" | "pinned">,
  harness: OutsideHarness & Pick<Harness, "heard">,
): Promise<void> {
  const { heard } = harness;
  const { provider, id, label } = model;
  if (provider !== "outside") return;
  if (!isAddress(id)) {
    await openNarrator(id, config, harness);
    return;
  }
  await harness.permits.permit({ name: model.name, place: id });
  headersFor(id, harness);
  // One that has answered before and fails now is retried at the next call.
  if (!heard.has(label)) await requireReachable(id, { who: `The narrator ${id}` });
}
