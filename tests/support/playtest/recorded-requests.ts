/** Every text of every request in a recording, by call id. */
import { join } from "node:path";
import { readLineLog } from "../../../src/kernel/store/index.ts";

export function requestsIn(dir: string): Map<string, string> {
  const lines: Array<Record<string, unknown>> = [];
  readLineLog(join(dir, "recording.jsonl"), ({ value }) => lines.push(value));
  const parts = new Map(lines.map((line) => [line["hash"], line]));
  const textOf = (value: unknown): string => {
    if (typeof value === "string") return value;
    if (typeof value !== "object" || value === null) return "";
    const reference = (value as { "#"?: string })["#"];
    if (reference === undefined) return Object.values(value).map(textOf).join("\n");
    const part = parts.get(reference)!;
    if (part["type"] === "text") return part["text"] as string;
    if (part["type"] === "value") return textOf(part["value"]);
    return [part["after"] === undefined ? "" : textOf({ "#": part["after"] }), textOf(part["item"])].join(
      "\n",
    );
  };
  return new Map(
    lines.filter(({ type }) => type === "call").map(({ call, request }) => [call as string, textOf(request)]),
  );
}
