import { shorten } from "../../kernel/report/index.ts";

/** JSON with no key twice in an object. With a key twice a parser takes the last: two scores for one metric are none. */
export function strictJson(text: string): { value: unknown } | { problem: string } {
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

/** The first key that an object of a valid JSON text has twice. */
function duplicateKey(json: string): string | undefined {
  const open: Array<Set<string> | null> = [];
  for (const { 0: token } of json.matchAll(/"(?:[^"\\]|\\.)*"(?:\s*:)?|[{}[\]]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (token.endsWith(":")) {
      // As it is meant, not as it is written: "\u0061" is "a".
      const key = JSON.parse(token.slice(0, -1)) as string;
      const keys = open.at(-1);
      if (keys?.has(key)) return key;
      keys?.add(key);
    }
  }
  return undefined;
}
