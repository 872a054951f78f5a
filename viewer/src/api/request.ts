/** The only place that talks to the server. Refusals arrive as an `ApiProblem` that says what to do. */
import type { Problem } from "../../../src/contract/index.ts";
import { answerFrom, exported, whyMissing } from "../exported/index.ts";
import { pageRemedy } from "./page-remedy.ts";
import { withQuery, type Query } from "./with-query.ts";

export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly remedy: string;

  constructor({
    status,
    code,
    message,
    remedy,
  }: {
    status: number;
    code: string;
    message: string;
    remedy: string;
  }) {
    super(message);
    this.status = status;
    this.code = code;
    this.remedy = remedy;
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

async function request<T>(path: string, init: RequestInit): Promise<T> {
  if (exported) return fromFile<T>(path);
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
  const text = await answer.text();
  if (answer.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
  throw problemOf(answer.status, text, init.method === "POST");
}

function fromFile<T>(path: string): T {
  const answer = answerFrom(exported!.answers, path);
  if (answer === undefined)
    throw new ApiProblem({ status: 404, code: "not-in-this-file", ...whyMissing(exported!.problems, path) });
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
    });
  } catch {
    return new ApiProblem({
      status,
      code: "unexpected",
      message: `The server answered ${status}.`,
      remedy: "Look at what the server printed; then try again.",
    });
  }
}
