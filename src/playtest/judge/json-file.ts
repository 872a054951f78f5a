import { readFileSync } from "node:fs";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, jsonProblem } from "../../kernel/store/index.ts";
import { strictJson } from "./strict-json.ts";

/** What a person wrote as JSON: where it is none, the place is named. */
export function jsonFile(path: string, refused: (problem: string) => HarnessError): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
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
