/** The user's own RAG system: behind an address, as a module or as functions. All questions go through the gateway. */
import { dirname, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import {
  mechanism,
  mechanisms,
  notAnswered,
  targetVersion,
  type Mechanism,
  type QuestionOf,
} from "../../contract/index.ts";
import { systemText } from "../../kernel/addresses/index.ts";
import { type ErrorCode, HarnessError } from "../../kernel/errors/index.ts";
import { sendJson, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { exists, issueText, realPath } from "../../kernel/store/index.ts";
import { attemptId, CANDIDATES, TOP_K, type Answers, type Target } from "../mechanisms/index.ts";
import { probeTarget } from "./probe-target.ts";
import type { Service } from "./service-file.ts";

type Send = (ask: string, request: object, signal: AbortSignal) => Promise<unknown>;

type OutsideOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  topK?: number;
  candidates?: number;
  /** The settings say that it always gives the same answer. */
  deterministic?: boolean;
  timeoutMs: number;
  signal?: AbortSignal;
};

const REMEDY = "docs/guide/retrieval.md shows the requests and answers of a target.";

/** The schema of each answer. Created once, because the gateway identifies a schema by reference. */
const replies = Object.fromEntries(
  mechanism.options.map((name) => [name, answerOr(mechanisms[name].reply)]),
) as Record<Mechanism, ReturnType<typeof answerOr>>;
const asks = mechanism.options.map((name) => mechanisms[name].ask);

/** Not a union, so that problems are reported field by field. */
function answerOr<Schema extends z.ZodType>(schema: Schema) {
  return z.unknown().transform((value, context): z.output<Schema> | z.output<typeof notAnswered> => {
    const none = notAnswered.safeParse(value);
    if (none.success) return none.data;
    const { success, data, error } = schema.safeParse(value);
    if (success) return data;
    for (const issue of error.issues)
      context.addIssue({ code: "custom", path: issue.path, message: issueText(issue) });
    return z.NEVER;
  });
}

/** An address that takes the contract's requests, or a service with a target file of its own. */
export function httpTarget(address: string, options: OutsideOptions & { service?: Service }): Target {
  const { service } = options;
  const url = service?.url ?? address;
  const send: Send = service
    ? (ask, request, signal) => service.ask(ask, request, signal)
    : (_ask, request, signal) => sendJson(url, { method: "POST", body: request, signal });
  return outsideTarget({ kind: "http", name: service?.name ?? url, address: url, send, service }, options);
}

/** A module that exports a function for each mechanism it has: `retrieve`, `handlers`, … */
export async function moduleTarget(path: string, options: OutsideOptions): Promise<Target> {
  const loaded = await loadModule(path);
  const own = functionsOf(loaded["default"] ?? loaded, { code: "bad-file", what: `${path} exports` });
  return inProcess(
    "module",
    path,
    { ...own, isFixed: own.isFixed || loaded["deterministic"] === true },
    options,
  );
}

/** A system in this process: its functions by what they are asked. */
export type GivenFunctions = {
  functions: Record<string, (request: object, context: { signal: AbortSignal }) => unknown>;
  /** It says that it always gives the same answer. */
  isFixed: boolean;
  /** The text of the functions, which identifies them as far as it goes: what they call may differ. */
  text: string;
};

/** Those of a program: a function that retrieves, or an object with what a module exports. */
export const givenFunctions = (name: string, given: object): GivenFunctions =>
  functionsOf(given, { code: "bad-value", what: `${systemText("target", name)} has` });

/** Absent functions: all answers come from a recording. */
export const functionTarget = (
  name: string,
  given: GivenFunctions | undefined,
  options: OutsideOptions,
): Target => inProcess("function", name, given ?? { functions: {}, isFixed: false, text: "" }, options);

function inProcess(
  kind: "module" | "function",
  name: string,
  { functions, isFixed }: GivenFunctions,
  options: OutsideOptions,
): Target {
  // A copy, as over HTTP: what a function does with it must not change the test.
  const send: Send = async (ask, request, signal) =>
    functions[ask] ? functions[ask](structuredClone(request), { signal }) : { not_answered: true };
  const deterministic = options.deterministic || isFixed;
  return outsideTarget({ kind, name, send }, { ...options, deterministic });
}

function functionsOf(given: unknown, { code, what }: { code: ErrorCode; what: string }): GivenFunctions {
  const offered = (typeof given === "function" ? { retrieve: given } : given) as GivenFunctions["functions"];
  const answered = asks.filter((ask) => typeof offered[ask] === "function");
  if (answered.length === 0)
    throw new HarnessError({
      code,
      message: `${what} none of ${asks.join(", ")}.`,
      remedy: REMEDY,
    });
  return {
    // Bound, because it may be an object with its own fields.
    functions: Object.fromEntries(answered.map((ask) => [ask, offered[ask]!.bind(offered)])),
    isFixed: (offered as Record<string, unknown>)["deterministic"] === true,
    text: answered.map((ask) => String(offered[ask])).join("\n"),
  };
}

async function loadModule(path: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(resolve(path)).href)) as Record<string, unknown>;
  } catch (error) {
    throw new HarnessError({
      code: "bad-file",
      option: "target",
      message: `${path} cannot be loaded: ${asNamed(error instanceof Error ? error.message : String(error), path)}`,
      remedy: REMEDY,
      cause: error,
    });
  }
}

/** Node's messages name the resolved path; callers over HTTP must not learn it. */
function asNamed(text: string, path: string): string {
  const [here, real] = [resolve(path), exists(path) ? realPath(path) : resolve(path)];
  return text.replaceAll(real, here).replaceAll(`${dirname(real)}${sep}`, `${dirname(here)}${sep}`);
}

type Asked = <Name extends Mechanism>(
  name: Name,
  question: QuestionOf<Name>,
  how?: { once: boolean },
  attempt?: number,
) => Promise<{ answer: unknown; source: string }>;

/** One question through the gateway, in the format of the contract. */
const asker =
  (send: Send, { gateway, model, signal }: OutsideOptions): Asked =>
  (name, question, how, attempt) => {
    const { ask } = mechanisms[name];
    return gateway.outside({
      call: `test/${question.test_id}/${ask}${attemptId(attempt)}`,
      role: "target",
      model,
      signal,
      request: { version: targetVersion, ask, ...question },
      schema: replies[name],
      remedy: REMEDY,
      send: (body, aborted) => send(ask, body as object, aborted),
      ...how,
    });
  };

/** The target does not have the mechanism. */
const isLeftOut = (answer: unknown): boolean => "not_answered" in (answer as object);

type Outside = {
  kind: "http" | "module" | "function";
  name: string;
  /** Default: the name. */
  address?: string;
  send: Send;
  service?: Service | undefined;
};

function outsideTarget(
  { kind, name, address = name, send, service }: Outside,
  options: OutsideOptions,
): Target {
  const { topK = TOP_K, candidates = CANDIDATES, deterministic = false, timeoutMs } = options;
  const asked = asker(send, options);
  const answers = Object.fromEntries(
    mechanism.options.map((one) => [
      one,
      async (question: QuestionOf<typeof one>, attempt?: number) => {
        const { answer } = await asked(one, question, undefined, attempt);
        return isLeftOut(answer) ? undefined : answer;
      },
    ]),
  ) as Answers;
  const facts = {
    name,
    kind,
    topK,
    candidates,
    notes: [],
    deterministic: deterministic ? mechanism.options : undefined,
    textPath: service?.textPath,
  };
  return {
    facts,
    ...answers,
    probe: (questions, worked) =>
      probeTarget(questions, {
        name: address,
        kind,
        timeoutMs,
        worked,
        file: service?.file,
        async put({ mechanism, question }, how) {
          const { source, answer } = await asked(mechanism, question, how);
          return source === "model" && !isLeftOut(answer);
        },
      }),
  };
}
