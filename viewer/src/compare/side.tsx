import type { TurnView } from "../../../src/contract/index.ts";
import { words } from "../ui/index.ts";
import { letter } from "./letter.ts";

/** One session's turn, beside the other's. */
export function Side({ at, turn, number }: { at: number; turn: TurnView | undefined; number: number }) {
  return (
    <article className="side" aria-label={`${letter(at)}, turn ${number}`}>
      <header>
        <b className={`arm arm-${at % 6}`}>{letter(at)}</b> <span className="turn-number">{number}</span>{" "}
        <span className="turn-title">{turn?.title}</span>
        {turn && turn.issues.length > 0 && (
          <span className="problem-text small">{turn.issues.map(({ type }) => words(type)).join(", ")}</span>
        )}
      </header>
      {turn ? (
        <>
          {turn.narration.map(({ text, to }, part) => (
            <p key={part} className={`narration ${to ? "private" : ""}`}>
              {text}
            </p>
          ))}
          {turn.relay && <p className="relay">{turn.relay.text}</p>}
        </>
      ) : (
        <p className="muted small">This session has no turn {number}.</p>
      )}
    </article>
  );
}
