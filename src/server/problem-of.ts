import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Problem } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import { textWithoutSecrets } from "../kernel/secrets/index.ts";
import { InvalidReplyError, ProviderFailure } from "../kernel/models/index.ts";
import { Refusal } from "./refusal.ts";

/** Codes that say more to HTTP than their exit code does. */
const statuses: Readonly<Record<string, ContentfulStatusCode>> = {
  "unknown-test": 404,
  "unknown-topic": 404,
  "unknown-entity": 404,
  "no-tests": 404,
  "narrator-not-allowed": 403,
  "folder-locked": 409,
  "request-changed": 409,
  "nothing-calibrated": 502,
  "disk-full": 507,
};

/** Where the remedy speaks of flags, and whoever reads it has none. */
const remedies: Readonly<Record<string, string>> = {
  "unknown-test": "Ids are those of the test banks.",
  "unknown-entity": "Check added_entities: ids are those of the knowledge base.",
  "budget-spent":
    "Everything so far is saved. With a larger --budget of the server, the same request goes on.",
  "missing-keys": "Set them where the server is started. Without any, checks run with target=offline.",
  "narrator-not-allowed":
    "If you trust it, start the server with --allow-narrator PATH|URL. A module runs with the server's permissions.",
  interrupted: "Everything so far is saved. The same request goes on where it stopped.",
};

/** What the caller is told of an error. A stack is for the console of the server: `isBug` says that it belongs there. */
export function problemOf(error: unknown): { status: ContentfulStatusCode; body: Problem; isBug: boolean } {
  if (error instanceof HTTPException) return httpProblem(error);
  if (!(error instanceof HarnessError))
    return {
      status: 500,
      isBug: true,
      body: {
        error: {
          code: "internal",
          message: "Something went wrong inside of the server.",
          remedy: "Its console says where. Please report it.",
        },
      },
    };
  const { code, message, remedy } = error;
  const issues = error instanceof Refusal ? error.issues : undefined;
  return {
    status: statusOf(error),
    isBug: false,
    body: {
      error: {
        code,
        message: textWithoutSecrets(message),
        remedy: remedies[code] ?? remedy,
        ...(issues?.[0] && { field: issues[0].field, issues: [...issues] }),
      },
    },
  };
}

function statusOf(error: HarnessError): ContentfulStatusCode {
  if (error instanceof Refusal) return error.status;
  // Their codes come first: a model that a vendor does not know is no path that we do not know.
  if (error instanceof ProviderFailure) return error.code === "timeout" ? 504 : 502;
  if (error instanceof InvalidReplyError) return 502;
  return statuses[error.code] ?? ({ 1: 500, 2: 400, 3: 500, 4: 402, 130: 503 } as const)[error.exit];
}

/** What the framework itself refuses, in our form. */
function httpProblem({ status, message }: HTTPException) {
  const known: Record<number, Problem["error"]> = {
    400: { code: "bad-json", message: "The body is no JSON.", remedy: "Send one JSON document." },
    415: {
      code: "json-needed",
      message: "The body's type is not known.",
      remedy: "Send JSON, with Content-Type: application/json.",
    },
  };
  return {
    status: status as ContentfulStatusCode,
    isBug: false,
    body: {
      error: known[status] ?? { code: "refused", message, remedy: "/openapi.json says what can be asked." },
    },
  };
}
