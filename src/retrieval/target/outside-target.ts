import { existsSync, realpathSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import {
  alwaysReply,
  handlersReply,
  matchReply,
  notAnswered,
  retrieveReply,
  targetVersion,
  type Candidate,
  type RetrieveReply,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { postJson, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { probeTarget } from "./probe-target.ts";
import { CANDIDATES, RECORDED, TOP_K, type Question, type Target } from "./target.ts";

type Ask = Question["ask"];
type Send = (ask: Ask, request: object, signal: AbortSignal) => Promise<unknown>;

export type OutsideOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  topK?: number;
  candidates?: number;
  /** Earlier answers to identical requests will do. */
  cached?: boolean;
  /** How long one attempt may take. */
  timeoutMs: number;
  /** Told when the first answer keeps people waiting: the most it may take. */
  onWait?: (timeoutMs: number) => void;
  clock: Clock;
  signal?: AbortSignal;
};

/** Whoever waits longer than this is told what for. */
const SLOW_MS = 1_000;
const REMEDY = "docs/guide/retrieval.md shows what a target is asked and what it answers.";

/** What each question may be answered with. Made once: the gateway knows a schema again by its identity. */
const replies = {
  retrieve: answerOr(retrieveReply),
  handlers: answerOr(handlersReply),
  match: answerOr(matchReply),
  always: answerOr(alwaysReply),
};
type Reply<What extends Ask> = Exclude<z.output<(typeof replies)[What]>, z.output<typeof notAnswered>>;

/** Not a union: what is wrong with an answer is told field by field. */
function answerOr<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((value, context): z.output<Schema> | z.output<typeof notAnswered> => {
    const none = notAnswered.safeParse(value);
    if (none.success) return none.data;
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    for (const { path, message } of error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  });
}

/** Somebody's own RAG system behind HTTP: one address, asked by POST. */
export function httpTarget(url: string, options: OutsideOptions): Target {
  const asked = asker((_ask, request, signal) => postJson(url, request, signal), options);
  // Loading and warming up may take a while; what has not even begun to answer then is not worth two minutes.
  const timeoutMs = options.timeoutMs / 4;
  return {
    ...outsideTarget("http", url, asked, options),
    async probe(questions) {
      const over = new AbortController();
      options.clock.sleep(SLOW_MS, over.signal).then(
        () => options.onWait?.(timeoutMs),
        () => {}, // It answered in time.
      );
      try {
        await probeTarget(questions, {
          url,
          timeoutMs,
          put: async (question) => (await asked(question, { once: true, timeoutMs })).source === "model",
        });
      } finally {
        over.abort();
      }
    },
  };
}

/** Somebody's own RAG system as a module that exports any of `retrieve`, `handlers`, `match`, `always`. */
export async function moduleTarget(path: string, options: OutsideOptions): Promise<Target> {
  const functions = await loadModule(path);
  const send: Send = async (ask, request, signal) =>
    functions[ask] ? functions[ask](request, { signal }) : { not_answered: true };
  return outsideTarget("module", path, asker(send, options), options);
}

type Functions = Partial<Record<Ask, (request: object, context: { signal: AbortSignal }) => unknown>>;

async function loadModule(path: string): Promise<Functions> {
  let loaded: Record<string, unknown>;
  try {
    loaded = (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new HarnessError({
      code: "bad-target",
      message: `${path} cannot be loaded: ${asNamed(error instanceof Error ? error.message : String(error), path)}`,
      remedy: REMEDY,
      cause: error,
    });
  }
  const offered = (loaded["default"] ?? loaded) as Functions;
  const answers = (["retrieve", "handlers", "match", "always"] as const).filter(
    (ask) => typeof offered[ask] === "function",
  );
  if (answers.length === 0)
    throw new HarnessError({
      code: "bad-target",
      message: `${path} exports none of retrieve, handlers, match, always.`,
      remedy: REMEDY,
    });
  // Called on what was exported: it may be an object with fields of its own.
  return Object.fromEntries(answers.map((ask) => [ask, offered[ask]!.bind(offered)]));
}

/** Node tells where a link leads; who asks over HTTP must not learn it. */
function asNamed(text: string, path: string): string {
  const [here, real] = [resolve(path), existsSync(path) ? realpathSync(path) : resolve(path)];
  return text.replaceAll(real, here).replaceAll(`${dirname(real)}${sep}`, `${dirname(here)}${sep}`);
}

type Asked = (
  question: Question,
  how?: { once: true; timeoutMs: number },
) => Promise<{ answer: unknown; source: string }>;

/** One question through the gateway, as the contract words it. */
const asker =
  (
    send: Send,
    { gateway, model, topK = TOP_K, candidates = CANDIDATES, cached = false, signal }: OutsideOptions,
  ): Asked =>
  (question, how) => {
    const { ask, testId } = question;
    return gateway.outside({
      call: `test/${testId}/${ask}`,
      role: "target",
      model,
      signal,
      reuse: cached,
      request: { version: targetVersion, ask, test_id: testId, ...bodyOf(question, { topK, candidates }) },
      schema: replies[ask],
      remedy: REMEDY,
      send: (body, aborted) => send(ask, body as object, aborted),
      ...how,
    });
  };

function bodyOf(question: Question, { topK, candidates }: { topK: number; candidates: number }): object {
  switch (question.ask) {
    case "retrieve":
      return { message: question.message, user_state: question.userState, top_k: topK, candidates };
    case "handlers":
      return { user_state: question.userState };
    case "match":
      return { message: question.message };
    case "always":
      return { user_type: question.userType, user_state: question.userState };
  }
}

function outsideTarget(
  kind: "http" | "module",
  name: string,
  asked: Asked,
  { topK = TOP_K, candidates = CANDIDATES }: OutsideOptions,
): Target {
  /** Undefined where the target does not do this. */
  async function answer<What extends Ask>(
    question: Extract<Question, { ask: What }>,
  ): Promise<Reply<What> | undefined> {
    const { answer } = await asked(question);
    return "not_answered" in (answer as object) ? undefined : (answer as Reply<What>);
  }

  return {
    facts: { name, kind, topK, candidates, notes: [] },
    async retrieve(ask) {
      const reply = await answer<"retrieve">({ ask: "retrieve", ...ask });
      if (!reply) return undefined;
      return {
        // All of them, also where they are more than was asked for: production would load them.
        selections: [...new Set(reply.selections.map(({ entity_id }) => entity_id))],
        ...(reply.candidates && {
          candidates: ranked(reply.candidates).slice(0, Math.max(RECORDED, candidates)),
        }),
      };
    },
    handlers: async (ask) => (await answer<"handlers">({ ask: "handlers", ...ask }))?.handlers,
    async match(ask) {
      const reply = await answer<"match">({ ask: "match", ...ask });
      return reply && { matches: reply.matches, details: reply.details ?? [] };
    },
    always: async (ask) => (await answer<"always">({ ask: "always", ...ask }))?.loaded,
  };
}

/** An entity that is told twice has the better of its places: it would count twice in recall. */
function ranked(told: NonNullable<RetrieveReply["candidates"]>): Candidate[] {
  const seen = new Set<string>();
  return told
    .filter(({ entity_id }) => !seen.has(entity_id) && seen.add(entity_id))
    .map((found, index) => ({ ...found, rank: index + 1 }));
}
