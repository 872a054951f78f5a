import { isFromGuide, quotedFrom } from "../../../src/contract/playtest/finding-words.ts";

/** Quoted words that open their turn. Those of the guide lead nowhere. */
export function QuoteLink({
  turn,
  text,
  open,
}: {
  turn: number;
  text: string;
  open?: (() => void) | undefined;
}) {
  const quoted = (
    <>
      <b>{quotedFrom(turn)}</b> <q>{text}</q>
    </>
  );
  return open === undefined || isFromGuide(turn) ? (
    <span className="other-side">{quoted}</span>
  ) : (
    <button type="button" className="other-side" onClick={open}>
      {quoted}
    </button>
  );
}
