import type { Hook } from "@hono/zod-openapi";
import type { Env } from "hono";
import type { z } from "zod";
import { Refusal, type Issue } from "./refusal.ts";

const places = {
  query: "query",
  param: "path",
  header: "header",
  json: "body",
  form: "body",
  cookie: "header",
} as const;

/** A request that does not fit its schema: 422, with each field that is wrong. */
export const refuseInvalid: Hook<unknown, Env, string, unknown> = (result) => {
  if (result.success) return;
  const where = places[result.target as keyof typeof places] ?? "query";
  throw invalid(
    (result.error as z.core.$ZodError).issues
      .slice(0, MOST_TOLD)
      .flatMap((issue) => issuesOf(issue, where))
      .slice(0, MOST_TOLD),
  );
};

export function invalid(issues: readonly Issue[]): Refusal {
  return new Refusal({
    status: 422,
    code: "invalid-request",
    message: issues.map(({ field, message }) => `${field}: ${message}`).join("; "),
    remedy: "/openapi.json says what can be asked.",
    issues,
  });
}

function issuesOf(issue: z.core.$ZodIssue, where: Issue["in"]): Issue[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.slice(0, MOST_TOLD).map((key) => ({
      field: short([...issue.path, key].join(".")),
      in: where,
      message: "nothing of this name can be given",
    }));
  // Which of several values it is, is nothing that an address shows.
  const field = where === "body" ? issue.path.join(".") : String(issue.path[0] ?? "");
  return [{ field: short(field) || where, in: where, message: short(issue.message, LONGEST_MESSAGE) }];
}

/** Who sends a megabyte of names gets an answer, and not the megabyte. */
const MOST_TOLD = 20;
const LONGEST = 100;
const LONGEST_MESSAGE = 500;
const short = (text: string, most = LONGEST): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;
