import type { SessionView } from "../../../../src/contract/index.ts";
import { readWords } from "./read-words.ts";

/** Who read the session, which turns they did not read, and what nobody looked for. */
export function ReadBy({ read }: { read: SessionView["result"]["read"] }) {
  return (
    <ul className="muted small read-by">
      {readWords(read).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
