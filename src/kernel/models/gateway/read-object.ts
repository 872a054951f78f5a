import { z } from "zod";

export type ReadObject = { ok: true; json: unknown } | { ok: false; problem: string };

/** The JSON value in a reply, checked against its schema. Code fences and words around it are forgiven, nothing else. */
export function readObject(text: string, schema: z.ZodType): ReadObject {
  const json = parse(text.trim()) ?? parse(fenced(text)) ?? parse(braced(text));
  if (json === undefined)
    return { ok: false, problem: text.trim() === "" ? "it was empty." : "it was not JSON." };
  const { success, error } = schema.safeParse(json.value);
  return success
    ? { ok: true, json: json.value }
    : { ok: false, problem: `it did not fit the schema: ${firstIssues(error)}` };
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const fenced = (text: string): string => /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1] ?? "";

/** From the first bracket to the last one: what most models mean when they add a sentence of their own. */
function braced(text: string): string {
  const begin = text.search(/[{[]/);
  const end = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]"));
  return begin >= 0 && end > begin ? text.slice(begin, end + 1) : "";
}

function firstIssues(error: z.ZodError): string {
  const issues = error.issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`));
  return `${issues.join("; ")}${error.issues.length > 3 ? `; and ${error.issues.length - 3} more` : ""}.`;
}
