import { memo } from "react";
import { markQuotes, type WantedQuote } from "./mark-quotes.ts";

/** Text with quotes of issues highlighted. Always rendered as plain text. */
export const MarkedText = memo(function MarkedText({
  text,
  quotes,
}: {
  text: string;
  quotes: readonly WantedQuote[];
}) {
  if (quotes.length === 0) return text;
  let at = 0;
  return markQuotes(text, quotes).map((part) => {
    const key = at;
    at += part.text.length;
    return part.mark === "none" ? (
      <span key={key}>{part.text}</span>
    ) : (
      <mark key={key} className={part.mark}>
        {part.text}
      </mark>
    );
  });
});
