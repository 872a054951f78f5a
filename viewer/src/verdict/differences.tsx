import type { ComparisonView } from "../../../src/contract/index.ts";
import { count, TextDiff } from "../ui/index.ts";
import { hunksOf, isAlike } from "./hunks.ts";

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
        {hunksOf(changes).map(({ before, after }, at) =>
          isAlike(before, after) ? (
            <TextDiff key={at} before={before} after={after} label={`${what}, change ${at + 1}`} />
          ) : (
            <div key={at} className="text-diff other-lines">
              {before !== "" && <del>{before}</del>}
              {after !== "" && <ins>{after}</ins>}
            </div>
          ),
        )}
      </details>
    );
  });
}
