import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { sessionResult, type SessionResult } from "../../contract/index.ts";
import { RESULT_FILE } from "./matrix-files.ts";

/** Sessions' results as `matrix.json` has them: for those of which nothing else is left. */
export function earlierSessions(dir: string, wanted: ReadonlySet<string>): Map<string, SessionResult> {
  const found = new Map<string, SessionResult>();
  if (wanted.size === 0) return found;
  try {
    for (const line of linesOf(join(dir, RESULT_FILE))) {
      // A result stands on a line of its own, and nothing else begins like that.
      if (!line.startsWith('{"')) continue;
      const { data } = sessionResult.safeParse(JSON.parse(line.replace(/,$/, "")));
      if (data && wanted.has(data.sessionId)) found.set(data.sessionId, data);
    }
  } catch {
    // Not there, or spoiled from here on.
  }
  return found;
}

/** One after the other: the file may be larger than a text can be. */
function* linesOf(path: string): Generator<string> {
  const fd = openSync(path, "r");
  try {
    const piece = Buffer.alloc(1 << 20);
    let open: Buffer[] = [];
    for (let size = readSync(fd, piece); size > 0; size = readSync(fd, piece)) {
      let from = 0;
      for (let at = piece.indexOf(10); at !== -1 && at < size; at = piece.indexOf(10, from)) {
        yield Buffer.concat([...open, piece.subarray(from, at)]).toString("utf8");
        open = [];
        from = at + 1;
      }
      open.push(Buffer.from(piece.subarray(from, size)));
    }
    yield Buffer.concat(open).toString("utf8");
  } finally {
    closeSync(fd);
  }
}
