/** Strict JSON, from people's files and from models' replies: no duplicate keys, nothing around it, nothing guessed. */
import type { HarnessError } from "../../kernel/errors/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { jsonProblem, readText } from "../../kernel/store/index.ts";

/** Refuses a duplicate key: a parser would take the last, and two scores for one metric are not a score. */
function strictJson(text: string): { value: unknown } | { problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      problem: /[{[]/.test(text)
        ? "it was not one JSON object and nothing else"
        : "it was prose and not JSON",
    };
  }
  const twice = duplicateKey(text);
  return twice === undefined
    ? { value }
    : { problem: `it had the key ${JSON.stringify(shorten(twice, 80))} twice in one object` };
}

/** The first key that an object in a valid JSON text has twice. */
function duplicateKey(json: string): string | undefined {
  const open: Array<Set<string> | null> = [];
  for (const { 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      // Decoded: "\u0061" is "a".
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}

/** JSON that a person wrote: a problem names its place. */
export function jsonFile(path: string, refused: (problem: string) => HarnessError): unknown {
  const text = readText(path);
  if (text.trim() === "") throw refused("it is empty");
  try {
    JSON.parse(text);
  } catch (error) {
    throw refused(jsonProblem(text, error));
  }
  const json = strictJson(text);
  if ("problem" in json) throw refused(json.problem);
  return json.value;
}

/**
 * The JSON in a model's reply. Many models think aloud first, or say "Sure!" and use a code fence: the answer is what
 * follows the thinking, or the content of the only fence. An ambiguous reply is refused.
 */
export function replyJson(reply: string): ReturnType<typeof strictJson> {
  const whole = strictJson(reply);
  if ("value" in whole) return whole;
  const said = afterThinking(reply);
  if (said === undefined) return { problem: "it broke off while thinking" };
  const fenced = FENCED.exec(said);
  // An object beside the fence is ambiguous.
  if (fenced === null || said.replace(fenced[0], "").includes("{"))
    return said === reply ? whole : strictJson(said);
  return strictJson(fenced[1]!);
}

const FENCED = /^[ \t]*```(?:json)?\s+([\s\S]*?)\s*```[ \t]*$/im;

/** Some servers omit the opening tag. Undefined: the thinking never ends. */
function afterThinking(reply: string): string | undefined {
  const end = /<\/think(?:ing)?>/i.exec(reply);
  if (end) return reply.slice(end.index + end[0].length);
  return /^\s*<think(?:ing)?>/i.test(reply) ? undefined : reply;
}
