import { strictJson } from "./strict-json.ts";

/**
 * The JSON in a model's reply. Many models think aloud first, or say "Sure!" and put the answer into a code fence: what
 * stands after the thinking, or in the one fence, is the answer. Anything that leaves a choice is none.
 */
export function replyJson(reply: string): ReturnType<typeof strictJson> {
  const whole = strictJson(reply);
  if ("value" in whole) return whole;
  const said = afterThinking(reply);
  if (said === undefined) return { problem: "it broke off while thinking" };
  const fenced = FENCED.exec(said);
  // A duplicate key is a problem of the whole; so is an object beside the fence, for which of the two is meant?
  if (fenced === null || said.replace(fenced[0], "").includes("{"))
    return said === reply ? whole : strictJson(said);
  return strictJson(fenced[1]!);
}

const FENCED = /^[ \t]*```(?:json)?\s+([\s\S]*?)\s*```[ \t]*$/im;

/** Some servers leave the opening mark out. Undefined: it never ends. */
function afterThinking(reply: string): string | undefined {
  const end = /<\/think(?:ing)?>/i.exec(reply);
  if (end) return reply.slice(end.index + end[0].length);
  return /^\s*<think(?:ing)?>/i.test(reply) ? undefined : reply;
}
