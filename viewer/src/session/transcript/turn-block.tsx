import { memo, useMemo } from "react";
import type { Note as SessionNote, TurnMark, TurnView } from "../../../../src/contract/index.ts";
import { editWords } from "../../replay/edit-link.ts";
import { count, duration, words } from "../../ui/index.ts";
import type { Note } from "../findings.ts";
import { Line, Notes, Passage } from "./passage.tsx";
import { marksIn, marksOf, unplaced, type Chosen, type Marks } from "./passages.ts";
import { TableTalk } from "./table-talk.tsx";

type TurnBlockProps = {
  mark: TurnMark;
  turn: TurnView;
  names: readonly string[];
  /** Findings that quote this turn. */
  notes: readonly Note[];
  chosen: Chosen;
  /** What readers of the numbers must know about this turn. */
  sessionNotes: readonly SessionNote[];
  /** It was copied from the parent. */
  isInherited: boolean;
  current: boolean;
  /** Absent if nothing can be replayed from here. */
  onReplay?: ((turn: number) => void) | undefined;
  onIssue?: (turn: number) => void;
};

/** One turn: the narration, the players' replies, and what was passed on to the narrator, with findings at their quotes. */
export const TurnBlock = memo(function TurnBlock({
  mark,
  turn,
  names,
  notes,
  chosen,
  sessionNotes,
  isInherited,
  current,
  onReplay,
  onIssue,
}: TurnBlockProps) {
  const marks = useMemo(() => marksOf(turn, notes, chosen), [turn, notes, chosen]);
  const lost = unplaced(marks.notes, turn.quotes);
  return (
    <article
      className={`turn ${mark.kind} ${current ? "current" : ""} ${isInherited ? "inherited" : ""}`}
      aria-label={`Turn ${mark.turn}`}
    >
      <header>
        <span className="turn-number">{mark.turn}</span>
        {mark.kind !== "other" && (
          <span className={`kind ${mark.kind}`}>
            {beatWords(mark) ?? (mark.kind === "pulse" ? "own beat" : mark.kind)}
          </span>
        )}
        <span className="turn-title" title={turn.title}>
          {turn.title}
        </span>
        {isInherited && <span className="turn-flag">parent's turn</span>}
        {mark.issues > 0 && onIssue && (
          <button
            type="button"
            className={`quiet issue-mark ${notes.some(isError) ? "error" : ""}`}
            tabIndex={current ? 0 : -1}
            onClick={() => onIssue(mark.turn)}
          >
            {count(mark.issues, "finding")}
          </button>
        )}
        {mark.ms > 0 && !mark.recorded && (
          <span className="muted small number" title="Time to play this turn">
            {duration(mark.ms)}
          </span>
        )}
        {onReplay && (
          <button
            type="button"
            className="quiet replay-here"
            tabIndex={current ? 0 : -1}
            onClick={() => onReplay(mark.turn)}
            aria-label={editWords(mark.turn)}
          >
            Edit and replay
          </button>
        )}
      </header>
      <TurnFlags notes={sessionNotes} />
      {lost.length > 0 && <Notes notes={lost} marks={marks} />}
      <Said turn={turn} names={names} marks={marks} />
      {notes.length > marks.notes.length && (
        <button type="button" className="quiet small" onClick={() => onIssue?.(mark.turn)}>
          {notes.length - marks.notes.length} more findings and hints quote this turn
        </button>
      )}
    </article>
  );
});

/** "beats 3 to 7": a turn may tell several. */
const beatWords = ({ pulse, pulses = 1 }: TurnMark): string | undefined =>
  pulse === undefined ? undefined : pulses > 1 ? `beats ${pulse - pulses + 1} to ${pulse}` : `beat ${pulse}`;

const isError = ({ isOwn, finding: { issue } }: Note): boolean => isOwn && issue.severity === "error";

/** The session's notes on this turn, where it happened. */
function TurnFlags({ notes }: { notes: readonly SessionNote[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="turn-flags">
      <summary>
        {[...new Set(notes.map(({ code }) => code))].map((code) => (
          <span key={code} className="turn-flag warn">
            {words(code)}
          </span>
        ))}
      </summary>
      <ul>
        {notes.map(({ code, text }, at) => (
          <li key={at}>
            <b>{words(code)}</b>: {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Said({ turn, names, marks }: { turn: TurnView; names: readonly string[]; marks: Marks }) {
  return (
    <>
      <Narration segments={turn.narration} names={names} marks={marks} />
      <TableTalk players={turn.players} crossTalk={turn.crossTalk} names={names} marks={marks} />
      {turn.tableTalk && (
        <p className="manner">
          Table talk: the narrator was not told what{" "}
          {turn.tableTalk.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ")} talked about.
        </p>
      )}
      {turn.relay && (
        <div className="relay">
          <Line text={turn.relay.text} marks={marksIn(marks, "relay", 0)}>
            <span className="whisper">{names[turn.relay.seat] ?? "The group"} tells the narrator:</span>{" "}
            <RelayNoise relay={turn.relay} names={names} />
          </Line>
        </div>
      )}
    </>
  );
}

/** How faithfully the dice let the spokesperson pass it on. */
function RelayNoise({
  relay: { noise, dropped },
  names,
}: {
  relay: NonNullable<TurnView["relay"]>;
  names: readonly string[];
}) {
  if (noise === undefined || noise === "faithful") return null;
  return (
    <span className="manner relay-noise">
      {noise}
      {dropped !== undefined && ` (${names[dropped] ?? `seat ${dropped}`})`}{" "}
    </span>
  );
}

/** The narration. A private passage names its listeners. */
export function Narration({
  segments,
  names,
  marks,
}: {
  segments: TurnView["narration"];
  names: readonly string[];
  marks: Marks;
}) {
  return segments.map(({ text, to }, at) => (
    <div key={at} className={to === null ? "narration" : "narration private"}>
      {to !== null && (
        <p className="whisper">
          {to.length === 0
            ? "Private, recipient unknown"
            : `Only ${to.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ")} hears`}
        </p>
      )}
      <Passage text={text} marks={marksIn(marks, "narration", at)} />
    </div>
  ));
}
