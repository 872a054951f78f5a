import { readFileSync } from "node:fs";
import { HarnessError } from "../../kernel/errors/index.ts";
import { withoutSecrets } from "../../kernel/secrets/index.ts";
import { fileError } from "../../kernel/store/index.ts";
import { findContent } from "./find-content.ts";

/** A narrator prompt: its name, and its text as it is now. Sessions keep the text, so later edits do not reach them. */
export function loadPrompt(
  asked: string,
  { workspace }: { workspace?: string } = {},
): { name: string; text: string } {
  const { name, path } = findContent("prompt", asked, { workspace });
  let text: string;
  try {
    // A session that is resumed must send what it sent before: a key is taken out at the start, not only on disk.
    text = withoutSecrets(readFileSync(path, "utf8").trim());
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  if (text === "")
    throw new HarnessError({
      code: "empty-prompt",
      message: `The prompt ${path} is empty.`,
      remedy: "Write what the narrator should do, or choose another.",
    });
  return { name, text };
}
