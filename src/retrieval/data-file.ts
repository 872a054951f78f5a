/** Data files that people write by hand, in JSON or YAML: every problem is reported with its line. */
import { LineCounter, parseDocument, type Document } from "yaml";
import type { z } from "zod";
import { HarnessError } from "../kernel/errors/index.ts";
import { jsonProblem, readText } from "../kernel/store/index.ts";

type DataFile = {
  value: unknown;
  /** The line of a value, or of the nearest one around it. */
  lineOf(path: readonly PropertyKey[]): number;
};

/** YAML expands aliases: a small file could fill the memory. */
const MOST_ALIASES = 1_000;

/** Throws "bad-file" with `FILE:LINE: problem` lines. */
export function readDataFile(path: string, { remedy }: { remedy: string }): DataFile {
  const text = readText(path).replace(/^\uFEFF/, "");
  const counter = new LineCounter();
  const parse = () => parseDocument(text, { schema: "core", uniqueKeys: true, lineCounter: counter });
  let document: Document | undefined;
  const lineOf = (at: readonly PropertyKey[]): number => {
    document ??= parse();
    for (let length = at.length; length > 0; length -= 1) {
      const node = document.getIn(at.slice(0, length), true) as { range?: [number, number, number] | null };
      if (node?.range) return counter.linePos(node.range[0]).line;
    }
    return 1;
  };
  if (path.endsWith(".json"))
    try {
      return { value: JSON.parse(text) as unknown, lineOf };
    } catch (error) {
      throw badFile(
        path,
        [jsonProblem(text, error).replace(/^it is not JSON at line (\d+), /, "$1: not JSON, ")],
        remedy,
      );
    }
  document = parse();
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

/** The file in the shape of a schema, or everything that is wrong with it, line by line. */
export function readShapedData<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  options: { remedy: string },
): z.output<Schema> {
  const { value, lineOf } = readDataFile(path, options);
  const { data, error } = schema.safeParse(value);
  if (data !== undefined) return data;
  throw badFile(
    path,
    error!.issues.map((issue) => {
      const at = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0]!] : issue.path;
      return `${lineOf(at)}: ${issue.path.join(".") || "the file"}: ${problemText(issue)}`;
    }),
    options.remedy,
  );
}

const SHOWN = 20;

export const badFile = (path: string, problems: readonly string[], remedy: string) =>
  new HarnessError({
    code: "bad-file",
    message: [
      `${path} cannot be used:`,
      ...problems
        .slice(0, SHOWN)
        .map((problem) => `  ${/^\d/.test(problem) ? `${path}:${problem}` : problem}`),
      ...(problems.length > SHOWN ? [`  and ${problems.length - SHOWN} more`] : []),
    ].join("\n"),
    remedy,
  });

const typesInWords: Readonly<Record<string, string>> = {
  string: "text",
  array: "a list",
  object: "an object",
  number: "a number",
  boolean: "true or false",
};

export function problemText(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys")
    return `unknown field ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  if (issue.code !== "invalid_type") return issue.message;
  const wanted = typesInWords[issue.expected] ?? issue.expected;
  return issue.message.endsWith("received undefined") ? `missing (expected ${wanted})` : `expected ${wanted}`;
}
