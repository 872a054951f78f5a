import { systemText } from "../../kernel/addresses/index.ts";
import { HarnessError, type HarnessErrorFacts } from "../../kernel/errors/index.ts";
import { InvalidReplyError, ProviderFailure } from "../../kernel/models/index.ts";
import { counted, shorten } from "../../kernel/report/index.ts";
import { mechanisms } from "../../contract/index.ts";
import type { AnyQuestion } from "../mechanisms/index.ts";
import { listsIn } from "./templates.ts";

/** Asks one question. `false`: answered from an earlier run, or not implemented. */
type Put = (question: AnyQuestion, how: { once: boolean }) => Promise<boolean>;

/** One unusable answer may be the test's fault; after this many it is the target's. */
const TRIED = 3;

type Failure = ProviderFailure | InvalidReplyError;

/**
 * Asks the first test alone, before all others are sent: with the usual retries, because a service may be starting. If
 * it fails, two more are asked once each.
 */
export async function probeTarget(
  questions: Iterable<AnyQuestion>,
  {
    put,
    worked,
    ...target
  }: {
    /** Its address, or the name of its module or function. */
    name: string;
    kind: "http" | "module" | "function";
    timeoutMs: number;
    worked: "run" | "baseline" | undefined;
    /** The target file, which says what is sent. */
    file?: string | undefined;
    put: Put;
  },
): Promise<void> {
  let tried = 0;
  let requests = 0;
  let first: { error: Failure; ask: string } | undefined;
  for (const question of questions) {
    try {
      if (await put(question, { once: tried > 0 })) return;
    } catch (error) {
      if (!(error instanceof ProviderFailure || error instanceof InvalidReplyError)) throw error;
      if (worked === "run" && isOfOneTest(error)) return;
      requests += error.attempts ?? 1;
      first ??= { error, ask: mechanisms[question.mechanism].ask };
      if (isSilent(error) || ++tried === TRIED) break;
    }
  }
  if (!first) return;
  const { code, message, remedy } = problemOf(first.error, { ...target, ask: first.ask });
  const exit = worked || isDown(first.error) ? 3 : 2;
  throw new HarnessError({
    code,
    message: `${BEGINS[exit]}${message.replace(/(?<![.!?])$/, ".")} ${counted(requests, "request")} failed.`,
    remedy,
    exit,
    cause: first.error,
  });
}

/** The caller can mend what never worked: an address, a header, the form of an answer. */
const BEGINS = { 2: "", 3: "Could not be judged: " } as const;

const isOfOneTest = (error: Failure): boolean =>
  error instanceof InvalidReplyError ||
  (isSilent(error) ? error.code === "timeout" : ![401, 403].includes(error.status!));

/** Nothing answered at all. */
const isSilent = ({ code }: Failure): boolean => ["unreachable", "connection-lost", "timeout"].includes(code);

const isDown = (error: Failure): boolean =>
  error instanceof ProviderFailure && (isSilent(error) || error.status === 429 || error.status! >= 500);

function problemOf(
  error: Failure,
  {
    name,
    kind,
    timeoutMs,
    ask,
    file,
  }: Pick<Parameters<typeof probeTarget>[1], "name" | "kind" | "timeoutMs" | "file"> & { ask: string },
): Pick<HarnessErrorFacts, "code" | "message" | "remedy"> {
  if (error instanceof InvalidReplyError)
    return {
      code: "invalid-reply",
      message:
        `${systemText("target", name)} answered ${ask} in an unexpected format: ` +
        `${oneLine(error.problem)} ${listsText(error.text)}It sent ` +
        `“${shorten(oneLine(error.text), 200)}”`,
      remedy:
        kind !== "http" ? RETURN_IT : file === undefined ? MAP_IT : `Change the paths of ${ask} in ${file}.`,
    };
  if (error.code === "timeout")
    return {
      code: "timeout",
      message: `${systemText("target", name)} did not answer its first request within ${timeoutMs / 1_000} s.`,
      remedy:
        "Check its log. If it is slow to start, send it a request first, or raise timeoutMs in rehearse.config.ts.",
    };
  const { status, message } = error;
  if (status === undefined)
    return { code: isSilent(error) ? "unreachable" : "outside-failed", message, remedy: error.remedy };
  return {
    code: status < 400 ? "malformed-response" : "outside-failed",
    message,
    remedy: remedyFor(status, file),
  };
}

/** A page instead of JSON may be one to log in. */
function remedyFor(status: number, file: string | undefined): string {
  if (status >= 500 || status === 429) return "Check its log.";
  if (file !== undefined) return `Check url, method, headers and request in ${file}.`;
  return status === 401 || status === 403
    ? "An address alone gets no credentials. Write a target file with headers (docs/guide/retrieval.md), " +
        "or call the target from a module."
    : "Check its path: it must take the POST requests of docs/guide/retrieval.md.";
}

/** Where the ids may be. */
function listsText(text: string): string {
  let response: unknown;
  try {
    response = JSON.parse(text);
  } catch {
    return ""; // Cut, or not JSON.
  }
  const lists = listsIn(response);
  return lists.length === 0 ? "" : `The response has lists at ${lists.join("; ")}. `;
}

const RETURN_IT = "docs/guide/retrieval.md shows what the functions of a target return.";
const MAP_IT =
  "Answer as in docs/guide/retrieval.md, or map your own JSON with a target file, which it describes.";

const oneLine = (text: string): string => text.replaceAll(/[✖→\s]+/g, " ").trim();
