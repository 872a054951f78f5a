import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder } from "../house-session.ts";

/** A folder with a transcript, and settings with which a failing model costs milliseconds. */
export function transcriptFolder(lines: readonly object[], name = "evening.jsonl"): string {
  const cwd = emptyFolder("observe-");
  writeFileSync(join(cwd, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  writeFileSync(
    join(cwd, "rehearse.config.ts"),
    "export default { retry: { attempts: 2, reasks: 0, firstDelayMs: 1, maxDelayMs: 2 } };",
  );
  return cwd;
}
