import { createContext, memo, useContext, type ReactNode } from "react";
import { finderOf, foundWords, kindTitle, QuoteLink, Severity } from "../../ui/index.ts";
import { sidesOf, type Finding, type Note } from "../findings.ts";
import { lineOf, paragraphsOf, type Marks, type Paragraph } from "./passages.ts";

/** Shows a finding in one of the turns that it quotes. */
export const OpenFinding = createContext<(finding: Finding, turn: number) => void>(() => {});

/** A narration, paragraph by paragraph, with notes beside the quotes. Always rendered as plain text. */
export const Passage = memo(function Passage({ text, marks }: { text: string; marks: Marks }) {
  return paragraphsOf(text, marks).map((paragraph) => (
    <Noted key={paragraph.start} notes={paragraph.notes} marks={marks}>
      <p>
        <Parts parts={paragraph.parts} />
      </p>
    </Noted>
  ));
});

/** One person's words after their name, with notes below. */
export function Line({
  text,
  marks,
  className,
  children,
}: {
  text: string;
  marks: Marks;
  className?: string;
  /** Before the words. */ children?: ReactNode;
}) {
  const { parts, notes } = lineOf(text, marks);
  return (
    <Noted notes={notes} marks={marks}>
      <p className={className}>
        {children} <Parts parts={parts} />
      </p>
    </Noted>
  );
}

/** Marked words alone, where notes are shown elsewhere. */
export const Words = ({ text, marks }: { text: string; marks: Marks }) => (
  <Parts parts={lineOf(text, marks).parts} />
);

function Parts({ parts }: { parts: Paragraph["parts"] }) {
  return parts.map(({ text, start, note, isChosen }) =>
    note === null && !isChosen ? (
      text
    ) : (
      <mark
        key={start}
        className={[note && toneOf(note.finding), isChosen && "chosen"].filter(Boolean).join(" ")}
      >
        {text}
      </mark>
    ),
  );
}

const toneOf = ({ state, issue }: Finding): "hint" | "error" | "warning" =>
  state === "hint" ? "hint" : issue.severity;

function Noted({ notes, marks, children }: { notes: readonly Note[]; marks: Marks; children: ReactNode }) {
  if (notes.length === 0) return children;
  return (
    <div className="noted">
      <Notes notes={notes} marks={marks} />
      {children}
    </div>
  );
}

export function Notes({ notes, marks }: { notes: readonly Note[]; marks: Marks }) {
  return (
    <div className="margin-notes">
      {notes.map((note, at) =>
        note.isOwn ? (
          <OwnNote key={at} note={note} marks={marks} />
        ) : (
          <OtherNote key={at} note={note} isChosen={note.finding.key === marks.chosen.key} />
        ),
      )}
    </div>
  );
}

function OwnNote({ note: { finding }, marks }: { note: Note; marks: Marks }) {
  const open = useContext(OpenFinding);
  const { issue, state, key } = finding;
  return (
    <aside
      // Not a landmark: there may be several of one kind in a turn.
      role="note"
      className={`note ${toneOf(finding)} ${key === marks.chosen.key ? "chosen" : ""}`}
      aria-label={`${kindTitle(issue.kind)}, turn ${issue.turn}`}
    >
      <p>
        <Severity severity={issue.severity} isHint={state === "hint"} /> <b>{kindTitle(issue.kind)}</b>
      </p>
      <p>{issue.description}</p>
      {sidesOf(issue).others.map((other, at) => (
        <QuoteLink
          key={at}
          turn={other.turn}
          text={shortened(other.text)}
          open={() => open(finding, other.turn)}
        />
      ))}
      <p className="muted">
        {state === "hint"
          ? `Not scored. Noted by ${finderOf(issue.source)}`
          : `${foundWords(issue)}${state === "parent" ? ", in the parent" : ""}`}
      </p>
    </aside>
  );
}

/** At the earlier words: leads to the finding. */
function OtherNote({ note: { finding }, isChosen }: { note: Note; isChosen: boolean }) {
  const open = useContext(OpenFinding);
  const { kind, turn } = finding.issue;
  return (
    <button
      type="button"
      className={`note other-end ${toneOf(finding)} ${isChosen ? "chosen" : ""}`}
      onClick={() => open(finding, turn)}
    >
      {finding.state === "hint" ? "Hint" : "Finding"} in turn {turn}: {kindTitle(kind)}
    </button>
  );
}

const LONGEST = 110;
const shortened = (text: string): string =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, "")} …`;
