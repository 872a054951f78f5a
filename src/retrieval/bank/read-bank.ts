import type { z } from "zod";
import { HarnessError } from "../../kernel/errors/index.ts";
import { readJson } from "../../kernel/store/index.ts";

/** A JSON file in the shape of a schema, or everything that is wrong with it. */
export function readShaped<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  prepare: (value: unknown) => unknown = (value) => value,
): z.output<Schema> {
  const value = readJson(path, (problem) => badBank(path, [problem]));
  const { data, error } = schema.safeParse(prepare(value));
  if (data === undefined)
    throw badBank(
      path,
      error!.issues.map((issue) => problemAt(value, issue)),
    );
  return data;
}

/** Tests are named by their id where they have one: nobody counts to 57. */
function problemAt(value: unknown, { path, message }: z.core.$ZodIssue): string {
  const tests = Array.isArray(value) ? value : ((value as { tests?: unknown } | null)?.tests ?? []);
  const at = path[0] === "tests" && typeof path[1] === "number" ? path[1] : undefined;
  const id = at === undefined ? undefined : (tests as Array<{ test_id?: unknown } | undefined>)[at]?.test_id;
  const place = typeof id === "string" ? [id, ...path.slice(2)] : path;
  return `${place.join(".") || "(top)"}: ${message}`;
}

const SHOWN = 20;

export const badBank = (path: string, problems: readonly string[]) =>
  new HarnessError({
    code: "bad-bank",
    message: [
      `${path} cannot be used:`,
      ...problems.slice(0, SHOWN).map((problem) => `  ${problem}`),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy: "docs/guide/retrieval.md shows the form of every bank.",
  });
