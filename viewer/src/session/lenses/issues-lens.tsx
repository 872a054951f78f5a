import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Episode, Issue, Note, SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { editLink, editWords } from "../../replay/index.ts";
import { count, Empty, finderOf, foundWords, kindTitle, Quotes, Severity, words } from "../../ui/index.ts";

type IssuesLensProps = {
  view: SessionView;
  chosen: number | null;
  choose: (issue: number | null, turn: number) => void;
  go: (turn: number) => void;
};

/** The issues, each with its quotes. A click highlights them in the transcript. */
export function IssuesLens({ view, chosen, choose, go }: IssuesLensProps) {
  const { hints = [], read, notes } = view.result;
  const own = view.result.issues;
  if (own.length + hints.length === 0)
    return (
      <div className="lens">
        <Empty title="No findings">
          <ReadBy read={read} go={go} />
        </Empty>
        <Notes notes={notes} go={go} />
      </div>
    );
  return (
    <div className="lens">
      <ReadBy read={read} go={go} />
      {own.length === 0 && <p className="muted">No findings.</p>}
      <ol className="issue-list">
        {own.map((issue, index) => (
          <IssueItem
            key={index}
            issue={issue}
            chosen={chosen === index}
            choose={(turn) => choose(index, turn)}
            edit={editLink(view.card.id, { turn: issue.turn, issue: index })}
          />
        ))}
      </ol>
      {hints.length > 0 && (
        <details>
          <summary>Hints (not scored): {hints.length}</summary>
          <ol className="issue-list">
            {hints.map((hint, at) => (
              <IssueItem key={at} issue={hint} isHint chosen={false} choose={(turn) => choose(null, turn)} />
            ))}
          </ol>
        </details>
      )}
      <Notes notes={notes} go={go} />
    </div>
  );
}

/** What readers of the numbers must know, with the turns. */
function Notes({ notes, go }: { notes: readonly Note[]; go: (turn: number) => void }) {
  if (notes.length === 0) return null;
  return (
    <section className="notes">
      <h2>Notes</h2>
      <ul>
        {notes.map(({ code, turns = [], text }, at) => (
          <li key={at}>
            <b>{words(code)}</b>: {text}
            <TurnLinks turns={turns} go={go} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More would fill the page; the transcript marks all. */
const MOST_LINKS = 12;

function TurnLinks({ turns, go }: { turns: readonly number[]; go: (turn: number) => void }) {
  if (turns.length === 0) return null;
  return (
    <span className="turn-links">
      {turns.slice(0, MOST_LINKS).map((turn) => (
        <button key={turn} type="button" className="quiet" onClick={() => go(turn)}>
          Turn {turn}
        </button>
      ))}
      {turns.length > MOST_LINKS && <span className="muted small">and {turns.length - MOST_LINKS} more</span>}
    </span>
  );
}

/** Items above get their height only when they come near, so scrolling is repeated for this many frames. */
const FRAMES = 12;

/** One issue with its quotes. The chosen one is scrolled into view. */
function IssueItem({
  issue,
  isHint = false,
  chosen,
  choose,
  edit,
}: {
  issue: Issue | Episode;
  isHint?: boolean;
  chosen: boolean;
  choose: (turn: number) => void;
  /** The address of the editor. */ edit?: string;
}) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    let frame = 0;
    const show = (again: number) => {
      item.current?.scrollIntoView({ block: "nearest" });
      if (again > 0) frame = requestAnimationFrame(() => show(again - 1));
    };
    if (chosen) show(FRAMES);
    return () => cancelAnimationFrame(frame);
  }, [chosen]);
  return (
    <li ref={item} className={chosen ? "chosen" : undefined} aria-current={chosen ? "true" : undefined}>
      <button
        type="button"
        className="issue-head"
        onClick={() => choose(issue.turn)}
        title="Show it in the transcript"
      >
        <span className="turn-number">
          {"id" in issue && issue.lastTurn > issue.turn ? `${issue.turn}–${issue.lastTurn}` : issue.turn}
        </span>
        <Severity severity={issue.severity} isHint={isHint} />
        <b>{kindTitle(issue.kind)}</b>
        {"id" in issue && <span className="muted small">{count(issue.pointsLost, "point")} lost</span>}
      </button>
      <p>{issue.description}</p>
      <Quotes quotes={issue.evidence} open={({ turn }) => choose(turn)} />
      <p className="muted small">
        {isHint ? `Noted by ${finderOf(issue.source)}` : foundWords(issue)}
        {edit !== undefined && !exported && (
          <>
            {" · "}
            <Link href={edit}>{editWords(issue.turn)}</Link>
          </>
        )}
      </p>
    </li>
  );
}

/** Which detectors read the session, which turns they skipped, and what was not checked. */
function ReadBy({ read, go }: { read: SessionView["result"]["read"]; go: (turn: number) => void }) {
  const unread = read?.unread.map(({ turn }) => turn) ?? [];
  return (
    <ul className="muted small read-by">
      {readWords(read).map((line) => (
        <li key={line}>{line}</li>
      ))}
      {unread.length > 0 && (
        <li>
          Not read: <TurnLinks turns={unread} go={go} />
        </li>
      )}
    </ul>
  );
}

/** An empty list says nothing about what was not checked. */
export function readWords(read: SessionView["result"]["read"]): string[] {
  if (read === undefined) return ["This session predates readings."];
  const { asked, source = asked, turns, of, unread, notLookedFor } = read;
  const kinds = notLookedFor.map((kind) => kind.replaceAll("-", " ")).join(", ");
  return [
    source === undefined
      ? "No model read the turns (name an observer)."
      : `${source.replace("reader: ", "")} read ${turns.length} of ${of} turns.`,
    ...new Set(
      unread.flatMap(({ why, attempts }) => {
        const failed = attempts ? `It failed after ${count(attempts, "attempt")}` : "It failed";
        return why === undefined ? [] : [`${failed}: ${why}`];
      }),
    ),
    ...(notLookedFor.length > 0
      ? [`${asked === undefined ? "Not looked for" : "Not measured"}: ${kinds}.`]
      : []),
  ];
}
