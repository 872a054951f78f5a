import { useMemo } from "react";
import type { TurnView } from "../../../src/contract/index.ts";
import type { Finding, Note } from "../session/findings.ts";
import { Line, Notes, OpenFinding } from "../session/transcript/passage.tsx";
import { marksIn, marksOf, unplaced, type Chosen } from "../session/transcript/passages.ts";
import { Narration } from "../session/transcript/turn-block.tsx";
import { words } from "../ui/index.ts";
import { letter } from "./compare-link.ts";

/** One session's side of a turn, with its findings at their quotes. */
export function Side({
  at,
  number,
  turn,
  names,
  notes,
  chosen,
  onFinding,
}: {
  /** Which of the compared sessions. */ at: number;
  number: number;
  turn: TurnView | undefined;
  names: readonly string[];
  notes: readonly Note[];
  chosen: Chosen;
  onFinding: (finding: Finding, turn: number) => void;
}) {
  const own = notes.filter(({ isOwn, finding }) => isOwn && finding.state !== "hint");
  return (
    <article className="side" data-at={at} aria-label={`${letter(at)}, turn ${number}`}>
      <header>
        <b className={`arm-mark arm-${at}`}>{letter(at)}</b> <span className="turn-number">{number}</span>{" "}
        <span className="turn-title">{turn?.title}</span>
        {own.map(({ finding }) => (
          <button
            key={finding.key}
            type="button"
            className="quiet issue-mark small"
            onClick={() => onFinding(finding, number)}
          >
            {words(finding.issue.kind)}
          </button>
        ))}
      </header>
      {turn ? (
        <OpenFinding value={onFinding}>
          <Said turn={turn} names={names} notes={notes} chosen={chosen} />
        </OpenFinding>
      ) : (
        <p className="muted small">This session has no turn {number}.</p>
      )}
    </article>
  );
}

/** The narration and the relay. The note of a finding that quotes anything else comes before them. */
function Said({
  turn,
  names,
  notes,
  chosen,
}: {
  turn: TurnView;
  names: readonly string[];
  notes: readonly Note[];
  chosen: Chosen;
}) {
  const marks = useMemo(() => marksOf(turn, notes, chosen), [turn, notes, chosen]);
  const lost = unplaced(
    marks.notes,
    turn.quotes.filter((place) => place.in === "narration" || place.in === "relay"),
  );
  return (
    <>
      {lost.length > 0 && <Notes notes={lost} marks={marks} />}
      <Narration segments={turn.narration} names={names} marks={marks} />
      {turn.relay && (
        <div className="relay">
          <Line text={turn.relay.text} marks={marksIn(marks, "relay", 0)}>
            <span className="whisper">The players tell the narrator:</span>{" "}
          </Line>
        </div>
      )}
    </>
  );
}
