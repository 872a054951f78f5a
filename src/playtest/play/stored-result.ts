import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sessionResult as shape, type SessionResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";

/** `session.json`, where there is one: a session that is being played, or was killed, has none. */
export function storedResult(dir: string): SessionResult | undefined {
  let text: string;
  try {
    text = readFileSync(join(dir, "session.json"), "utf8");
  } catch {
    return undefined;
  }
  try {
    return shape.parse(JSON.parse(text));
  } catch (error) {
    throw new HarnessError({
      code: "bad-result",
      message: `${join(dir, "session.json")} is not as it was written.`,
      remedy: "`rehearse resume` writes it anew from the turns and the journal.",
      cause: error,
    });
  }
}

/** The same for those who write it anew: a damaged one is as good as none. */
export function lastResult(dir: string): SessionResult | undefined {
  try {
    return storedResult(dir);
  } catch {
    return undefined;
  }
}
