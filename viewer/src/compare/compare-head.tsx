import { Link } from "wouter";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { Badge, count, outcomeWords } from "../ui/index.ts";
import { diceWords } from "../replay/branch-name.ts";
import { cautions } from "./cautions.ts";
import { letter } from "./compare-link.ts";

/** Which sessions are compared, what differs, and where they diverge. */
export function CompareHead({
  view: { sessions, differs, firstDifference, shared },
}: {
  view: ComparisonView;
}) {
  // If the prompts' names differ, the hash of their text adds nothing. The changed lines are listed below.
  const values = Object.entries(differs.values).filter(
    ([name]) => name !== "prompt text" || !("prompt" in differs.values),
  );
  return (
    <header className="compare-head">
      <h1>Compare {count(sessions.length, "session")}</h1>
      <ul>
        {sessions.map(({ id, outcome, branchedFrom }, at) => (
          <li key={id}>
            <b className={`arm-mark arm-${at % 6}`}>{letter(at)}</b>
            <Link href={`/sessions/${encodeURIComponent(id)}`}>
              {branchedFrom
                ? `branch of ${branchedFrom.sessionId} from turn ${branchedFrom.turn + 1}, ${diceWords(branchedFrom.replicate)}`
                : id}
            </Link>{" "}
            <Badge>{outcomeWords(outcome)}</Badge>
            <b className="small">
              {values
                .map(([name, each]) => `${valueNames[name] ?? `${name}:`} ${each[at] ?? "–"}`)
                .join(" · ")}
            </b>
            {branchedFrom && <span className="muted small">{id}</span>}
          </li>
        ))}
      </ul>
      <p className="muted">
        {values.length === 0 && differs.texts.length === 0 && "They have the same settings. "}
        {shared.branchPoint !== null && `They share all turns up to turn ${shared.branchPoint}. `}
        {firstDifference
          ? `The first difference is in turn ${firstDifference.turn}, in what the ${speakers[firstDifference.where]} said.`
          : "All common turns are identical."}
      </p>
      {cautions(differs).map((caution) => (
        <p key={caution}>{caution}</p>
      ))}
    </header>
  );
}

const speakers = { narrator: "narrator", players: "players", relay: "spokesperson" } as const;

/** `replicate` is the index of the dice roll; 0 is the parent's. */
const valueNames: Record<string, string> = { replicate: "dice", observer: "reader:" };
