import { memo } from "react";
import type { TurnMark, TurnView } from "../../../../src/contract/index.ts";
import { duration } from "../../ui/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";
import { TableTalk } from "./table-talk.tsx";

type TurnBlockProps = {
  mark: TurnMark;
  /** The number of unreadable turns before this one. */
  missing: number;
  /** The guide's title of the turn. */
  title: string | undefined;
  /** Absent while loading. */
  turn: TurnView | undefined;
  names: readonly string[];
  quotes: readonly WantedQuote[];
  current: boolean;
  /** Absent if nothing can be replayed. */
  onReplay?: (turn: number) => void;
  onIssue?: (turn: number) => void;
};

/** One turn: the narration, the players' replies, and what was passed on to the narrator. */
export const TurnBlock = memo(function TurnBlock({
  mark,
  missing,
  title,
  turn,
  names,
  quotes,
  current,
  onReplay,
  onIssue,
}: TurnBlockProps) {
  return (
    <>
      {missing > 0 && (
        <p className="turn-gap">
          {missing === 1
            ? `Turn ${mark.turn - 1} cannot be read.`
            : `Turns ${mark.turn - missing} to ${mark.turn - 1} cannot be read.`}
        </p>
      )}
      <article className={`turn ${mark.kind} ${current ? "current" : ""}`} aria-label={`Turn ${mark.turn}`}>
        <header>
          <span className="turn-number">{mark.turn}</span>
          {mark.kind !== "other" && (
            <span className={`kind ${mark.kind}`}>
              {mark.pulse !== undefined
                ? `pulse ${mark.pulse}`
                : mark.kind === "pulse"
                  ? "own beat"
                  : mark.kind}
            </span>
          )}
          <span className="turn-title">{title ?? turn?.title}</span>
          {mark.issues > 0 && onIssue && (
            <button
              type="button"
              className="quiet issue-mark"
              tabIndex={current ? 0 : -1}
              onClick={() => onIssue(mark.turn)}
            >
              {mark.issues === 1 ? "1 issue" : `${mark.issues} issues`}
            </button>
          )}
          {turn?.unread !== undefined && (
            <span className="muted small" title={turn.unread}>
              unread
            </span>
          )}
          <span className="muted small number">{duration(mark.ms)}</span>
          {onReplay && (
            <button
              type="button"
              className="quiet replay-here"
              tabIndex={current ? 0 : -1}
              onClick={() => onReplay(mark.turn)}
              aria-label={`Edit and replay from turn ${mark.turn}`}
            >
              Edit and replay
            </button>
          )}
        </header>
        {turn ? (
          <Said turn={turn} names={names} quotes={quotes} />
        ) : (
          <p className="skeleton" aria-hidden="true" />
        )}
      </article>
    </>
  );
});

function Said({
  turn,
  names,
  quotes,
}: {
  turn: TurnView;
  names: readonly string[];
  quotes: readonly WantedQuote[];
}) {
  return (
    <>
      <Narration segments={turn.narration} names={names} quotes={quotes} />
      <TableTalk players={turn.players} crossTalk={turn.crossTalk} names={names} quotes={quotes} />
      {turn.tableTalk && (
        <p className="manner">
          Table talk: the narrator was not told what{" "}
          {turn.tableTalk.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ")} talked about.
        </p>
      )}
      {turn.relay && (
        <p className="relay">
          <span className="whisper">{names[turn.relay.seat] ?? "The group"} tells the narrator:</span>{" "}
          <RelayNoise relay={turn.relay} names={names} />
          <MarkedText text={turn.relay.text} quotes={quotes} />
        </p>
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
function Narration({
  segments,
  names,
  quotes,
}: {
  segments: TurnView["narration"];
  names: readonly string[];
  quotes: readonly WantedQuote[];
}) {
  return segments.map(({ text, to }, at) =>
    to === null ? (
      <p key={at} className="narration">
        <MarkedText text={text} quotes={quotes} />
      </p>
    ) : (
      <div key={at} className="narration private">
        <p className="whisper">
          {to.length === 0
            ? "Private, recipient unknown"
            : `Only ${to.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ")} hears`}
        </p>
        <p>
          <MarkedText text={text} quotes={quotes} />
        </p>
      </div>
    ),
  );
}
