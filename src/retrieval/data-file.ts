/** Data files that people write by hand, in JSON or YAML: every problem is reported with its place. */
import { LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { HarnessError, typingErrors } from "../kernel/errors/index.ts";
import { fieldsAt, issueText, jsonProblem, readText } from "../kernel/store/index.ts";

type DataFile = {
  value: unknown;
  /** The line of a value, or of the nearest one around it. Undefined in JSON, which is read without places. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
};

/** YAML expands aliases: a small file could fill the memory. */
const MOST_ALIASES = 1_000;

/** Throws "bad-file" with `FILE:LINE: problem` lines. */
export function readDataFile(path: string, { remedy }: { remedy: string }): DataFile {
  const text = readText(path).replace(/^\uFEFF/, "");
  if (path.endsWith(".json"))
    try {
      return { value: JSON.parse(text) as unknown, lineOf: () => undefined };
    } catch (error) {
      throw badFile(
        path,
        [jsonProblem(text, error).replace(/^it is not JSON at line (\d+), /, "$1: not JSON, ")],
        remedy,
      );
    }
  const counter = new LineCounter();
  const document = parseDocument(text, { schema: "core", uniqueKeys: true, lineCounter: counter });
  const lineOf = (at: readonly PropertyKey[]): number => {
    for (let length = at.length; length > 0; length -= 1) {
      const node = document.getIn(at.slice(0, length), true) as { range?: [number, number, number] | null };
      if (node?.range) return counter.linePos(node.range[0]).line;
    }
    return 1;
  };
  if (document.errors.length > 0)
    throw badFile(
      path,
      document.errors.map(({ message, linePos }) => `${linePos?.[0].line ?? 1}: ${message.split("\n")[0]}`),
      remedy,
    );
  try {
    return { value: document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown, lineOf };
  } catch (error) {
    throw badFile(path, [`1: ${error instanceof Error ? error.message : String(error)}`], remedy);
  }
}

const REMEDY = "docs/guide/retrieval.md shows the form of every file.";

/** Gets at most one warning per file that was read although it is not quite as it should be. */
export type OnWarning = (warning: string) => void;

/**
 * The file in the shape of a schema, or everything that is wrong with it, line by line. With `onWarning` unknown fields
 * are left out; `prepare` may name more that is read leniently.
 */
export function readShaped<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  {
    remedy = REMEDY,
    prepare = (value) => value,
    onWarning,
  }: {
    remedy?: string;
    prepare?: (value: unknown, lenient: (what: string) => void) => unknown;
    onWarning?: OnWarning | undefined;
  } = {},
): z.output<Schema> {
  const { value, lineOf } = readDataFile(path, { remedy });
  const warnings: string[] = [];
  const prepared = prepare(value, (what) => warnings.push(what));
  const { data, error } = onWarning
    ? readLeniently(schema, prepared, {
        onUnknown: (fields) => warnings.push(`not read: ${fields}`),
      })
    : schema.safeParse(prepared);
  if (data === undefined)
    throw badFile(
      path,
      error!.issues.map((issue) => {
        const at = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]!] : issue.path;
        return [lineOf(at) ?? [], issue.path.join(".") || "the file", issueText(issue, { schema })]
          .flat()
          .join(": ");
      }),
      remedy,
    );
  if (warnings.length > 0) onWarning?.(`${path}: ${warnings.join("; ")}`);
  return data;
}

/**
 * Without unknown fields, and null as if it were not there. Unknown fields of conditions are errors: without them a
 * condition would hold more often.
 */
export function readLeniently<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { onUnknown }: { onUnknown: (fields: string) => void },
): z.ZodSafeParseResult<z.output<Schema>> {
  const strict = schema.safeParse(value);
  if (!strict.error) return strict;
  const copy: unknown = structuredClone(value);
  const at = (path: readonly PropertyKey[]) =>
    path.reduce<unknown>((owner, step) => Object(owner)[step] as unknown, copy);
  const drop = (path: readonly PropertyKey[], key: PropertyKey) =>
    Reflect.deleteProperty(Object(at(path)), key);
  const unknown = new Set<string>();
  for (const issue of strict.error.issues) {
    if (at(issue.path) === null) drop(issue.path.slice(0, -1), issue.path.at(-1)!);
    if (issue.code !== "unrecognized_keys" || issue.path.includes("when")) continue;
    for (const key of issue.keys) {
      const [close] = typingErrors(key, fieldsAt(schema, issue.path));
      unknown.add(JSON.stringify(key) + (close === undefined ? "" : ` (did you mean ${close}?)`));
      drop(issue.path, key);
    }
  }
  if (unknown.size > 0) onUnknown([...unknown].join(", "));
  return schema.safeParse(copy);
}

const SHOWN = 20;

export const badFile = (path: string, problems: readonly string[], remedy = REMEDY) =>
  new HarnessError({
    code: "bad-file",
    message: [
      `${path} cannot be used:`,
      ...problems
        .slice(0, SHOWN)
        .map((problem) => (/^\d/.test(problem) ? `  ${path}:${problem}` : `  ${problem}`)),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy,
  });
