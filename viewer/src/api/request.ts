/** The only module that talks to the server. A refusal is thrown as an `ApiProblem` that says what to do. */
import { QueryClient } from "@tanstack/react-query";
import type { Problem } from "../../../src/contract/index.ts";
import { answerFrom, exported } from "../exported/index.ts";

export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly remedy: string;
  /** The option or field that is wrong. */ readonly option: string | undefined;

  constructor({
    status,
    code,
    message,
    remedy,
    option,
  }: Problem["error"] & {
    status: number;
  }) {
    super(message);
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.option = option;
  }
}

export const getJson = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  request<T>(withQuery(path, query), { signal: signal ?? null });

export const postJson = <T>(path: string, body: unknown = {}): Promise<T> =>
  request<T>(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json" },
  });

export const deleteJson = <T>(path: string): Promise<T> => request<T>(path, { method: "DELETE" });

/** A file to save, under the name that the server gives it. */
export async function getFile(path: string): Promise<{ blob: Blob; name: string }> {
  const answer = await send(path, {});
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  return { blob: await answer.blob(), name: decodeURIComponent(name ?? "download") };
}

async function request<T>(path: string, init: RequestInit): Promise<T> {
  if (exported) return fromFile<T>(path);
  const text = await (await send(path, init)).text();
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, { ...init, headers: { Accept: "application/json", ...init.headers } });
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiProblem({
      status: 0,
      code: "unreachable",
      message: "The server does not answer.",
      remedy: pageRemedy("unreachable", ""),
    });
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  // Without the cookie, every page is the login form.
  if (answer.status === 401) location.reload();
  throw problemOf(answer.status, text, init.method === "POST");
}

function fromFile<T>(path: string): T {
  const answer = answerFrom(exported!.answers, path);
  if (answer === undefined)
    throw new ApiProblem({
      status: 404,
      code: "not-in-this-file",
      message: "This page is not in the exported file.",
      remedy: "Open the original workspace to see it: rehearse serve",
    });
  return answer as T;
}

function problemOf(status: number, text: string, isForm: boolean): ApiProblem {
  try {
    const { error } = JSON.parse(text) as Problem;
    return new ApiProblem({
      status,
      code: error.code,
      message: error.message,
      remedy: pageRemedy(error.code, error.remedy, isForm),
      option: error.option,
    });
  } catch {
    return new ApiProblem({
      status,
      code: "unexpected",
      message: `The server answered ${status}.`,
      remedy: "Check the output of the server, then try again.",
    });
  }
}

/** Advice for readers of a page. The API's own advice is for authors of requests. */
const remedies: Record<string, string> = {
  unreachable:
    "It has probably been stopped. Start it again in your workspace with: rehearse serve. This page then reconnects by itself.",
  "not-found":
    "It may have been moved, renamed or deleted, or the address is mistyped. The lists show what exists.",
  "unknown-job":
    "The server was restarted. Played sessions are on the Sessions page, and runs start on the Retrieval page.",
  "unknown-route": "The page and the server may have different versions. Reload the page.",
  "invalid-request":
    "The address may be mistyped, or the page and the server have different versions. Go back to a list, or reload the page.",
  "token-needed": "Log in again with the server's token.",
  "too-large": "Shorten the text.",
  "session-over": "Replay from an earlier turn.",
  "narrator-keeps-state": "Choose another narrator: this one keeps its own state, which cannot be rewound.",
  "bad-result": "The page is built from the turns instead.",
  bug: "Try again. If it happens again, please report it with the output of the server.",
  closing: "Start the server again with: rehearse serve",
};

/** Users can correct a form, but not an address they followed a link to. */
const filledIn = "Correct the form and try again.";

export const pageRemedy = (code: string, remedy: string, isForm = false): string =>
  isForm && code === "invalid-request" ? filledIn : (remedies[code] ?? remedy);

export type Query = Record<string, string | number | readonly string[] | undefined | null>;

/** The path with a query string. Unset values are left out; a list repeats its key. */
export function withQuery(path: string, query: Query = {}): string {
  const set = Object.entries(query).flatMap(([key, value]) =>
    value == null || value === ""
      ? []
      : typeof value === "object"
        ? value.map((one) => [key, one])
        : [[key, String(value)]],
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
}

/** Retries only when the server is unreachable, failing or busy: a refusal would not change. */
const worthAnother = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  !(error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.status !== 429);

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: worthAnother, refetchOnWindowFocus: false } },
});
