/** How the API refuses: Refusal, invalid requests, and any error as the Problem that a caller receives. */
import type { Hook } from "@hono/zod-openapi";
import type { Env } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import type { Problem } from "../contract/index.ts";
import {
  type Call,
  type ErrorCode,
  HarnessError,
  type HarnessErrorFacts,
  type OptionStyle,
  snake,
} from "../kernel/errors/index.ts";
import { InvalidReplyError, ProviderFailure } from "../kernel/models/index.ts";
import { withoutSecrets } from "../kernel/secrets/index.ts";

export class Refusal extends HarnessError {
  readonly status: ContentfulStatusCode;

  constructor({ status, ...facts }: HarnessErrorFacts & { status: ContentfulStatusCode }) {
    super(facts);
    this.status = status;
  }
}

/** `what` names it: `Session "abc"`. Long names are cut. */
export const notFound = (what: string, name: string, remedy: string): Refusal =>
  new Refusal({
    status: 404,
    code: "not-found",
    message: `${what} ${JSON.stringify(name.slice(0, 200))} not found.`,
    remedy,
  });

/** `status`: 409 if the same is being done, 429 if too much is. */
export const busy = (status: 409 | 429, message: string, remedy: string, option?: string): Refusal =>
  new Refusal({ status, code: "busy", option, message, remedy });

export const serverClosing = (): Refusal =>
  new Refusal({
    status: 503,
    code: "closing",
    message: "The server is stopping.",
    remedy: "Send the request again when the server is back.",
  });

/** Codes with a more specific HTTP status than their exit code. */
const statuses: Readonly<Partial<Record<ErrorCode, ContentfulStatusCode>>> = {
  "unknown-option": 422,
  "missing-option": 422,
  "bad-value": 422,
  "bad-combination": 422,
  "unknown-name": 404,
  "no-tests": 404,
  "not-allowed": 403,
  "folder-locked": 409,
  "request-changed": 409,
  "no-result": 502,
  unreachable: 502,
  "disk-full": 507,
};

/** Reading has addresses of its own. */
const READS: Readonly<Record<string, string>> = { models: "GET /api/choices", report: "GET /api/sessions" };
const call = ({ operation, input }: Call): string =>
  READS[operation] ?? `POST /api/operations/${operation} ${JSON.stringify(input)}`;

/** How texts name the options of an operation's body, and calls. */
export const bodyStyle: OptionStyle = { options: "json", call };
/** Under `/cli/`. */
export const queryStyle: OptionStyle = { options: "query", call };

/** Remedies for callers of the API if the usual ones name flags. */
const remediesOverHttp: Readonly<Partial<Record<ErrorCode, string>>> = {
  "budget-spent":
    "Everything so far is saved. Restart the server with a larger --budget and send the same request to resume.",
  "budget-without-price":
    "Set the price in the rehearse.config.ts of the server, in USD per million tokens: " +
    "models: { NAME: { price: { input: 0, output: 0 } } }.",
  "not-allowed":
    "If you trust it, start the server with --allow-narrator PATH|URL. A module runs with the server's permissions.",
  interrupted: "Everything so far is saved. Send the same request to resume.",
};

/** A session or an experiment that can be resumed, and the budget that it needs if its own is spent. */
type Resumable = { id: string; budget?: number | undefined; /** Of the server. */ most: number | undefined };

export function remedyOverHttp(
  { code, remedy, exit }: Pick<HarnessError, "code" | "remedy"> & { exit?: HarnessError["exit"] },
  resumable?: Resumable,
): string {
  if (!resumable || exit === 2) return remediesOverHttp[code] ?? remedy;
  const { id, budget, most = Infinity } = resumable;
  return [
    exit === 4 || exit === 130 ? "Everything so far is saved." : remedy,
    budget !== undefined && budget > most ? `Restart the server with --budget ${budget}.` : [],
    `To resume: ${call({ operation: "resume", input: { dir: id, budget } })}`,
  ]
    .flat()
    .join(" ");
}

/** An error as the caller sees it. `isBug`: the error belongs on the console of the server, with its stack. */
export function problemOf(
  error: unknown,
  { style = bodyStyle, resumable }: { style?: OptionStyle; resumable?: Resumable | undefined } = {},
): { status: ContentfulStatusCode; body: Problem; isBug: boolean } {
  if (error instanceof HTTPException) return httpProblem(error);
  if (!(error instanceof HarnessError))
    return {
      status: 500,
      isBug: true,
      body: {
        error: {
          code: "bug",
          message: "Internal server error.",
          remedy: "The server's console shows the error. Please report it.",
        },
      },
    };
  const { code, option, message, remedy } = error.spell(style);
  const isOwn = error instanceof Refusal;
  return {
    status: statusOf(error),
    isBug: false,
    body: {
      error: {
        code,
        option: option !== undefined && style === queryStyle ? snake(option) : option,
        message: short(withoutSecrets(message), LONGEST_ERROR),
        remedy: isOwn ? remedy : remedyOverHttp(error, resumable),
      },
    },
  };
}

function statusOf(error: HarnessError): ContentfulStatusCode {
  if (error instanceof Refusal) return error.status;
  // Before the codes: a model unknown to a provider is not an unknown path.
  if (error instanceof ProviderFailure) return error.code === "timeout" ? 504 : 502;
  if (error instanceof InvalidReplyError) return 502;
  return statuses[error.code] ?? ({ 1: 500, 2: 400, 3: 500, 4: 402, 130: 503 } as const)[error.exit];
}

/** The framework's own refusals, in our form. */
function httpProblem({ status, message: said }: HTTPException) {
  const messages: Record<number, string> = {
    400: "The body is not JSON.",
    415: "The Content-Type of the body is not application/json.",
  };
  const message = messages[status] ?? said;
  const remedy = "/openapi.json describes every parameter and body.";
  return {
    status: status as ContentfulStatusCode,
    isBug: false,
    body: { error: { code: "invalid-request", message, remedy } },
  };
}

/** Runs what it is given one after another. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return <Out>(work: () => Promise<Out>): Promise<Out> => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** A request that does not fit its schema: 422, with everything that is wrong. */
export const refuseInvalid: Hook<unknown, Env, string, unknown> = (result) => {
  if (result.success) return;
  const found = (result.error as z.core.$ZodError).issues
    .slice(0, MOST_TOLD)
    .flatMap((issue) => issuesOf(issue, result.target))
    .slice(0, MOST_TOLD);
  throw badRequest(found[0]!.option, found);
};

/** A parameter or field, and what is wrong with it. */
export const invalid = (option: string, ...problems: string[]): Refusal =>
  badRequest(
    option,
    problems.map((message) => ({ option, message })),
  );

const badRequest = (option: string, found: readonly Issue[]): Refusal =>
  new Refusal({
    status: 422,
    code: "invalid-request",
    option,
    message: found.map(({ option, message }) => `${option}: ${message}`).join("; "),
    remedy: "/openapi.json describes every parameter.",
  });

type Issue = { option: string; message: string };

function issuesOf(issue: z.core.$ZodIssue, target: string): Issue[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, MOST_TOLD).map((key) => ({
      option: short([...issue.path, key].join(".")),
      message: "unknown parameter",
    }));
  // A query does not show which of several values is wrong.
  const isBody = target === "json";
  const option = isBody ? issue.path.join(".") : String(issue.path[0] ?? "");
  return [
    { option: short(option) || (isBody ? "body" : target), message: short(issue.message, LONGEST_MESSAGE) },
  ];
}

/** A request with a megabyte of names gets a short answer. */
const MOST_TOLD = 20;
const LONGEST = 100;
const LONGEST_MESSAGE = 500;
/** A file may have hundreds of problems. */
const LONGEST_ERROR = 4_000;
export const short = (text: string, most = LONGEST): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;
