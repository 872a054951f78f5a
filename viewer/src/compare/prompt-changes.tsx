import { count } from "../ui/index.ts";
import type { ComparisonView } from "../../../src/contract/index.ts";

/** Which lines of a text are not the same. */
export function PromptChanges({ texts }: { texts: ComparisonView["differs"]["texts"] }) {
  return texts.map(({ what, changes }, at) => (
    <details key={at}>
      <summary>
        The {what} differs in {count(changes.length, "line")}
      </summary>
      <pre className="diff">
        {changes.map(({ sign, line }, at) => (
          <span key={at} className={sign === "+" ? "added" : "removed"}>
            {sign} {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </details>
  ));
}
