import { readFileSync } from "node:fs";
import type { HarnessError } from "../errors/index.ts";
import { fileError } from "./file-error.ts";
import { jsonProblem } from "./json-problem.ts";

/** What a JSON file holds. What cannot be opened is told as every file is; what is no JSON, by `bad`, which knows what it should have been. */
export function readJson(path: string, bad: (problem: string) => HarnessError): unknown {
  let text: string;
  try {
    // Some editors begin a file with a byte order mark.
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw bad(jsonProblem(text, error));
  }
}
