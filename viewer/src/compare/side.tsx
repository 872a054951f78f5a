import { useMemo } from "react";
import type { TurnView } from "../../../src/contract/index.ts";
import type { Finding, Note } from "../session/findings.ts";
import { Line, Notes, OpenFinding, Passage } from "../session/transcript/passage.tsx";
import { marksIn, marksOf, unplaced, type Chosen, type Marks } from "../session/transcript/passages.ts";
import { words } from "../ui/index.ts";
import { letter } from "./compare-link.ts";
import { markedSides } from "./marked-sides.ts";

/**
 * One session's side of a turn, with its findings at their quotes. Where both sides say almost the same, the words that
 * differ are marked.
 */
export function Side({
  at,
  side,
  number,
  turn,
  beside,
  notes,
  chosen,
  onFinding,
}: {
  /** Which of the compared sessions. */ at: number;
  side: number;
  number: number;
  turn: TurnView | undefined;
  beside: TurnView | undefined;
  notes: readonly Note[];
  chosen: Chosen;
  onFinding: (finding: Finding, turn: number) => void;
}) {
  const own = notes.filter(({ isOwn, finding }) => isOwn && finding.state !== "hint");
  return (
    <article className="side" data-at={at} aria-label={`${letter(at)}, turn ${number}`}>
      <header>
        <b className={`arm-mark arm-${at % 6}`}>{letter(at)}</b> <span className="turn-number">{number}</span>{" "}
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
          <Said turn={turn} beside={beside} side={side} notes={notes} chosen={chosen} />
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
  beside,
  side,
  notes,
  chosen,
}: {
  turn: TurnView;
  beside: TurnView | undefined;
  side: number;
  notes: readonly Note[];
  chosen: Chosen;
}) {
  const { marks, lost, narration, relay } = useMemo(() => {
    const marks = marksOf(turn, notes, chosen);
    const differing = (text: string, other: string | undefined) =>
      other === undefined
        ? undefined
        : markedSides(...((side === 0 ? [text, other] : [other, text]) as [string, string]))?.[side];
    const told = (
      where: "narration" | "relay",
      part: number,
      texts: [string, string | undefined],
    ): Marks => ({
      ...marksIn(marks, where, part),
      differing: differing(...texts),
    });
    return {
      marks,
      lost: unplaced(
        marks.notes,
        turn.quotes.filter((place) => place.in === "narration" || place.in === "relay"),
      ),
      narration: turn.narration.map(({ text }, part) =>
        told("narration", part, [text, beside?.narration[part]?.text]),
      ),
      relay: turn.relay && told("relay", 0, [turn.relay.text, beside?.relay?.text]),
    };
  }, [turn, beside, side, notes, chosen]);
  return (
    <>
      {lost.length > 0 && <Notes notes={lost} marks={marks} />}
      {turn.narration.map(({ text, to }, part) => (
        <div key={part} className={`narration ${to ? "private" : ""}`}>
          <Passage text={text} marks={narration[part]!} />
        </div>
      ))}
      {turn.relay && relay && (
        <div className="relay">
          <Line text={turn.relay.text} marks={relay}>
            <span className="whisper">The players tell the narrator:</span>{" "}
          </Line>
        </div>
      )}
    </>
  );
}
