import type { ComparisonView } from "../../../src/contract/index.ts";
import { count, TextDiff } from "../ui/index.ts";

/** Changed lines up to this many are shown at once; more are folded. */
const SHOWN_LINES = 12;

/** The texts that differ from the first session's, word by word. Unchanged lines are left out. */
export function Differences({
  texts,
  names,
}: {
  texts: ComparisonView["differs"]["texts"];
  /** The names of the sessions, by index. */ names: readonly string[];
}) {
  return texts.map(({ what, sessions, changes }) => {
    const against = `${sessions.map((at) => names[at]).join(", ")} against ${names[0]}`;
    return (
      <details
        key={`${what} ${sessions.join()}`}
        className="changed-text"
        open={changes.length <= SHOWN_LINES}
      >
        <summary>
          {what === "prompt text" ? "Prompt" : "Story guide"}: {against}{" "}
          <span className="muted">
            ({count(changes.filter(({ line }) => line.trim() !== "").length, "changed line")})
          </span>
        </summary>
        {hunksOf(changes).map(({ before, after }, at) => (
          <TextDiff key={at} before={before} after={after} label={`${what}, change ${at + 1}`} />
        ))}
      </details>
    );
  });
}

/** Removed lines with the added lines that follow them: they belong together, so that their words can be compared. */
function hunksOf(changes: ReadonlyArray<{ sign: "-" | "+"; line: string }>) {
  const hunks: Array<{ before: string[]; after: string[] }> = [];
  for (const { sign, line } of changes) {
    const open = hunks.at(-1);
    if (open === undefined || (sign === "-" && open.after.length > 0))
      hunks.push(sign === "-" ? { before: [line], after: [] } : { before: [], after: [line] });
    else open[sign === "-" ? "before" : "after"].push(line);
  }
  return hunks.map(({ before, after }) => ({ before: before.join("\n"), after: after.join("\n") }));
}
