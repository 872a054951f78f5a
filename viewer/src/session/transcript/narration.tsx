import type { TurnView } from "../../../../src/contract/index.ts";
import type { WantedQuote } from "./mark-quotes.ts";
import { MarkedText } from "./marked-text.tsx";

/** What the narrator said; a stretch for some alone says for whom. */
export function Narration({
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
            ? "Private, but it is not clear for whom"
            : `Only ${to.map((seat) => names[seat] ?? `seat ${seat}`).join(" and ")} hears`}
        </p>
        <p>
          <MarkedText text={text} quotes={quotes} />
        </p>
      </div>
    ),
  );
}
