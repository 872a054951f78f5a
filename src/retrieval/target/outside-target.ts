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
import { HarnessError } from "../../kernel/errors/index.ts";
import { postJson, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { CANDIDATES, RECORDED, TOP_K, type Target } from "./target.ts";

type Ask = "retrieve" | "handlers" | "match" | "always";
type Send = (ask: Ask, request: object, signal: AbortSignal) => Promise<unknown>;

export type OutsideOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  topK?: number;
  candidates?: number;
  /** Earlier answers to identical requests will do. */
  cached?: boolean;
  signal?: AbortSignal;
};

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
export const httpTarget = (url: string, options: OutsideOptions): Target =>
  outsideTarget("http", url, (_ask, request, signal) => postJson(url, request, signal), options);

/** Somebody's own RAG system as a module that exports any of `retrieve`, `handlers`, `match`, `always`. */
export async function moduleTarget(path: string, options: OutsideOptions): Promise<Target> {
  const functions = await loadModule(path);
  return outsideTarget(
    "module",
    path,
    async (ask, request, signal) =>
      functions[ask] ? functions[ask](request, { signal }) : { not_answered: true },
    options,
  );
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

function outsideTarget(
  kind: "http" | "module",
  name: string,
  send: Send,
  { gateway, model, topK = TOP_K, candidates = CANDIDATES, cached = false, signal }: OutsideOptions,
): Target {
  /** Undefined where the target does not do this. */
  async function ask<What extends Ask>(
    what: What,
    { testId, request }: { testId: string; request: object },
  ): Promise<Reply<What> | undefined> {
    const { answer } = await gateway.outside({
      call: `test/${testId}/${what}`,
      role: "target",
      model,
      signal,
      reuse: cached,
      request: { version: targetVersion, ask: what, test_id: testId, ...request },
      schema: replies[what],
      remedy: REMEDY,
      send: (body, aborted) => send(what, body as object, aborted),
    });
    return "not_answered" in (answer as object) ? undefined : (answer as Reply<What>);
  }

  return {
    facts: { name, kind, topK, candidates, notes: [] },
    async retrieve({ testId, message, userState }) {
      const reply = await ask("retrieve", {
        testId,
        request: { message, user_state: userState, top_k: topK, candidates },
      });
      if (!reply) return undefined;
      return {
        // All of them, also where they are more than was asked for: production would load them.
        selections: [...new Set(reply.selections.map(({ entity_id }) => entity_id))],
        ...(reply.candidates && {
          candidates: ranked(reply.candidates).slice(0, Math.max(RECORDED, candidates)),
        }),
      };
    },
    handlers: async ({ testId, userState }) =>
      (await ask("handlers", { testId, request: { user_state: userState } }))?.handlers,
    async match({ testId, message }) {
      const reply = await ask("match", { testId, request: { message } });
      return reply && { matches: reply.matches, details: reply.details ?? [] };
    },
    always: async ({ testId, userType, userState }) =>
      (await ask("always", { testId, request: { user_type: userType, user_state: userState } }))?.loaded,
  };
}

/** An entity that is told twice has the better of its places: it would count twice in recall. */
function ranked(told: NonNullable<RetrieveReply["candidates"]>): Candidate[] {
  const seen = new Set<string>();
  return told
    .filter(({ entity_id }) => !seen.has(entity_id) && seen.add(entity_id))
    .map((found, index) => ({ ...found, rank: index + 1 }));
}
