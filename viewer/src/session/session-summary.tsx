import { Link } from "wouter";
import type { SessionView } from "../../../src/contract/index.ts";
import { editLink, editWords } from "../replay/index.ts";
import { ResumeForm, runDir } from "../runs/index.ts";
import {
  asSentence,
  count,
  foundWords,
  kindTitle,
  outcomeWords,
  Quotes,
  Severity,
  turnSpan,
} from "../ui/index.ts";
import { issueKey, sidesOf, worstOf, type Finding } from "./findings.ts";

/** How to say that a session did not reach its end. Absent: it did, or it is being played. */
const endings: Partial<Record<SessionView["card"]["outcome"], string>> = {
  timeout: "The story did not end in time",
  failed: "The session failed",
  budget: "The budget ran out",
  interrupted: "The session was interrupted",
  unfinished: "The session is unfinished",
};

/** What went wrong, the worst finding with its quotes, and what to do next. Nothing if all is well. */
export function SessionSummary({
  view,
  onFinding,
  canEdit,
}: {
  view: SessionView;
  onFinding: (finding: Finding, turn: number) => void;
  canEdit: boolean;
}) {
  const { card, result } = view;
  const index = worstOf(view);
  const issue = result.issues[index];
  // How it ended is not known where it cannot be read to its end.
  const ending = card.live || card.unreadable !== undefined ? undefined : endings[card.outcome];
  const mayGoOn = ["budget", "interrupted", "unfinished"].includes(card.outcome);
  if (view.as !== null || (!issue && ending === undefined)) return null;
  // The turn of the mistake, or the last one that was played.
  const last = view.turns.at(-1)?.turn ?? 0;
  const edit = issue ? { turn: issue.turn, issue: index } : { turn: last };
  return (
    <section
      className={`session-summary ${issue?.severity === "error" || card.outcome === "failed" ? "bad" : ""}`}
    >
      <div className="summary-words">
        {ending !== undefined && (
          <p>
            <b>{ending}</b>
            {card.why ? `: ${asSentence(card.why)}` : ` (${outcomeWords(card.outcome)}).`}
          </p>
        )}
        {issue && (
          <>
            <p>
              <Severity severity={issue.severity} />{" "}
              <b>
                {result.issues.length > 1
                  ? `Worst of ${count(result.issues.length, "finding")}`
                  : "The only finding"}
                : {kindTitle(issue.kind)} in {turnSpan(issue.turn, issue.lastTurn)},{" "}
                {count(issue.pointsLost, "point")} lost.
              </b>{" "}
              {issue.description} <span className="muted">{foundWords(issue)}.</span>
            </p>
            <p className="summary-quotes">
              <Quotes
                quotes={[sidesOf(issue).own ?? [], ...sidesOf(issue).others.slice(-1)].flat()}
                open={({ turn }) =>
                  onFinding({ key: issueKey(index), issue, index, state: "confirmed" }, turn)
                }
              />
            </p>
          </>
        )}
      </div>
      {canEdit && mayGoOn && ending !== undefined && card.of === undefined && (
        <ResumeForm
          dir={runDir({ kind: "session", id: card.id })}
          hasBudget
          needsBudget={card.outcome === "budget"}
        />
      )}
      {canEdit && last > 0 && (
        <Link className="button primary" href={editLink(card.id, edit)}>
          {editWords(edit.turn)}
        </Link>
      )}
    </section>
  );
}
