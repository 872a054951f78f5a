import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sessionResult as shape, type SessionResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { NewerFormatError, refuseNewer } from "../../kernel/store/index.ts";

/** `session.json`, where there is one: a session that is being played, or was killed, has none. */
export function storedResult(dir: string): SessionResult | undefined {
  const path = join(dir, "session.json");
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    refuseNewer(value, path);
    return shape.parse(value);
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    throw new HarnessError({
      code: "bad-result",
      message: `${path} is damaged.`,
      remedy: "`rehearse resume` writes it anew from the turns and the journal.",
      cause: error,
    });
  }
}

/** The same for those who write it anew: a damaged one is as good as none. One of a later version is not theirs to replace. */
export function lastResult(dir: string): SessionResult | undefined {
  try {
    return storedResult(dir);
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    return undefined;
  }
}
